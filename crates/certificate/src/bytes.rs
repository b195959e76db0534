//! Bytes of a binary certificate: buffered, counted, and summed as they are consumed.
//!
//! Nothing here believes the file: a length only says when to stop reading, memory grows with the bytes that really
//! arrive, and every error carries the byte offset, the part of the file, and what was expected there.

use std::io::{Error, ErrorKind, Read};

use crc32fast::Hasher;

use crate::read_error::{Place, ReadError};

const BUFFER: usize = 1 << 16;

pub(crate) struct Bytes<R> {
    inner: R,
    buffer: Vec<u8>,
    /// The next byte to consume.
    start: usize,
    /// Bytes before this one are in the checksum.
    summed: usize,
    /// File offset of the first byte of the buffer.
    base: u64,
    checksum: Hasher,
    /// The part of the file that is being read, for messages.
    pub(crate) place: Place,
}

impl<R: Read> Bytes<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self { inner, buffer: Vec::new(), start: 0, summed: 0, base: 0, checksum: Hasher::new(), place: Place::Header }
    }

    /// Offset of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        self.base + self.start as u64
    }

    /// The next byte, left where it is.
    pub(crate) fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        if self.start == self.buffer.len() {
            self.refill()?;
        }
        Ok(self.buffer.get(self.start).copied())
    }

    fn refill(&mut self) -> Result<(), ReadError> {
        self.checksum.update(&self.buffer[self.summed..]);
        self.base += self.buffer.len() as u64;
        self.start = 0;
        self.summed = 0;
        self.buffer.resize(BUFFER, 0);
        let read = loop {
            match self.inner.read(&mut self.buffer) {
                Ok(read) => break Ok(read),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        self.buffer.truncate(*read.as_ref().unwrap_or(&0));
        read.map(drop).map_err(ReadError::Io)
    }

    /// The next byte; the end of the file here is an error.
    pub(crate) fn byte(&mut self, expected: &'static str) -> Result<u8, ReadError> {
        match self.peek()? {
            Some(byte) => {
                self.start += 1;
                Ok(byte)
            }
            None => Err(ReadError::Truncated { offset: self.offset(), place: self.place, expected }),
        }
    }

    /// A LEB128 number in its shortest form.
    pub(crate) fn varint(&mut self, expected: &'static str) -> Result<u64, ReadError> {
        let offset = self.offset();
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte(expected)?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                if byte == 0 && shift > 0 {
                    return Err(self.malformed(offset, expected, "a number with needless zero bytes".to_owned()));
                }
                return Ok(value);
            }
        }
        Err(self.malformed(offset, expected, "a number of more than 64 bits".to_owned()))
    }

    /// A length and that many bytes of UTF-8.
    pub(crate) fn text(&mut self, max: usize, expected: &'static str) -> Result<String, ReadError> {
        let offset = self.offset();
        let len = self.varint(expected)?;
        if len > max as u64 {
            return Err(self.malformed(
                offset,
                expected,
                format!("a text of {len} bytes, more than the {max} allowed"),
            ));
        }
        let start = self.offset();
        let mut left = len as usize;
        let mut bytes = Vec::new();
        while left > 0 {
            if self.peek()?.is_none() {
                return Err(ReadError::Truncated { offset: self.offset(), place: self.place, expected });
            }
            let available = &self.buffer[self.start..];
            let taken = available.len().min(left);
            bytes.extend_from_slice(&available[..taken]);
            self.start += taken;
            left -= taken;
        }
        String::from_utf8(bytes).map_err(|error| {
            let at = start + error.utf8_error().valid_up_to() as u64;
            self.malformed(at, expected, "bytes that are not UTF-8".to_owned())
        })
    }

    /// The checksum of all the bytes consumed so far.
    pub(crate) fn checksum(&mut self) -> u32 {
        self.checksum.update(&self.buffer[self.summed..self.start]);
        self.summed = self.start;
        self.checksum.clone().finalize()
    }

    /// All the bytes not yet consumed, which are at most so many: some inputs have no end.
    pub(crate) fn into_rest(mut self, most: u64) -> Result<Vec<u8>, ReadError> {
        let mut rest = self.buffer.split_off(self.start);
        let room = most.saturating_sub(rest.len() as u64);
        read_up_to(&mut self.inner, room.saturating_add(1), &mut rest).map_err(ReadError::Io)?;
        if rest.len() as u64 > most {
            let message =
                format!("it has more than {most} bytes; the binary form may be longer, and is checked as it comes");
            return Err(ReadError::Io(Error::new(ErrorKind::FileTooLarge, message)));
        }
        Ok(rest)
    }

    pub(crate) fn malformed(&self, offset: u64, expected: &'static str, found: String) -> ReadError {
        ReadError::Malformed { offset, place: self.place, expected, found }
    }
}

