//! URIs of files and their paths.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use lsp_types::Uri;

/// The path of a file's URI. Of other URIs (`untitled:`) it is what follows the scheme, which no
/// file has, so that its ending counts.
pub(crate) fn path(uri: &Uri) -> PathBuf {
    let text = uri.as_str();
    let path = match text.strip_prefix("file://") {
        Some(rest) => rest.find('/').map_or("", |slash| &rest[slash..]),
        None => text,
    };
    let decoded = decode(path);
    // `/C:/folder` is a path of Windows.
    let is_drive = cfg!(windows) && decoded.as_bytes().get(2) == Some(&b':');
    PathBuf::from(if is_drive { &decoded[1..] } else { &decoded })
}

/// The URI of a path.
pub(crate) fn uri(path: &Path) -> Option<Uri> {
    let path = path.to_str()?;
    if !Path::new(path).is_absolute() {
        return path.parse().ok();
    }
    let mut uri = String::from("file://");
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri.parse().ok()
}

fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = text.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_and_its_uri_are_one_thing() {
        for name in ["/a/b c.java", "/ü/字.l", "/100%/x.y"] {
            assert_eq!(path(&uri(Path::new(name)).unwrap()), Path::new(name));
        }
        assert_eq!(path(&"untitled:Untitled-1".parse().unwrap()), Path::new("untitled:Untitled-1"));
        assert_eq!(
            path(&"file://host/x%3".parse::<Uri>().unwrap_or(uri(Path::new("/x%3")).unwrap())),
            Path::new("/x%3")
        );
    }
}
