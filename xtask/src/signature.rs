//! `cargo xtask signature`: how every algorithm behaves on the suite, to the node.
//!
//! It is a test of the standard catalog, `tests/signature.rs`; here it is run alone, or told to record what it finds.

use crate::process::{cargo, step};

pub(crate) fn run(bless: bool) -> anyhow::Result<()> {
    // As a part of the workspace, so that what its tests have compiled is used.
    let mut command = cargo(&["test", "--workspace", "--quiet", "--test", "signature"]);
    if bless {
        command.env("PROOFSET_BLESS", "1");
    }
    step("signature", command)
}
