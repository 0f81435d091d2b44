//! Q3T, ruleset hybrid-1.0, as an engine that speaks the protocol qttt-conform/1.
//!
//!     rustc -O --edition 2021 q3t.rs
//!     ./q3t [--error NAME]
//!
//! Nothing but the standard library is needed. A rule ID stands at the code that implements the rule, and leads to
//! spec/rules/hybrid.md, spec/rules/notation.md or spec/protocol.md. `--error` plants an error that a conformance test
//! must find.

use std::collections::HashMap;
use std::fmt::{self, Display};
use std::io::{self, BufRead, Write};

const RULESET: &str = "hybrid-1.0";
const ERRORS: [&str; 4] =
    ["control-and-target-exchanged", "link-is-no-ply", "triggered-by-any-result", "untriggered-link-stays"];

// ---------------------------------------------------------------- Positions

/// HYB-BOX-1: a box is numbered from 0 here, as its qubit is, and from 1 in writing.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// What stands in an unmeasured box. Players and their marks are 'X' and 'O'.
const UNMEASURED: char = '.';

/// HYB-TURN-1
fn player(ply: usize) -> char { if ply % 2 == 1 { 'X' } else { 'O' } }

fn opponent(player: char) -> char { if player == 'X' { 'O' } else { 'X' } }

/// HYB-STATE-1: the derived order is that of the field `links`, O before X.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Link { control: usize, target: usize, owner: char }

impl Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}>{} {}", self.control + 1, self.target + 1, self.owner)
    }
}

#[derive(Clone, Copy)]
enum Action { Measure(usize), Link(usize, usize), Result(char) }

impl Action {
    fn is_result(self) -> bool { matches!(self, Action::Result(_)) }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Action::Measure(b) => write!(f, "{}", b + 1),
            Action::Link(control, target) => write!(f, "{}>{}", control + 1, target + 1),
            Action::Result(mark) => write!(f, "={mark}"),
        }
    }
}

/// HYB-STATE-1: the links are in order; `measuring` is the box that is named and has no result yet.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Position { marks: [char; 9], links: Vec<Link>, turn: char, measuring: Option<usize> }

impl Position {
    fn initial() -> Position { Position { marks: [UNMEASURED; 9], links: Vec::new(), turn: 'X', measuring: None } }

    fn is_measured(&self, b: usize) -> bool { self.marks[b] != UNMEASURED }

    fn measured(&self) -> usize { (0..9).filter(|&b| self.is_measured(b)).count() }

    /// HYB-END-1
    fn has_line(&self, player: char) -> bool {
        LINES.iter().any(|line| line.iter().all(|&b| self.marks[b] == player))
    }

    /// HYB-END-1, HYB-END-3
    fn is_ended(&self) -> bool {
        self.measuring.is_none() && (self.measured() == 9 || self.has_line('X') || self.has_line('O'))
    }
}

// ---------------------------------------------------------------- The rules

/// HYB-SWITCH-1: the switches and their values, the default first.
const SWITCHES: [(&str, &[&str]); 4] = [
    ("links", &["one", "single", "two"]),
    ("targets", &["any", "one"]),
    ("effect", &["reverse", "take"]),
    ("both", &["draw", "X", "measurer", "other"]),
];

/// The rules under their switches.
struct Rules {
    links: &'static str,
    targets: &'static str,
    effect: &'static str,
    both: &'static str,
    planted: &'static str,
}

impl Rules {
    /// HYB-CONTROL-1
    fn may_carry(&self, p: &Position, control: usize) -> bool {
        let carried = p.links.iter().filter(|link| link.control == control).count();
        match self.links {
            "single" => p.links.is_empty(),
            "two" => carried < 2,
            _ => carried < 1,
        }
    }

    /// HYB-TARGET-1
    fn may_receive(&self, p: &Position, target: usize) -> bool {
        self.targets == "any" || p.links.iter().all(|link| link.target != target)
    }

