//! Specifications of algorithms: canonical texts, and what is said of bad ones.

use std::collections::BTreeSet;

use proofset_catalog::{ALGORITHMS, AlgorithmSpec, Family, OPTIONS, OptionEntry, OptionValues};
use proofset_nodeset::Pick;
use proptest::prelude::*;
use proptest::sample::Index;

/// The names of all algorithms.
fn names() -> BTreeSet<&'static str> {
    ALGORITHMS.iter().map(|entry| entry.syntax.split(':').next().unwrap()).collect()
}

/// What an option means nothing without.
fn needed(key: &str) -> &'static str {
    match key {
        "cut-plies" => "20,20,cut=depth,",
        "deep-base" => "deep=8,",
        _ => "",
    }
}

/// Values of an option: all names; of numbers the example of its message, and those of some others that it takes.
fn values(option: &OptionEntry) -> Vec<String> {
    match &option.values {
        OptionValues::OneOf(names) => names.iter().map(|&name| name.to_owned()).collect(),
        OptionValues::Heuristic => vec!["unit".to_owned(), "mobility".to_owned()],
        OptionValues::Share(_) | OptionValues::Number(_) => {
            let said = |value: &str| {
                format!("{}:{}{}={value}", option.of[0], needed(option.key), option.key).parse::<AlgorithmSpec>()
            };
            let message = said("?").unwrap_err().to_string();
            let example = message.split(&format!(", as in {}=", option.key)).nth(1);
            let example = example.unwrap_or_else(|| panic!("{message}: an example is missing")).to_owned();
            assert!(said(&example).is_ok(), "{message}: the example is not accepted");
            let others = ["0", "0.125", "1", "2", "1000", "-5", "full", "growth"].into_iter();
            [example].into_iter().chain(others.filter(|value| said(value).is_ok()).map(str::to_owned)).collect()
        }
    }
}

/// The specification has a text that says the same, that stays the same, and of which no word can be left out.
fn check_text(spec: &AlgorithmSpec) {
    let text = spec.to_string();
    let again: AlgorithmSpec = text.parse().unwrap_or_else(|error| panic!("{spec:?}: {error}"));
    assert_eq!(again, *spec, "{text}");
    assert_eq!(again.to_string(), text);
    let (name, words) = text.split_once(':').unwrap_or((&text, ""));
    let words: Vec<&str> = words.split(',').collect();
    for left_out in 0..words.len() {
        let shorter: Vec<&str> =
            words.iter().enumerate().filter(|(i, _)| *i != left_out).map(|(_, word)| *word).collect();
        let shorter = format!("{name}:{}", shorter.join(","));
        assert!(
            text == name || shorter.parse::<AlgorithmSpec>().as_ref() != Ok(spec),
            "{text} is no shorter than {shorter}"
        );
    }
}

#[test]
fn every_value_of_every_option_is_read_and_printed() {
    for option in OPTIONS.iter() {
        assert!(!option.summary.is_empty() && !option.of.is_empty(), "{option:?}");
        let values = values(option);
        assert!(values.iter().collect::<BTreeSet<_>>().len() > 1, "{option:?}: {values:?}");
        for name in &option.of {
            let (key, plain) = (option.key, name.parse::<AlgorithmSpec>().unwrap());
            let mut specs = Vec::new();
            for value in &values {
                // Some values need caps, and some go without.
                let texts = [format!("{name}:{}{key}={value}", needed(key)), format!("{name}:20,20,{key}={value}")];
                let spec = texts.iter().find_map(|text| text.parse::<AlgorithmSpec>().ok());
                if (*name, key, value.as_str()) == ("mtdf", "entries", "0") {
                    assert_eq!(spec, None);
                    continue;
                }
                let spec = spec.unwrap_or_else(|| panic!("{texts:?} are refused"));
                check_text(&spec);
                specs.push(spec);
            }
            // The first name is the default, and each value but that says something else.
            let has_default = matches!(option.values, OptionValues::OneOf(_));
            assert!(!has_default || specs[0] == plain, "{name}:{key}={} is not {plain}", values[0]);
            let texts: BTreeSet<String> = specs.iter().map(ToString::to_string).collect();
            assert!(texts.len() == specs.len() || !has_default && texts.len() > 1, "{name}:{key}: {texts:?}");
        }
    }
}

