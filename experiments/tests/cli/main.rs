//! The program as its users meet it: the real binary in a folder of its own.

mod commands;
mod common;
mod errors;
mod matches;
mod play;
mod replay;
mod runs;
mod show;
mod tournament;