    /// HYB-ERROR-1: the first rule that an action breaks.
    fn rule_broken(&self, p: &Position, action: Action) -> Option<&'static str> {
        match action {
            _ if p.is_ended() => Some("HYB-END-1"),
            _ if action.is_result() != p.measuring.is_some() => Some("HYB-RESULT-1"),
            Action::Measure(b) if p.is_measured(b) => Some("HYB-MEASURE-1"),
            Action::Link(control, target) if p.is_measured(control) || !p.is_measured(target) => Some("HYB-LINK-1"),
            Action::Link(control, _) if !self.may_carry(p, control) => Some("HYB-CONTROL-1"),
            Action::Link(_, target) if !self.may_receive(p, target) => Some("HYB-TARGET-1"),
            _ => None,
        }
    }

    /// HYB-ORDER-1: the legal actions in their order.
    fn actions(&self, p: &Position) -> Vec<Action> {
        let measurements = (0..9).map(Action::Measure);
        let links = (0..9).flat_map(|control| (0..9).map(move |target| Action::Link(control, target)));
        let all = measurements.chain(links).chain(['X', 'O'].map(Action::Result));
        all.filter(|&action| self.rule_broken(p, action).is_none()).collect()
    }

    /// HYB-ORDER-1: the position after a legal action.
    fn play(&self, p: &Position, action: Action) -> Position {
        match action {
            Action::Measure(b) => Position { measuring: Some(b), ..p.clone() },
            Action::Link(control, target) => self.after_link(p, control, target),
            Action::Result(mark) => self.after_result(p, mark),
        }
    }

    /// HYB-LINK-1, HYB-TURN-1
    fn after_link(&self, p: &Position, control: usize, target: usize) -> Position {
        let turn = if self.planted == "link-is-no-ply" { p.turn } else { opponent(p.turn) };
        let mut after = Position { turn, ..p.clone() };
        after.links.push(Link { control, target, owner: p.turn });
        after.links.sort();
        after
    }

    /// HYB-RESULT-1, HYB-TRIGGER-1, HYB-TURN-1
    fn after_result(&self, p: &Position, result: char) -> Position {
        let mut after = Position { turn: opponent(p.turn), measuring: None, ..p.clone() };
        if let Some(b) = p.measuring {
            after.marks[b] = result;
        }
        after.links.retain(|link| Some(link.control) != p.measuring);
        for link in p.links.iter().filter(|link| Some(link.control) == p.measuring) {
            if link.owner == result || self.planted == "triggered-by-any-result" {
                let mark = &mut after.marks[link.target];
                *mark = if self.effect == "take" { result } else { opponent(*mark) };
            } else if self.planted == "untriggered-link-stays" {
                after.links.push(*link);
            }
        }
        after
    }

    /// How an ended game was decided, by which rule, and whose win it counts as (HYB-SCORE-1). The turn has already
    /// passed from the player who measured to the other one.
    fn outcome(&self, p: &Position) -> (&'static str, &'static str, Option<char>) {
        let winner_of_both = match self.both {
            "X" => Some('X'),
            "measurer" => Some(opponent(p.turn)),
            "other" => Some(p.turn),
            _ => None,
        };
        match (p.has_line('X'), p.has_line('O')) {
            (true, true) => ("lines of both", "HYB-END-2", winner_of_both),
            (true, false) => ("win of X", "HYB-END-1", Some('X')),
            (false, true) => ("win of O", "HYB-END-1", Some('O')),
            (false, false) => ("draw", "HYB-END-3", None),
        }
    }

    /// CONFORM-PERFT-1: a result belongs to the ply before it.
    fn count_games(&self, p: &Position, depth: usize) -> u64 {
        if depth == 0 && p.measuring.is_none() {
            return 1;
        }
        let count = |action: Action| self.count_games(&self.play(p, action), depth - usize::from(!action.is_result()));
        self.actions(p).into_iter().map(count).sum()
    }
}

// ---------------------------------------------------------------- Values

/// Values are counted in 512ths: at most nine results can halve them.
const ONE: i32 = 512;

/// The values found so far.
type Known = HashMap<Position, i32>;

