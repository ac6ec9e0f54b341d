//! Statistics of records: nothing here measures, nothing here prints.

pub(crate) mod histogram;
pub(crate) mod quality;
pub(crate) mod ratios;
pub(crate) mod samples;
pub(crate) mod summary;
