//! Numbers that look like chance and depend on nothing but their inputs.

/// SplitMix64's finaliser (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014) over words.
pub(super) fn mix(words: &[u64]) -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for word in words {
        state = (state ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        state ^= state >> 31;
    }
    state
}

/// A number below `limit`, each as likely as the others but for 2⁻⁶⁴ × limit.
pub(super) fn below(hash: u64, limit: u64) -> u64 {
    ((u128::from(hash) * u128::from(limit)) >> 64) as u64
}