/// Whether a search ends soon. Earlier values are left out: a program that is not optimised leaves out more.
fn is_late(p: &Position, rules: &Rules) -> bool {
    p.is_ended() || p.measured() >= 7 || (!cfg!(debug_assertions) && rules.following(p) <= 2e5)
}

impl Rules {
    /// About how many positions follow at most, whatever the marks: an unmeasured box may get further links, to any of
    /// eight boxes and of either player, or be measured, as X or O.
    fn following(&self, p: &Position) -> f64 {
        let most = if self.links == "two" { 2 } else { 1 };
        let carried = |b: usize| p.links.iter().filter(|link| link.control == b).count();
        (0..9).filter(|&b| !p.is_measured(b)).map(|b| [3.0, 19.0, 155.0][most - carried(b).min(most)]).product()
    }

    /// HYB-SCORE-1, HYB-VALUE-1
    fn value(&self, p: &Position, known: &mut Known) -> i32 {
        if let Some(&value) = known.get(p) {
            return value;
        }
        let after = self.values_after(p, known).into_iter().map(|(_, value)| value);
        let value = match p.turn {
            _ if p.is_ended() => self.outcome(p).2.map_or(0, |winner| if winner == 'X' { ONE } else { -ONE }),
            _ if p.measuring.is_some() => after.sum::<i32>() / 2,
            'X' => after.max().unwrap_or(0),
            _ => after.min().unwrap_or(0),
        };
        known.insert(p.clone(), value);
        value
    }

    fn values_after(&self, p: &Position, known: &mut Known) -> Vec<(Action, i32)> {
        let actions = self.actions(p).into_iter();
        actions.map(|action| (action, self.value(&self.play(p, action), known))).collect()
    }
}

fn fraction(value: i32) -> String {
    let halvings = value.trailing_zeros().min(ONE.trailing_zeros());
    match ONE >> halvings {
        1 => format!("{}", value >> halvings),
        denominator => format!("{}/{denominator}", value >> halvings),
    }
}

// ---------------------------------------------------------------- Games and positions in writing

/// NOTATION-GAME-1
fn tokens(text: &str) -> Vec<&str> {
    text.split([' ', '\t', '\n', '\r']).filter(|token| !token.is_empty()).collect()
}

fn read_box(text: &str) -> Option<usize> { (text.len() == 1).then(|| "123456789".find(text))? }

fn read_player(text: &str) -> Option<char> { text.chars().next().filter(|_| text == "X" || text == "O") }

fn is_ply(text: &str) -> bool { text.bytes().all(|c| c.is_ascii_digit()) && !text.is_empty() && !text.starts_with('0') }

impl Rules {
    /// NOTATION-LINK-1: the control and the target in `5>7`.
    fn read_link(&self, text: &str) -> Option<(usize, usize)> {
        let (first, second) = text.split_once('>')?;
        let (control, target) = (read_box(first)?, read_box(second)?);
        Some(if self.planted == "control-and-target-exchanged" { (target, control) } else { (control, target) })
    }

