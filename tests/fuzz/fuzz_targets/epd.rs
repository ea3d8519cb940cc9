#![no_main]

libfuzzer_sys::fuzz_target!(|text: &[u8]| kirke_fuzz::read_after("7k/8/8/8/8/8/8/K7 w - - 0 1 #1\n", text));
