#![no_main]

#[path = "../checks/bot.rs"]
mod bot;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bot::check(data));
