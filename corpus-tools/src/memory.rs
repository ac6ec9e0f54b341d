//! Peak memory of the process, where the system reports it (Linux).

/// Resets the peak.
pub fn reset_peak() {
    // Other systems have no such file, and report no peak.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Returns the peak of the process's memory since the last reset, in KiB; 0 if the system does not
/// report it.
pub fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