    /// NOTATION-SQUARE-1, NOTATION-LINK-1: the player and the ply of a move, and the move.
    fn read_move<'a>(&self, token: &'a str) -> Option<(&'a str, Action)> {
        let (mark, boxes) = token.split_once('.')?;
        let link = self.read_link(boxes).map(|(control, target)| Action::Link(control, target));
        let action = link.or_else(|| read_box(boxes).map(Action::Measure))?;
        is_ply(mark.strip_prefix(['X', 'O'])?).then_some((mark, action))
    }

    /// NOTATION-RESULT-1, HYB-TURN-1: a token where a ply is due, or the rule that it breaks.
    fn read_token(&self, ply: usize, token: &str) -> Result<Action, &'static str> {
        if let Some(result) = token.strip_prefix('=') {
            return read_player(result).map(Action::Result).ok_or("NOTATION-RESULT-1");
        }
        let malformed = if token.contains('>') { "NOTATION-LINK-1" } else { "NOTATION-SQUARE-1" };
        let (mark, action) = self.read_move(token).ok_or(malformed)?;
        if mark == format!("{}{ply}", player(ply)) { Ok(action) } else { Err("HYB-TURN-1") }
    }

    /// NOTATION-ERROR-1: the whole text is read before anything is played.
    fn read_game(&self, text: &str) -> Result<Vec<Action>, Failure> {
        let mut game = Vec::new();
        let mut ply = 1;
        for (i, token) in tokens(text).into_iter().enumerate() {
            let action = self.read_token(ply, token).map_err(|rule| illegal(rule, i + 1))?;
            let is_ply = match action {
                Action::Measure(_) => true,
                Action::Link(..) => self.planted != "link-is-no-ply",
                Action::Result(_) => false,
            };
            ply += usize::from(is_ply);
            game.push(action);
        }
        Ok(game)
    }

    /// HYB-CIRCUIT-2: the positions that a game may lead to. An open game may leave out a result, and then both are
    /// followed. Paths differ in their marks alone, so that an action breaks the same rule on all that go on.
    fn paths(&self, game: &[Action], is_open: bool) -> Result<Vec<Position>, Failure> {
        let mut paths = vec![Position::initial()];
        for (i, &action) in game.iter().enumerate() {
            if is_open && !action.is_result() && paths[0].measuring.is_some() {
                paths = paths.iter().flat_map(|p| ['X', 'O'].map(|mark| self.after_result(p, mark))).collect();
            }
            paths.retain(|p| !p.is_ended());
            match paths.first().map_or(Some("HYB-END-1"), |p| self.rule_broken(p, action)) {
                Some(rule) => return Err(illegal(rule, i + 1)),
                None => paths = paths.iter().map(|p| self.play(p, action)).collect(),
            }
        }
        Ok(paths)
    }

    fn settings(&self) -> [String; 4] {
        let values = [self.links, self.targets, self.effect, self.both];
        std::array::from_fn(|i| format!("{}={}", SWITCHES[i].0, values[i]))
    }

    /// NOTATION-POSITION-1, NOTATION-STATE-4
    fn write_position(&self, p: &Position) -> String {
        let links: String = p.links.iter().map(|link| format!("{link}, ")).collect();
        let next = p.measuring.map_or("to move".to_string(), |b| format!("measures {}", b + 1));
        format!("{RULESET} {}: {}, {links}{} {next}", self.settings().join(" "), String::from_iter(p.marks), p.turn)
    }

    /// NOTATION-POSITION-1
    fn read_position(&self, text: &str) -> Result<Position, Failure> {
        let (header, state) = text.split_once(':').unwrap_or((text, ""));
        let (header, settings) = (tokens(header), self.settings());
        let is_right = |i: usize| match i {
            0 => header[0] == RULESET,
            _ => settings.iter().any(|setting| setting == header[i]) && !header[..i].contains(&header[i]),
        };
        let wrong = (0..header.len()).find(|&i| !is_right(i));
        if wrong.is_some() || header.is_empty() || !text.contains(':') {
            return Err(illegal("NOTATION-POSITION-1", wrong.unwrap_or(header.len()) + 1));
        }
        let mut words = tokens(state);
        words.push(""); // the end, so that a word that is missing is missed there
        let mut rest = words.iter();
        let p = self.read_state(&mut rest);
        p.ok_or_else(|| illegal("NOTATION-STATE-4", header.len() + words.len() - rest.len()))
    }

    /// NOTATION-STATE-4: takes the words up to the first one that does not fit.
    fn read_state(&self, words: &mut std::slice::Iter<&str>) -> Option<Position> {
        let mut p = Position::initial();
        let marks: Vec<char> = words.next()?.strip_suffix(',')?.chars().collect();
        p.marks = marks.try_into().ok()?;
        if !p.marks.iter().all(|mark| ['X', 'O', UNMEASURED].contains(mark)) {
            return None;
        }
        p.turn = loop {
            let word = words.next()?;
            if let Some(player) = read_player(word) {
                break player;
            }
            let (control, target) = self.read_link(word)?;
            if p.is_measured(control) || !p.is_measured(target) {
                return None;
            }
            p.links.push(Link { control, target, owner: read_player(words.next()?.strip_suffix(',')?)? });
        };
        p.links.sort();
        p.measuring = match *words.next()? {
            "to" if *words.next()? == "move" => None,
            "measures" => Some(read_box(words.next()?).filter(|&b| !p.is_measured(b))?),
            _ => return None,
        };
        words.next()?.is_empty().then_some(p)
    }
}

