//! The text of SGF files, which name their character set themselves.
//!
//! The idea: what counts of a problem is plain ASCII, and comments may be in any set. So no file is refused for its bytes.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// The text of a file: UTF-8, or else the character set that it names (`CA`), which is Latin-1 if it names none.
pub(crate) fn decode(bytes: &[u8]) -> String {
    let named = || {
        let name = bytes.windows(3).position(|window| window == b"CA[")? + 3;
        Encoding::for_label(bytes[name..].split(|&byte| byte == b']').next()?)
    };
    let is_utf8 = str::from_utf8(bytes).is_ok();
    let encoding = if is_utf8 { UTF_8 } else { named().unwrap_or(WINDOWS_1252) };
    encoding.decode(bytes).0.into_owned()
}
