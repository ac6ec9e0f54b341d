//! SHA-256 (NIST FIPS 180-4, 2015, Section 6.2): checks that a file is the one that was measured.

use std::fmt::Write;

/// First 32 bits of the fractional parts of the square roots of the first 8 primes (Section 5.3.3).
const START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// Returns the hash of `bytes` in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let constants = constants();
    let mut hash = START;
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64), 0);
    if padded.len() - bytes.len() < 9 {
        padded.resize(padded.len() + 64, 0);
    }
    let bits = bytes.len() as u64 * 8;
    let end = padded.len() - 8;
    padded[end..].copy_from_slice(&bits.to_be_bytes());
    for block in padded.chunks_exact(64) {
        compress(&mut hash, block, &constants);
    }
    hash.iter().fold(String::with_capacity(64), |mut text, word| {
        let _ = write!(text, "{word:08x}");
        text
    })
}

/// First 32 bits of the fractional parts of the cube roots of the first 64 primes (Section 4.2.2).
fn constants() -> [u32; 64] {
    let is_prime = |n: &u64| (2..*n).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    let mut primes = (2..).filter(is_prime);
    std::array::from_fn(|_| {
        // The cube root times 2^32 is the cube root of the prime times 2^96.
        let cube = u128::from(primes.next().expect("there is no largest prime")) << 96;
        let (mut low, mut high) = (0u128, 1 << 36);
        while high - low > 1 {
            let middle = u128::midpoint(low, high);
            let square = middle * middle;
            // The cube may have more than 128 bits.
            if square <= cube / middle { low = middle } else { high = middle }
        }
        low as u32
    })
}

fn compress(hash: &mut [u32; 8], block: &[u8], constants: &[u32; 64]) {
    let mut words = [0; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes(bytes.try_into().expect("four bytes"));
    }
    for at in 16..64 {
        let [a, b] = [words[at - 15], words[at - 2]];
        let low = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
        let high = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
        let sum = words[at - 16].wrapping_add(low).wrapping_add(words[at - 7]);
        words[at] = sum.wrapping_add(high);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *hash;
    for (constant, word) in constants.iter().zip(words) {
        let mixed = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let chosen = (e & f) ^ (!e & g);
        let first = [mixed, chosen, *constant, word].into_iter().fold(h, u32::wrapping_add);
        let mixed = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let second = mixed.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        (h, g, f, e) = (g, f, e, d.wrapping_add(first));
        (d, c, b, a) = (c, b, a, first.wrapping_add(second));
    }
    for (word, more) in hash.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of FIPS 180-2, Appendix B, the empty text, and lengths around a block.
    #[test]
    fn hashes_are_those_that_are_published() {
        let long = "a".repeat(1_000_000);
        for (text, hash) in [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
            (&long, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
            (&long[..55], "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
            (&long[..63], "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
            (&long[..64], "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        ] {
            assert_eq!(hex(text.as_bytes()), hash, "{} bytes", text.len());
        }
    }
}
