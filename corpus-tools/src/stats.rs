//! Computes statistics of records, without measuring or printing.

pub(crate) mod histogram;
pub(crate) mod quality;
pub(crate) mod ratios;
pub(crate) mod samples;
pub(crate) mod summary;
