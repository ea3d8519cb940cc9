//! Solutions shown.
