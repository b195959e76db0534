//! What engines that speak a protocol have in common: their options, and numbers behind words.

use proofset_catalog::{EngineOption, Settings, number_after};

#[test]
fn options_keep_their_value_until_they_get_another() {
    let mut settings = Settings::new(vec![EngineOption::switch("Deep", false), EngineOption::switch("Wide", true)]);
    assert_eq!((settings.is_on("Deep"), settings.is_on("Wide"), settings.is_on("High")), (false, true, false));
    assert_eq!(settings.set("deep", "true"), Ok(true));
    assert_eq!(settings.set("Wide", "yes"), Err(r#"Wide cannot be "yes"; give true or false"#.to_owned()));
    assert_eq!(settings.set("High", "true"), Ok(false));
    assert_eq!((settings.is_on("Deep"), settings.value("Wide"), settings.value("High")), (true, "true", ""));
    let declared: Vec<_> = settings.options().map(|option| (option.name, option.declared)).collect();
    assert_eq!(declared, [("Deep", "type check default false"), ("Wide", "type check default true")]);
}

#[test]
fn numbers_stand_behind_their_word() {
    assert_eq!(number_after(&["nodes", "12", "x"]), Ok(12));
    assert_eq!(number_after(&["nodes"]), Err("nodes needs a number".to_owned()));
    assert_eq!(number_after(&["nodes", "-1"]), Err(r#"nodes cannot be "-1"; give a whole number"#.to_owned()));
}