#[test]
fn every_algorithm_that_a_list_names_is_one() {
    for entry in ALGORITHMS.iter() {
        let text = entry.syntax.replace("P,D", "20,20").replace("=E", "=0.25");
        assert_eq!(text.parse::<AlgorithmSpec>().unwrap().to_string(), text);
        assert!(!entry.summary.is_empty() && !entry.source.is_empty(), "{entry:?}");
    }
    for option in OPTIONS.iter() {
        assert!(option.of.iter().all(|name| names().contains(name)), "{option:?}");
    }
}

#[test]
fn what_no_text_says_is_printed_as_its_first_level() {
    let first = "aostar:arc=3".parse::<AlgorithmSpec>().unwrap();
    let spec = first.with_second("pn2".parse::<AlgorithmSpec>().unwrap().second);
    assert!(matches!(spec.family, Family::AoStar { .. }) && spec.second.is_some());
    assert_eq!(spec.to_string(), "aostar:arc=3");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Options of an algorithm, each with one of its values, perhaps after caps.
    #[test]
    fn texts_say_what_they_were_made_from(
        name: Index,
        caps in prop::option::of((0..3_usize, prop::option::of(0..3_usize))),
        chosen in prop::collection::vec((any::<Index>(), any::<Index>()), 0..6),
    ) {
        let names: Vec<&str> = names().into_iter().collect();
        let name = *name.get(&names);
        let mut words: Vec<String> = Vec::new();
        if name.starts_with("pss") && let Some((proof, disproof)) = caps {
            words.push(format!("{proof},{}", disproof.map_or("inf".to_owned(), |cap| cap.to_string())));
        }
        let options: Vec<&OptionEntry> = OPTIONS.iter().filter(|option| option.of.contains(&name)).collect();
        for (option, value) in chosen {
            if !options.is_empty() {
                let option = option.get(&options);
                words.push(format!("{}={}", option.key, value.get(&values(option))));
            }
        }
        match format!("{name}:{}", words.join(",")).parse::<AlgorithmSpec>() {
            Ok(spec) => check_text(&spec),
            // The options are known, and their values as well: what is wrong is what they say together.
            Err(error) => {
                let message = error.to_string();
                let depends = ["exact sets", "needs a table", "cut-plies", "deep-base"].iter().any(|said| message.contains(said));
                prop_assert!(words.len() > 1 || depends, "{message}");
                prop_assert!(!message.contains("no option") && !message.contains("cannot be"), "{message}");
            }
        }
    }
}

/// Where the first of equal sets is taken, the leaf is where it leads, unless something else is asked for.
#[test]
fn the_first_of_equal_sets_is_followed() {
    let pick = |text: &str| text.parse::<AlgorithmSpec>().unwrap().options.pick;
    assert_eq!([pick("pss"), pick("pss:20,20,ties=first")], [Pick::Descent; 2]);
    assert_eq!([pick("pss:ties=first,pick=newest"), pick("pss:ties=lex")], [Pick::Newest, Pick::Oldest]);
    let printed = |text: &str| text.parse::<AlgorithmSpec>().unwrap().to_string();
    assert_eq!(printed("pss:pick=descent,ties=first"), "pss");
    assert_eq!(printed("pss2:ties=lex,pick=oldest"), "pss2:ties=lex");
}

