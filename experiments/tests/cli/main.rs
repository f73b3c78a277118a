//! The program as its users meet it: the real binary in a folder of its own.

mod commands;
mod common;
mod compare;
mod compare_errors;
mod errors;
mod figures;
mod matches;
mod matrix;
mod mishaps;
mod play;
mod probe;
mod replay;
mod report;
mod rows;
mod runs;
mod saving;
mod show;
mod solve;
mod sweep;
mod sweep_errors;
mod tables;
mod tournament;
mod truth;
mod verify;
