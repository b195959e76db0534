//! Whether what `new-game` writes holds: it compiles, passes its tests and `tidy`, and is solved through the program.
//!
//! The idea: the workspace is copied, and the game written into the copy. Compiling the copy as a whole would take minutes,
//! since a crate in another place is another crate. So only what the game has changed is compiled there, the game, the
//! standard catalog and the program with this game alone; their manifest points to the other crates where they are, as
//! [`outside`] has compiled them already. The lints of the workspace for the compiler are errors here.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context;

use crate::process::{cargo, step};
use crate::{outside, tidy};

/// Where the copy lies.
const COPY: &str = "target/new-game";

/// What the game is called there.
const NAME: &str = "take-a-few";

/// Writes a game into a copy of the workspace, and tries it.
pub(crate) fn run() -> anyhow::Result<()> {
    let (root, copy) = (crate::root(), crate::root().join(COPY));
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    fs::create_dir_all(&copy)?;
    for name in tidy::TOP_LEVEL {
        copy_all(&root.join(name), &copy.join(name))?;
    }
    let plan = super::write(&copy, NAME)?;
    tidy::run(&copy)?;

    let changed = [plan.name.folder(), "crates/standard".to_owned(), "crates/cli".to_owned()];
    let manifest = copy.join("Cargo.toml");
    let text = fs::read_to_string(&manifest)?;
    fs::write(&manifest, narrowed(&text, &root, &changed)?)?;
    let target = root.join(outside::TARGET);
    let here = |arguments: &[&str]| {
        let mut command = cargo(arguments);
        command.args(["--offline", "--quiet", "--target-dir"]).arg(&target).current_dir(&copy);
        command
    };
    step("a new game, its tests", here(&["test", "--package", &plan.name.package()]))?;
    let alone = ["build", "--package", "proofset", "--no-default-features", "--features", NAME];
    step("a new game, the program", here(&alone))?;
    let program = target.join("debug").join("proofset").with_extension(std::env::consts::EXE_EXTENSION);
    let proof = copy.join("new.proof").to_string_lossy().into_owned();
    let sessions: [&[&str]; 3] = [
        &["solve", NAME, "--goal", "first:win", "--quiet", "--certificate", &proof],
        &["verify", &proof],
        &["compare", "take-a-few:20", "--goal", "second:win", "--quiet", "--algorithms", "pns,pss:8,8,dfpn"],
    ];
    for arguments in sessions {
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(&copy);
        step(&format!("a new game, {}", arguments[0]), command)?;
    }
    fs::remove_dir_all(&copy)?;
    Ok(())
}

/// The manifest of the workspace for these folders alone: the others are dependencies that lie where they are. Profiles are
/// left out, as those have none for whom the dependencies were compiled.
fn narrowed(manifest: &str, root: &Path, folders: &[String]) -> anyhow::Result<String> {
    let root = root.to_string_lossy().replace('\\', "/");
    let (_, rest) = manifest.split_once("\n]\n").context("the workspace has no list of members")?;
    let (rest, _) = rest.split_once("\n[profile.").context("the workspace has no profiles")?;
    let mut text = format!("[workspace]\nresolver = \"3\"\nmembers = {folders:?}\n{rest}");
    text = text.replace("{ path = \"crates/", &format!("{{ path = \"{root}/crates/"));
    for folder in folders {
        text = text.replace(&format!("\"{root}/{folder}\""), &format!("\"{folder}\""));
    }
    Ok(text.replace(" = \"warn\"", " = \"deny\""))
}

/// A file, or a folder with what is in it but for what was built there.
fn copy_all(from: &Path, to: &Path) -> anyhow::Result<()> {
    if !from.is_dir() {
        fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
        return Ok(());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let name = entry?.file_name();
        if name != "target" {
            copy_all(&from.join(&name), &to.join(&name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_some_folders_are_members_and_the_rest_lies_where_it_is() {
        let manifest = "[workspace]\nresolver = \"3\"\nmembers = [\n    \"crates/core\",\n]\n\n[workspace.dependencies]\n\
                        core = { path = \"crates/core\" }\nnim = { path = \"crates/games/nim\" }\n\n\
                        [workspace.lints.rust]\nunsafe_code = \"warn\"\n\n[profile.dev]\nopt-level = 1\n";
        let expected = "[workspace]\nresolver = \"3\"\nmembers = [\"crates/games/nim\"]\n\n[workspace.dependencies]\n\
                        core = { path = \"/w/crates/core\" }\nnim = { path = \"crates/games/nim\" }\n\n\
                        [workspace.lints.rust]\nunsafe_code = \"deny\"\n";
        assert_eq!(narrowed(manifest, Path::new("/w"), &["crates/games/nim".to_owned()]).unwrap(), expected);
        assert!(narrowed("[package]\n", Path::new("/w"), &[]).is_err());
    }
}