#[test]
fn canonical_texts_parse_to_themselves() {
    for text in [
        "pns",
        "pss",
        "pss:20,20",
        "pss:inf,0",
        "pss:ties=colex,pick=newest",
        "pss:8,inf,ties=colex,pick=least-depth,graph=tree,evaluate=delayed,updates=pearce-kelly",
        "pss:ties=lex",
        "pss:pick=oldest",
        "pss:20,20,ties=lex,pick=descent",
        "pss:sets=bits",
        "pss:sets=adaptive",
        "pss:favour=0",
        "pss:20,20,ties=colex,favour=0.25,graph=tree",
        "pss:20,20,union=kway",
        "pss:inf,3,ties=colex,union=kway,graph=tree",
        "pss:sets=adaptive,union=kway",
        "pss:20,20,cut=depth,cut-plies=2",
        "pss:1,1,union=kway,cut=parents",
        "pns:graph=tree,evaluate=delayed,updates=fifo",
        "pns:init=mobility",
        "pss:20,20,graph=tree,init=king-moves,lookahead=one,updates=levels",
        "pns:sum=weak",
        "pns:sum=max,updates=levels",
        "pns:proof-sum=weak",
        "pns:cycles=base-twin",
        "pss:20,20,pick=newest,init=unit,cycles=exact",
        "pns:proof-sum=weak,disproof-sum=max",
        "exact",
        "exact:limit=0",
        "exact:limit=50,ties=first",
        "aostar",
        "aostar:arc=1,init=mobility",
        "dfpn",
        "dfpn:epsilon=0.25",
        "dfpn:sum=weak,epsilon=0.5,ties=last,table=keyed,entries=1024,replace=gc,load-bearing=on,evaluate=delayed,sources=on,dominance=off,threshold-control=off,\
         deep=8,deep-base=3,init=mobility",
        "pds:epsilon=0.0625",
        "pnstar:disproof-sum=max",
        "cstar:deep=3",
        "pn2",
        "pn2:size=full",
        "pn2:batch=8,threads=2",
        "pn2:sum=weak,graph=tree,evaluate=delayed,init=mobility,lookahead=one,updates=levels,size=1000",
        "pss2",
        "pss2:20,20,ties=colex,pick=newest,union=kway,a=0",
        "pss2:keep=sets,batch=2",
        "pss2:20,inf,size=full,keep=shared",
        "pds-pn:epsilon=0.0625,table=keyed,a=450000,b=300000",
        "dfpn-pn:threads=2,batch=4",
        "alphabeta",
        "negascout:depth=8,entries=0,listing=published,shortcut=off,deepening=on,knowledge=off",
        "scout:table-move=off,hints=off,killers=off,history=off,etc=on",
        "test",
        "mtdf:guess=-3",
        "mpns",
        "mpns:selection=goal-directed",
        "mopns",
        "dfpn-pn:sum=max,epsilon=0.25,ties=last,entries=64,replace=gc,sources=on,init=mobility,b=1",
    ] {
        assert_eq!(text.parse::<AlgorithmSpec>().unwrap().to_string(), text);
    }
    assert_eq!("pss:inf,inf".parse::<AlgorithmSpec>().unwrap(), "pss".parse().unwrap());
    assert_eq!("exact:limit=1000".parse::<AlgorithmSpec>().unwrap(), "exact".parse().unwrap());
    // The share is counted in millionths, and the largest of them stands for all above it.
    assert_eq!("pss:favour=0.9999999999".parse::<AlgorithmSpec>().unwrap().to_string(), "pss:favour=0.999999");
    assert_eq!("pss:union=pairwise".parse::<AlgorithmSpec>().unwrap(), "pss".parse().unwrap());
    assert_eq!("pn2:size=growth,a=7".parse::<AlgorithmSpec>().unwrap(), "pn2:a=7".parse().unwrap());
    assert_eq!("pss2:a=7,inf,3,b=2".parse::<AlgorithmSpec>().unwrap().to_string(), "pss2:inf,3,a=7,b=2");
    assert_eq!(" pss: 20 , 20 ".parse::<AlgorithmSpec>().unwrap().to_string(), "pss:20,20");
}

