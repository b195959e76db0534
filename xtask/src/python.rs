//! The Python package: built beside the workspace, and tested by pytest in a virtual environment of its own.
//!
//! The module is compiled with the profile and into the folder of everything else, so that little is compiled for it alone, and is laid
//! beside links to the sources of the package: nothing is installed but what the tests need. How wheels are built is seen by a
//! workflow in `.github`.
//!
//! A Python without `venv`, or an index of packages that cannot be reached, is a fault, for a step that leaves itself out
//! would be left out for ever. Whoever has none says so: with `PROOFSET_NO_PYTHON` in the environment the step only tells that it was
//! left out.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use crate::process::{cargo, step};

/// Names in the environment: leave the step out; the interpreter to take.
const LEAVE_OUT: &str = "PROOFSET_NO_PYTHON";
const INTERPRETER: &str = "PROOFSET_PYTHON";

/// Where everything lies that is made here.
const FOLDER: &str = "target/python";

/// The sources of the package.
const SOURCES: &str = "crates/python/python/proofset";

/// What the tests need. The tests of what is optional say that they are left out where it is missing.
const PACKAGES: &[&str] = &["pytest", "networkx", "pandas", "mypy"];

/// How the names of what belongs to the package end: sources, stubs, and the mark without which nobody looks at its types.
const ENDINGS: [&str; 3] = ["py", "pyi", "typed"];

/// What is built to get the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// The module alone: quick where nothing else is built.
    Module,
    /// Every library and test of the workspace: where `cargo test` has just built them, the module is all that is missing. For
    /// the module alone, libraries have fewer features, and with them much would be compiled once more.
    Workspace,
}

pub(crate) fn run(build: Build) -> anyhow::Result<()> {
    if std::env::var_os(LEAVE_OUT).is_some() {
        eprintln!("== python: left out, for {LEAVE_OUT} is set");
        return Ok(());
    }
    let module = match build {
        Build::Module => cargo(&["build", "--quiet", "--package", "proofset-python"]),
        Build::Workspace => cargo(&["build", "--quiet", "--workspace", "--lib", "--tests"]),
    };
    step("python: module", module)?;
    let folder = crate::root().join(FOLDER);
    let python = environment(&folder)?;
    let library = folder.join("library");
    assemble(&library)?;
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "-rs", "-p", "no:cacheprovider", "crates/python/tests"]);
    tests.env("PYTHONPATH", &library).env("PYTHONDONTWRITEBYTECODE", "1").current_dir(crate::root());
    step("python: tests", tests)?;
    let mut types = Command::new(&python);
    types.args(["-m", "mypy", "--config-file", "crates/python/pyproject.toml", "--cache-dir"]);
    types.arg(folder.join("mypy")).arg(SOURCES).current_dir(crate::root());
    step("python: types", types)?;
    // What is said of the module against the module itself.
    let mut stubs = Command::new(&python);
    stubs.args(["-m", "mypy.stubtest", "proofset._proofset"]);
    stubs.env("PYTHONPATH", &library).current_dir(&folder);
    step("python: stubs", stubs)
}

/// The interpreter of a virtual environment with what the tests need, made if there is none.
fn environment(folder: &Path) -> anyhow::Result<PathBuf> {
    let environment = folder.join("venv");
    let python = environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let noted = environment.join("proofset-packages");
    let packages = PACKAGES.join(" ");
    if std::fs::read_to_string(&noted).is_ok_and(|known| known == packages) {
        return Ok(python);
    }
    let found = std::env::var_os(INTERPRETER).unwrap_or_else(|| "python3".into());
    let advice = format!("name one in {INTERPRETER}, or set {LEAVE_OUT} to leave the tests of the package out");
    let new_enough = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
    let status = Command::new(&found).args(["-c", new_enough]).stderr(Stdio::null()).status();
    if !status.is_ok_and(|status| status.success()) {
        bail!("{} is no Python from 3.10 on with the module venv; {advice}", found.to_string_lossy());
    }
    let mut make = Command::new(&found);
    make.args(["-m", "venv", "--clear"]).arg(&environment);
    step("python: environment", make)?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(PACKAGES);
    step("python: packages", install).with_context(|| format!("an index of Python packages is needed; {advice}"))?;
    std::fs::write(noted, packages)?;
    Ok(python)
}

/// Lays out the package: its sources, and the module that was compiled.
fn assemble(library: &Path) -> anyhow::Result<()> {
    let package = library.join("proofset");
    if package.exists() {
        std::fs::remove_dir_all(&package)?;
    }
    copy_sources(&crate::root().join(SOURCES), &package)?;
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let target = crate::root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()));
    let module = target.join("debug").join(format!("{prefix}_proofset{suffix}"));
    let name = if cfg!(windows) { "_proofset.pyd" } else { "_proofset.abi3.so" };
    std::fs::copy(&module, package.join(name)).with_context(|| format!("{} was not built", module.display()))?;
    Ok(())
}

/// Copies the sources of a package and of those in it.
fn copy_sources(from: &Path, to: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let path = entry?.path();
        let Some(name) = path.file_name().filter(|name| *name != "__pycache__") else { continue };
        if path.is_dir() {
            copy_sources(&path, &to.join(name))?;
        } else if path.extension().and_then(OsStr::to_str).is_some_and(|ending| ENDINGS.contains(&ending)) {
            std::fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}
