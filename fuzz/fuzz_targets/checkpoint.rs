#![no_main]

#[path = "../checks/checkpoint.rs"]
mod checkpoint;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checkpoint::check(data));
