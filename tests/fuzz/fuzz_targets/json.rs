#![no_main]

libfuzzer_sys::fuzz_target!(|text: &[u8]| kirke_fuzz::read_after("{\"", text));