// ---------------------------------------------------------------- Circuits

impl Rules {
    /// HYB-CIRCUIT-1
    fn circuit(&self, game: &[Action]) -> Vec<String> {
        let mut operations: Vec<String> = (0..9).map(|b| format!("HADAMARD {b}")).collect();
        let mut links = Vec::new();
        let mut ply = 0;
        for (i, &action) in game.iter().enumerate() {
            ply += usize::from(!action.is_result());
            match action {
                Action::Link(control, target) => links.push(Link { control, target, owner: player(ply) }),
                Action::Result(_) => {}
                Action::Measure(b) => {
                    if let Some(&Action::Result(mark)) = game.get(i + 1) {
                        operations.extend(fixing(b, mark, ""));
                    }
                    operations.push(format!("MEASUREMENT {b}"));
                    for link in links.iter().filter(|link| link.control == b) {
                        operations.extend(self.acting(link));
                        operations.push(format!("MEASUREMENT {}", link.target));
                    }
                }
            }
        }
        operations
    }

    /// HYB-CIRCUIT-1: what a link does to its target when its control is measured.
    fn acting(&self, &Link { control, target, owner }: &Link) -> Vec<String> {
        match (self.effect, owner) {
            ("take", 'X') => fixing(target, owner, &format!(" if {control} is 1")),
            ("take", _) => fixing(target, owner, &format!(" if {control} is 0")),
            (_, 'X') => vec![format!("CONTROLLED NOT {control} {target}")],
            (_, _) => vec![format!("ANTI-CONTROLLED NOT {control} {target}")],
        }
    }
}

/// HYB-CIRCUIT-1: the operations that put a mark into a box. A qubit that is 1 is an X.
fn fixing(b: usize, mark: char, condition: &str) -> Vec<String> {
    let names: &[&str] = if mark == 'X' { &["RESET", "NOT"] } else { &["RESET"] };
    names.iter().map(|name| format!("{name} {b}{condition}")).collect()
}

// ---------------------------------------------------------------- JSON

/// A word is a number, true, false or null, and is not looked at closely.
enum Json { Word(String), Text(String), List(Vec<Json>), Object(Vec<(String, Json)>) }

impl Json {
    fn get(&self, key: &str) -> Option<&Json> {
        self.entries()?.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    fn entries(&self) -> Option<&[(String, Json)]> { if let Json::Object(all) = self { Some(all) } else { None } }

    fn list(&self) -> Option<&[Json]> { if let Json::List(all) = self { Some(all) } else { None } }

    fn text(&self) -> Option<&str> { if let Json::Text(text) = self { Some(text) } else { None } }

    fn integer(&self) -> Option<usize> { if let Json::Word(word) = self { word.parse().ok() } else { None } }
}

/// Takes a character from the front of a text, after any blanks.
fn takes(rest: &mut &str, character: char) -> bool {
    *rest = rest.trim_start_matches([' ', '\t', '\n', '\r']);
    let after = rest.strip_prefix(character);
    *rest = after.unwrap_or(rest);
    after.is_some()
}

/// Takes a value, in which lists and objects are at most so deep within each other.
fn take_value(rest: &mut &str, depth: usize) -> Option<Json> {
    let depth = depth.checked_sub(1)?;
    if takes(rest, '"') {
        return take_text(rest).map(Json::Text);
    }
    if takes(rest, '[') {
        return take_items(rest, ']', |rest| take_value(rest, depth)).map(Json::List);
    }
    if takes(rest, '{') {
        let entry = |rest: &mut &str| {
            let key = takes(rest, '"').then(|| take_text(rest))??;
            takes(rest, ':').then(|| take_value(rest, depth))?.map(|value| (key, value))
        };
        return take_items(rest, '}', entry).map(Json::Object);
    }
    let end = rest.find([',', ':', ']', '}', ' ', '\t', '\n', '\r']).unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    *rest = after;
    (!word.is_empty()).then(|| Json::Word(word.to_string()))
}

fn take_items<T>(rest: &mut &str, close: char, item: impl Fn(&mut &str) -> Option<T>) -> Option<Vec<T>> {
    let mut items = Vec::new();
    while !takes(rest, close) {
        if !items.is_empty() && !takes(rest, ',') {
            return None;
        }
        items.push(item(rest)?);
    }
    Some(items)
}

/// Takes the rest of a text after its first quotation mark. Half of a surrogate pair becomes a replacement character.
fn take_text(rest: &mut &str) -> Option<String> {
    let mut text = String::new();
    loop {
        let mut chars = rest.chars();
        let character = match chars.next()? {
            '\\' => match chars.next()? {
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => {
                    let code = u32::from_str_radix(chars.as_str().get(..4)?, 16).ok()?;
                    chars = chars.as_str()[4..].chars();
                    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
                }
                other => other,
            },
            '"' => {
                *rest = chars.as_str();
                return Some(text);
            }
            other => other,
        };
        *rest = chars.as_str();
        text.push(character);
    }
}

/// Nothing that this program prints has a character that JSON must escape.
fn quoted(text: impl Display) -> String { format!("\"{text}\"") }

fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    format!("[{}]", items.into_iter().map(quoted).collect::<Vec<_>>().join(", "))
}

