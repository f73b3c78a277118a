#![no_main]

#[path = "../checks/position.rs"]
mod position;

libfuzzer_sys::fuzz_target!(|data: &[u8]| position::check(data));
