//! On macOS, linkers have to be told that the interpreter has what is missing.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
