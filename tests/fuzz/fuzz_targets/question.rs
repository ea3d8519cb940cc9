#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| kirke_fuzz::read_question(text));