#[test]
fn errors_say_how_to_mend() {
    let error = |text: &str| text.parse::<AlgorithmSpec>().unwrap_err().to_string();
    insta::assert_snapshot!(error("pss:x"), @r#"algorithm "pss:x": "x" is not a cap; give two numbers or inf, as in pss:20,20"#);
    insta::assert_snapshot!(error("pss:20"), @r#"algorithm "pss:20": pss takes two caps, P and D, as in pss:20,20"#);
    insta::assert_snapshot!(error("pss:1,2,3"), @r#"algorithm "pss:1,2,3": pss takes two caps, P and D, and not 3"#);
    insta::assert_snapshot!(error("pss:99999999999999999999,2"), @r#"algorithm "pss:99999999999999999999,2": 99999999999999999999 is too large for a cap; give inf where no set is cut"#);
    insta::assert_snapshot!(error("pss:-1,2"), @r#"algorithm "pss:-1,2": "-1" is not a cap; give two numbers or inf, as in pss:20,20"#);
    insta::assert_snapshot!(error("pns:20,20"), @r#"algorithm "pns:20,20": pns takes no caps; pss:P,D does"#);
    insta::assert_snapshot!(error("pns:ties=lex"), @r#"algorithm "pns:ties=lex": pns has no sets, so ties means nothing; use pss"#);
    insta::assert_snapshot!(error("pss:sum=weak"), @r#"algorithm "pss:sum=weak": pss takes unions, so sum means nothing; use pns"#);
    insta::assert_snapshot!(error("pss:ties=random"), @r#"algorithm "pss:ties=random": ties cannot be "random"; it is one of first, lex, colex"#);
    insta::assert_snapshot!(error("pss:tie=lex"), @r#"algorithm "pss:tie=lex": there is no option "tie"; the options of pss are ties, pick, names, sets, favour, union, cut, cut-plies, graph, evaluate, init, lookahead, updates, batch, cycles"#);
    insta::assert_snapshot!(error("pss:ties=lex,20"), @r#"algorithm "pss:ties=lex,20": "20" stands after an option; caps come first"#);
    insta::assert_snapshot!(error("pss:20,20,sets=bits"), @r#"algorithm "pss:20,20,sets=bits": bitsets hold exact sets only; leave out the caps or sets=bits"#);
    insta::assert_snapshot!(error("pss:8,8,sets=adaptive"), @r#"algorithm "pss:8,8,sets=adaptive": adaptive sets find their caps themselves; leave out the caps or sets=adaptive"#);
    insta::assert_snapshot!(error("pss:favour=1"), @r#"algorithm "pss:favour=1": favour cannot be "1"; give a number that is at least 0 and less than 1, as in favour=0.25"#);
    insta::assert_snapshot!(error("pns:favour=0.5"), @r#"algorithm "pns:favour=0.5": pns has no sets whose leaves favour could mean; use pss"#);
    insta::assert_snapshot!(error("pss:sets=bits,favour=0.5"), @r#"algorithm "pss:sets=bits,favour=0.5": only lists can be favoured; leave out favour or sets"#);
    insta::assert_snapshot!(error("pss:ties=lex,names=own"), @r#"algorithm "pss:ties=lex,names=own": names are inherited only with pick=descent and without favour and batch; leave out names"#);
    insta::assert_snapshot!(error("pss:batch=4,names=inherited"), @r#"algorithm "pss:batch=4,names=inherited": names are inherited only with pick=descent and without favour and batch; leave out names"#);
    insta::assert_snapshot!(error("pss:union=kway"), @r#"algorithm "pss:union=kway": exact sets are the same by either rule; give caps, as in pss:20,20,union=kway, or leave out union=kway"#);
    insta::assert_snapshot!(error("pss:20,20,cut=parents,cut-plies=4"), @r#"algorithm "pss:20,20,cut=parents,cut-plies=4": only cut=depth counts plies; add it, or leave out cut-plies"#);
    insta::assert_snapshot!(error("pss:cut=depth"), @r#"algorithm "pss:cut=depth": exact sets are not cut; give caps, as in pss:20,20,cut=depth, or leave out cut"#);
    insta::assert_snapshot!(error("pss:sets=bits,union=kway"), @r#"algorithm "pss:sets=bits,union=kway": exact sets are the same by either rule; give caps, as in pss:20,20,union=kway, or leave out union=kway"#);
    insta::assert_snapshot!(error("pns:union=kway"), @r#"algorithm "pns:union=kway": pns has no sets, so union means nothing; use pss"#);
    insta::assert_snapshot!(error("pss:8,8,union=all"), @r#"algorithm "pss:8,8,union=all": union cannot be "all"; it is one of pairwise, kway"#);
    insta::assert_snapshot!(error("exact:graph=tree"), @r#"algorithm "exact:graph=tree": exact has the options limit=N and ties=first, and "graph=tree" is neither; leave it out"#);
    insta::assert_snapshot!(error("exact:limit=inf"), @r#"algorithm "exact:limit=inf": limit cannot be "inf"; give a whole number from 0 on, as in limit=1000"#);
    insta::assert_snapshot!(error("aostar:ties=lex"), @r#"algorithm "aostar:ties=lex": ties is an option of pss, dfpn, pds, pnstar, cstar, pss2, pds-pn, dfpn-pn, exact; those of aostar are arc, init"#);
    insta::assert_snapshot!(error("aostar:arc=-1"), @r#"algorithm "aostar:arc=-1": arc cannot be "-1"; give a whole number from 0 on, as in arc=1"#);
    insta::assert_snapshot!(error("aostar:1"), @r#"algorithm "aostar:1": "1" is no option; aostar takes none without `=`, as in aostar:arc=1"#);
    insta::assert_snapshot!(error("dfpn:20,20"), @r#"algorithm "dfpn:20,20": "20" is no option; dfpn takes none without `=`, as in dfpn:epsilon=0.25"#);
    insta::assert_snapshot!(error("dfpn:pick=oldest"), @r#"algorithm "dfpn:pick=oldest": pick is an option of pss, pss2; those of dfpn are sum, proof-sum, disproof-sum, epsilon, ties, table, threads, entries, replace, load-bearing, evaluate, sources, dominance, zones, simulation, threshold-control, deep, deep-base, init"#);
    insta::assert_snapshot!(error("pns:epsilon=1"), @r#"algorithm "pns:epsilon=1": epsilon is an option of dfpn, pds, pnstar, cstar, mate, pds-pn, dfpn-pn; those of pns are sum, proof-sum, disproof-sum, graph, evaluate, init, lookahead, updates, batch, cycles"#);
    insta::assert_snapshot!(error("dfpn:epsilon=-1"), @r#"algorithm "dfpn:epsilon=-1": epsilon cannot be "-1"; give a number from 0 to 1000, as in epsilon=0.25"#);
    insta::assert_snapshot!(error("pds:entries=many"), @r#"algorithm "pds:entries=many": entries cannot be "many"; give a whole number from 0 on, as in entries=1024"#);
    insta::assert_snapshot!(error("dfpn:deep-base=3"), @r#"algorithm "dfpn:deep-base=3": deep-base is nothing without a depth; add it, as in deep=8, or leave out deep-base"#);
    insta::assert_snapshot!(error("dfpn:deep-base=0"), @r#"algorithm "dfpn:deep-base=0": deep-base cannot be "0"; give a whole number from 1 on, as in deep-base=3"#);
    insta::assert_snapshot!(error("dfpn:table=lossy"), @r#"algorithm "dfpn:table=lossy": table cannot be "lossy"; it is one of exact, keyed"#);
    insta::assert_snapshot!(error("pn2:20,20"), @r#"algorithm "pn2:20,20": pn2 takes no caps; pss2:P,D does"#);
    insta::assert_snapshot!(error("pss2:20"), @r#"algorithm "pss2:20": pss2 takes two caps, P and D, as in pss2:20,20"#);
    insta::assert_snapshot!(error("pss2:sets=bits"), @r#"algorithm "pss2:sets=bits": sets is an option of pss; those of pss2 are ties, pick, union, cut, cut-plies, graph, evaluate, init, lookahead, updates, size, a, b, keep, batch, threads"#);
    insta::assert_snapshot!(error("pns:size=full"), @r#"algorithm "pns:size=full": size is an option of pn2, pss2, pds-pn, dfpn-pn; those of pns are sum, proof-sum, disproof-sum, graph, evaluate, init, lookahead, updates, batch, cycles"#);
    insta::assert_snapshot!(error("pn2:size=large"), @r#"algorithm "pn2:size=large": size cannot be "large"; give growth, full, or a whole number of nodes from 1 on, as in size=1000"#);
    insta::assert_snapshot!(error("pn2:size=0"), @r#"algorithm "pn2:size=0": size cannot be "0"; give growth, full, or a whole number of nodes from 1 on, as in size=1000"#);
    insta::assert_snapshot!(error("pn2:b=0"), @r#"algorithm "pn2:b=0": b cannot be "0"; give a whole number of nodes from 1 on, as in b=20000"#);
    insta::assert_snapshot!(error("pn2:size=full,b=3"), @r#"algorithm "pn2:size=full,b=3": b is about a size that grows; leave out b, or give size=growth"#);
    insta::assert_snapshot!(error("pn2:epsilon=1"), @r#"algorithm "pn2:epsilon=1": epsilon is an option of dfpn, pds, pnstar, cstar, mate, pds-pn, dfpn-pn; those of pn2 are sum, proof-sum, disproof-sum, graph, evaluate, init, lookahead, updates, size, a, b, batch, threads"#);
    insta::assert_snapshot!(error("pds-pn:deep=3"), @r#"algorithm "pds-pn:deep=3": deep is an option of dfpn, pds, pnstar, cstar; those of pds-pn are sum, proof-sum, disproof-sum, epsilon, ties, table, threads, entries, replace, evaluate, sources, init, size, a, b, batch"#);
    insta::assert_snapshot!(error("pds-pn:20,20"), @r#"algorithm "pds-pn:20,20": "20" is no option; pds-pn takes none without `=`, as in pds-pn:epsilon=0.25"#);
    insta::assert_snapshot!(error("pds-pn:a=many"), @r#"algorithm "pds-pn:a=many": a cannot be "many"; give a whole number of nodes from 0 on, as in a=100000"#);
    insta::assert_snapshot!(error("negascout:20,20"), @r#"algorithm "negascout:20,20": "20" is no option; negascout takes none without `=`, as in negascout:etc=on"#);
    insta::assert_snapshot!(error("test:guess=1"), @r#"algorithm "test:guess=1": guess is an option of mtdf; those of test are depth, entries, threads, deepening, knowledge, table-move, hints, killers, history, etc"#);
    insta::assert_snapshot!(error("mtdf:guess=x"), @r#"algorithm "mtdf:guess=x": guess cannot be "x"; give a whole number, as in guess=0"#);
    insta::assert_snapshot!(error("mtdf:entries=0"), @r#"algorithm "mtdf:entries=0": mtdf needs a table; leave out entries=0, or search with test"#);
    insta::assert_snapshot!(error("scout:hints=maybe"), @r#"algorithm "scout:hints=maybe": hints cannot be "maybe"; it is one of on, off"#);
    insta::assert_snapshot!(error("negascout:depth=0"), @r#"algorithm "negascout:depth=0": depth cannot be "0"; give a whole number of plies from 1 on, as in depth=8"#);
    insta::assert_snapshot!(error("negascout:depth=65536"), @r#"algorithm "negascout:depth=65536": depth cannot be "65536"; give a whole number of plies from 1 to 65535, as in depth=8"#);
    insta::assert_snapshot!(error("mtdf:guess=-2147483649"), @r#"algorithm "mtdf:guess=-2147483649": guess cannot be "-2147483649"; give a whole number from -2147483648 to 2147483647, as in guess=0"#);
    insta::assert_snapshot!(error("pns:limit=7"), @r#"algorithm "pns:limit=7": limit is an option of exact; those of pns are sum, proof-sum, disproof-sum, graph, evaluate, init, lookahead, updates, batch, cycles"#);
    insta::assert_snapshot!(error("pns:graph=tree,20,20"), @r#"algorithm "pns:graph=tree,20,20": pns takes no caps; pss:P,D does"#);
    insta::assert_snapshot!(error("mpns:20"), @r#"algorithm "mpns:20": there is no option "20"; the options of mpns are selection"#);
    insta::assert_snapshot!(error("mopns:selection=most-proving"), @r#"algorithm "mopns:selection=most-proving": selection is an option of mpns; mopns has none"#);
    insta::assert_snapshot!(error("dfpn:epsilon=0.1,epsilon=0.2"), @r#"algorithm "dfpn:epsilon=0.1,epsilon=0.2": epsilon is given twice; give it once"#);
    insta::assert_snapshot!(error("pns:sum=max,proof-sum=weak"), @r#"algorithm "pns:sum=max,proof-sum=weak": sum is about both sides, and proof-sum is given as well; leave one of them out"#);
    for (name, option) in [
        ("pns", "init=unit"),
        ("pss", "ties=lex"),
        ("aostar", "arc=1"),
        ("pds", "table=keyed"),
        ("mate", "delay=off"),
        ("pn2", "size=7"),
        ("test", "etc=on"),
        ("mpns", "selection=most-proving"),
        ("exact", "limit=7"),
    ] {
        let key = option.split('=').next().unwrap();
        let message = error(&format!("{name}:{option},{option}"));
        assert!(message.ends_with(&format!("{key} is given twice; give it once")), "{message}");
    }
    insta::assert_snapshot!(error("alphabta"), @r#"algorithm "alphabta": there is no algorithm "alphabta"; `proofset algorithms` lists them"#);
    insta::assert_snapshot!(error(""), @r#"algorithm "": there is no algorithm ""; `proofset algorithms` lists them"#);
}