/// Appends what an input has, but no more than so many bytes. Compiled once for all inputs.
///
/// # Errors
///
/// Those of the input.
pub fn read_up_to(from: &mut dyn Read, most: u64, bytes: &mut Vec<u8>) -> std::io::Result<()> {
    from.take(most).read_to_end(bytes).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::{BUFFER, Bytes};
    use crate::ReadError;

    /// Gives one byte at a time, so that every value straddles a refill.
    struct Drip<'a>(&'a [u8]);

    impl std::io::Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let Some((&first, rest)) = self.0.split_first() else { return Ok(0) };
            buffer[0] = first;
            self.0 = rest;
            Ok(1)
        }
    }

    #[test]
    fn values_and_checksum_do_not_depend_on_the_size_of_reads() {
        let file = [0xe5, 0x8e, 0x26, 0x03, b'a', 0xc3, 0xa9, 0x7f];
        let mut drip = Bytes::new(Drip(&file));
        assert_eq!(drip.varint("a number").unwrap(), 624_485);
        assert_eq!(drip.text(3, "a text").unwrap(), "aé");
        assert_eq!(drip.checksum(), crc32fast::hash(&file[..7]));
        assert_eq!(drip.offset(), 7);
        assert_eq!(drip.byte("a byte").unwrap(), 0x7f);
        assert_eq!(drip.checksum(), crc32fast::hash(&file));
        assert!(matches!(drip.byte("a byte"), Err(ReadError::Truncated { offset: 8, .. })));
    }

    #[test]
    fn checksum_is_the_one_of_gzip() {
        let mut bytes = Bytes::new(&b"123456789"[..]);
        while bytes.peek().unwrap().is_some() {
            bytes.byte("a byte").unwrap();
        }
        assert_eq!(bytes.checksum(), 0xcbf4_3926);
    }

    #[test]
    fn numbers_have_one_spelling_and_64_bits() {
        let read = |bytes: &[u8]| Bytes::new(bytes).varint("a number");
        assert_eq!(read(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]).unwrap(), u64::MAX);
        for too_large in [&[0xff; 10][..], &[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02]] {
            let error = read(too_large).unwrap_err().to_string();
            assert!(error.contains("more than 64 bits"), "{error}");
        }
        let error = read(&[0x81, 0x00]).unwrap_err().to_string();
        assert!(error.contains("needless zero"), "{error}");
        assert!(matches!(read(&[0x80]), Err(ReadError::Truncated { offset: 1, .. })));
    }

    #[test]
    fn a_claimed_length_reserves_nothing() {
        let mut file = vec![0x80, 0x80, 0x80, 0x08]; // 2^24
        file.extend_from_slice(b"short");
        let mut bytes = Bytes::new(&file[..]);
        let error = bytes.text(1 << 24, "a text").unwrap_err();
        assert!(matches!(error, ReadError::Truncated { offset: 9, .. }), "{error}");
        assert!(bytes.buffer.capacity() <= BUFFER);

        let mut bytes = Bytes::new(&file[..]);
        let error = bytes.text((1 << 24) - 1, "a text").unwrap_err().to_string();
        assert!(error.contains("more than the 16777215 allowed"), "{error}");
    }

    #[test]
    fn what_has_no_end_is_not_read_for_ever() {
        let read = |file: &[u8], most| Bytes::new(Drip(file)).into_rest(most).map_err(|error| error.to_string());
        assert_eq!(read(b"1234", 4), Ok(b"1234".to_vec()));
        let error = read(b"12345", 4).unwrap_err();
        assert!(error.contains("it has more than 4 bytes; the binary form may be longer"), "{error}");
        let mut endless = Bytes::new(std::io::repeat(b' '));
        assert_eq!(endless.peek().unwrap(), Some(b' '));
        assert!(matches!(endless.into_rest(3 * BUFFER as u64), Err(ReadError::Io(_))));
    }

    #[test]
    fn bad_utf8_is_located() {
        let error = Bytes::new(&[3, b'a', 0xff, b'b'][..]).text(9, "a text").unwrap_err();
        assert!(matches!(error, ReadError::Malformed { offset: 2, .. }), "{error}");
    }
}
