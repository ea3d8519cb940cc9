//! Problems in and out.