fn object<K: Display, V: Display>(entries: impl IntoIterator<Item = (K, V)>) -> String {
    let entries = entries.into_iter().map(|(key, value)| format!("\"{key}\": \"{value}\""));
    format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
}

// ---------------------------------------------------------------- Protocol

const FIELDS: [&str; 13] = [
    "actor", "actions", "chance", "marks", "links", "outcome", "outcome_rule", "value", "best", "first_moves",
    "position", "printed", "circuit",
];
const PERFT: usize = 4;

/// CONFORM-ASK-2: what is answered in place of `answers`.
type Failure = String;

fn illegal(rule: &str, token: usize) -> Failure { format!(r#""illegal": {{"error": "{rule}", "token": {token}}}"#) }

/// CONFORM-START-1
fn start() -> String {
    let implementation = object([("name", "q3t.rs"), ("language", "Rust"), ("version", "1.0")]);
    let (options, fields, forms) = (list(["switches"]), list(FIELDS), list(["position", "open"]));
    let declared = format!(r#""options": {options}, "fields": {fields}, "forms": {forms}, "perft": {PERFT}"#);
    format!(r#"{{"version": 1, "implementation": {implementation}, "rulesets": {{"{RULESET}": {{{declared}}}}}}}"#)
}

/// HYB-SWITCH-1
fn read_options(options: Option<&Json>, planted: &'static str) -> Result<Rules, Failure> {
    let refused = || r#""refused": "HYB-SWITCH-1""#.to_string();
    let mut chosen = SWITCHES.map(|(_, values)| values[0]);
    if let Some(switches) = options.and_then(|options| options.get("switches")) {
        for (name, value) in switches.entries().ok_or_else(refused)? {
            let i = SWITCHES.iter().position(|(known, _)| known == name).ok_or_else(refused)?;
            chosen[i] = SWITCHES[i].1.iter().find(|known| value.text() == Some(known)).ok_or_else(refused)?;
        }
    }
    let [links, targets, effect, both] = chosen;
    Ok(Rules { links, targets, effect, both, planted })
}

/// CONFORM-FIELD-1: the answer to a field, or nothing if it is left out.
fn field(rules: &Rules, name: &str, p: &Position) -> Option<String> {
    let known = &mut Known::new();
    let moves = |known: &mut Known| {
        let all = rules.values_after(p, known).into_iter();
        all.filter(|(action, _)| !action.is_result()).collect::<Vec<_>>()
    };
    Some(match name {
        "actor" if p.is_ended() => "null".to_string(),
        "actor" if p.measuring.is_some() => quoted("CHANCE"),
        "actor" => quoted(p.turn),
        "actions" => list(rules.actions(p)),
        "after" => list(rules.actions(p).into_iter().map(|action| rules.write_position(&rules.play(p, action)))),
        "chance" if p.measuring.is_some() => object(['X', 'O'].map(|mark| (Action::Result(mark), "1/2"))),
        "chance" => "{}".to_string(),
        "marks" => object((0..9).filter(|&b| p.is_measured(b)).map(|b| (b + 1, p.marks[b]))),
        "links" => list(&p.links),
        "outcome" if p.is_ended() => quoted(rules.outcome(p).0),
        "outcome_rule" if p.is_ended() => quoted(rules.outcome(p).1),
        "outcome" | "outcome_rule" => "null".to_string(),
        "position" => quoted(rules.write_position(p)),
        "value" if is_late(p, rules) => quoted(fraction(rules.value(p, known))),
        "best" if is_late(p, rules) => {
            let best = rules.value(p, known);
            list(moves(known).into_iter().filter(|&(_, value)| value == best).map(|(action, _)| action))
        }
        "first_moves" if is_late(p, rules) => {
            object(moves(known).into_iter().map(|(action, value)| (action, fraction(value))))
        }
        _ => return None,
    })
}

/// CONFORM-ASK-1, CONFORM-ASK-2, CONFORM-PERFT-1: the answer to a question, without its `seq`.
fn answer(request: &Json, planted: &'static str) -> Result<String, Failure> {
    let text_of = |key| request.get(key).and_then(Json::text);
    if text_of("ruleset") != Some(RULESET) {
        return Err(r#""skipped": "another ruleset""#.to_string());
    }
    let rules = read_options(request.get("options"), planted)?;
    let (is_open, text) = (text_of("open").is_some(), text_of("game").or_else(|| text_of("open")));
    let game = text.map(|text| rules.read_game(text)).transpose()?;
    let paths = match (&game, text_of("position")) {
        (Some(game), _) => rules.paths(game, is_open)?,
        (None, Some(text)) => vec![rules.read_position(text)?],
        (None, None) => return Err(r#""errored": "no position""#.to_string()),
    };
    if let Some(depth) = request.get("depth").and_then(Json::integer) {
        let counts: Vec<u64> = (1..=depth.min(PERFT)).map(|plies| rules.count_games(&paths[0], plies)).collect();
        return Ok(format!("\"counts\": {counts:?}"));
    }
    let answer = |name: &str| match name {
        "circuit" => game.as_ref().map(|game| list(rules.circuit(game))),
        "printed" => text.map(|text| quoted(tokens(text).join(" "))),
        _ if is_open => None,
        _ => field(&rules, name, &paths[0]),
    };
    let named = |name| Some(format!("\"{name}\": {}", answer(name)?));
    let fields = request.get("fields").and_then(Json::list).unwrap_or(&[]);
    let answers: Vec<String> = fields.iter().filter_map(Json::text).filter_map(named).collect();
    Ok(format!("\"answers\": {{{}}}", answers.join(", ")))
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let planted = match &arguments[..] {
        [] => Some(""),
        [flag, name] if flag == "--error" => ERRORS.into_iter().find(|error| error == name),
        _ => None,
    };
    let planted = planted.unwrap_or_else(|| {
        eprintln!("q3t takes no argument, or --error and one of {}.", ERRORS.join(", "));
        std::process::exit(2)
    });
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        let mut rest = text.as_ref();
        let request = take_value(&mut rest, 16).filter(|_| rest.trim().is_empty());
        let request = request.unwrap_or_else(|| Json::Word("nothing".to_string()));
        match request.get("cmd").and_then(Json::text) {
            Some("stop") => break, // CONFORM-STOP-1
            Some("start") => writeln!(output, "{}", start())?,
            _ => {
                let seq = request.get("seq").and_then(Json::integer).map_or("null".to_string(), |seq| seq.to_string());
                let (Ok(rest) | Err(rest)) = answer(&request, planted);
                writeln!(output, "{{\"seq\": {seq}, {rest}}}")?;
            }
        }
        output.flush()?; // CONFORM-LINE-2
        line.clear();
    }
    Ok(())
}
