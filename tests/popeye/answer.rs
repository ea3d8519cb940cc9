//! The output of a solver for one problem, in a form that does not depend on the order in which
//! moves were tried.
//!
//! The body of an answer is read as a tree: the parent of a line is the nearest line above it with
//! a smaller indent, a blank line closes all open nodes, and the label of a twin is the parent of
//! all that follows. Siblings are then sorted. Board, caption, labels, messages and the closing
//! line must agree word by word.

/// A line of a solution and its children.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct AnswerNode {
    text: String,
    children: Vec<AnswerNode>,
}

/// The messages about the problem that are part of an answer. Both programs may print other
/// messages on stderr.
const MESSAGES: [&str; 2] = [NEED_A_KING, "the side to play can capture the king"];
/// A message that the peer repeats for every side and twin.
const NEED_A_KING: &str = "both sides need a king";
const ENDS: [&str; 3] = ["solution finished.", "Partial solution", "solving interrupted."];

/// Returns whether a line is the top or the bottom of a printed board.
pub fn is_board_edge(line: &str) -> bool {
    line.starts_with("+---a---b")
}

/// Returns the text without messages, which may interrupt a line of output, and the messages that
/// are part of an answer.
fn without_interruptions(text: &str) -> (String, Vec<String>) {
    let [kingless, capturable] = MESSAGES;
    let mut messages = Vec::new();
    let mut cleared = text.to_owned();
    for (message, whole) in [(kingless, format!("{kingless}\n")), (capturable, format!("\n{capturable}"))] {
        messages.extend(vec![message.to_owned(); cleared.matches(&whole).count()]);
        cleared = cleared.replace(&whole, "");
    }
    // As in "a8: square is empty - …"; kirke words this message differently.
    let empty = ": square is empty - cannot (re)move any piece.\n";
    while let Some(at) = cleared.find(empty) {
        cleared.replace_range(at.saturating_sub(2)..at + empty.len(), "");
    }
    (cleared, messages)
}

/// An answer in canonical order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    lines: Vec<String>,
    solved: bool,
    finished: bool,
    messages: Vec<String>,
    unknown_lines: Vec<String>,
}

impl Answer {
    /// Reads the output from the board on.
    pub fn read(text: &str) -> Answer {
        Answer::read_as(text, false)
    }

    /// Reads the output as [`Answer::read`] does, but counts repeated siblings once and ignores the
    /// marks of uncapturable men and of men that are royal when they promote.
    pub fn read_leniently(text: &str) -> Answer {
        let mut text = text.replace("[+wu", "[+w").replace("[+bu", "[+b");
        for walk in ["K", "Q", "R", "B", "S"] {
            text = text.replace(&format!("u{walk}"), walk).replace(&format!("=r{walk}"), &format!("={walk}"));
        }
        Answer::read_as(&text.replace("uP", ""), true)
    }

    fn read_as(text: &str, once: bool) -> Answer {
        let (text, mut messages) = without_interruptions(text);
        let mut head = Vec::new();
        let mut foreign = Vec::new();
        let mut end = String::new();
        let mut twins = vec![AnswerNode::new("")];
        // The indents of the nodes that can still get children.
        let mut open: Vec<usize> = Vec::new();
        let mut edges = 0;
        let mut caption = None;
        let mut in_caption = true;
        let mut in_label = false;
        for line in text.lines() {
            let mut words = line.split_whitespace().collect::<Vec<_>>().join(" ");
            // The message of the peer can follow a move on the same line.
            if let Some(message) = MESSAGES.iter().find(|message| words.ends_with(*message)) {
                messages.push((*message).to_owned());
                words.truncate(words.len() - message.len());
                if words.is_empty() {
                    continue;
                }
            }
            if words.ends_with("not applicable - ignored") {
                // Kirke ignores such options silently.
            } else if is_progress(&words) {
                // Kirke does not number first moves.
            } else if edges < 2 {
                edges += usize::from(is_board_edge(line));
                head.push(words);
            } else if words.is_empty() {
                in_caption = false;
                in_label = false;
                open.clear();
            } else if ENDS.contains(&words.as_str()) {
                end = words;
            } else if in_caption && words == "+" {
                // After the key of post-key play the peer omits the blank line.
                in_caption = false;
                attach(&mut twins, 0, AnswerNode::new(&words));
                open.push(1);
            } else if in_caption {
                // The names of conditions are not compared here.
                caption.get_or_insert(stipulation_words(&words));
            } else if is_label(&words) && !line.starts_with(' ') {
                twins.push(AnswerNode::new(&caption_words(&words).join(" ")));
                in_label = true;
                open.clear();
            } else if let (true, Some(twin)) =
                (in_label && line.starts_with(' ') && !is_play(&words), twins.last_mut())
            {
                // Each condition has a line of its own, and the order depends on the program.
                twin.text = caption_words(&format!("{} {words}", twin.text)).join(" ");
            } else if !line.starts_with(' ') {
                foreign.push(words);
            } else {
                in_label = false;
                let indent = line.len() - line.trim_start().len();
                while open.last().is_some_and(|&above| above >= indent) {
                    open.pop();
                }
                attach(&mut twins, open.len(), AnswerNode::new(&words));
                open.push(indent);
            }
        }
        let solved = twins.iter().any(|twin| !twin.children.is_empty());
        messages.sort();
        messages.dedup_by(|one, other| one == other && one == NEED_A_KING);
        let mut lines = head;
        lines.extend(caption);
        for twin in twins {
            lines.push(twin.text.clone());
            for phase in phases(twin.children, once) {
                lines.push("phase".into());
                phase.iter().for_each(|node| node.print(1, &mut lines));
            }
        }
        let finished = !end.is_empty();
        lines.push(end);
        lines.extend(messages.iter().cloned());
        Answer { lines, solved, finished, messages, unknown_lines: foreign }
    }

    /// Returns whether the answer contains a move.
    pub fn is_solved(&self) -> bool {
        self.solved
    }

    /// Returns whether the answer ends with a closing line.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Returns the messages about the problem.
    pub fn messages(&self) -> &[String] {
        &self.messages
    }

    /// Returns the lines that are not part of an answer, most of them error messages.
    pub fn unknown_lines(&self) -> &[String] {
        &self.unknown_lines
    }

    /// Returns the canonical text.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}

impl AnswerNode {
    fn new(text: &str) -> AnswerNode {
        AnswerNode { text: text.to_owned(), children: Vec::new() }
    }

    fn sort(&mut self, once: bool) {
        self.children.iter_mut().for_each(|node| node.sort(once));
        self.children.sort();
        if once {
            self.children.dedup();
        }
    }

    fn print(&self, depth: usize, lines: &mut Vec<String>) {
        lines.push(format!("{}{}", "  ".repeat(depth), self.text));
        for node in &self.children {
            node.print(depth + 1, lines);
        }
    }
}

/// Returns the words of a line that names conditions, in canonical order. Popeye repeats options
/// without effect; kirke prints the meaning of a name.
fn caption_words(words: &str) -> Vec<String> {
    // Popeye writes a cycle of walks as `Q->R->Q`.
    let words = words.split(' ').flat_map(|word| match word.rsplit_once("->") {
        Some((cycle, _)) if word.len() <= 16 => cycle.split("->").collect(),
        _ => vec![word],
    });
    let words = words.filter(|word| !["Relaxed", "Strict", "Absolute", "LastMove"].contains(word));
    // Popeye prints ContraParrain as the mirror image of Parrain.
    let contra = words.clone().any(|word| word == "ContraParrain");
    let words = words.filter(|&word| !contra || word != "Mirror");
    let mut words: Vec<_> = words.map(|word| stipulation_words(&word.replace("ultra", "Ultra"))).collect();
    words.sort();
    words
}

/// Returns the part of a stipulation that the peer prints: it omits the words before `reci-h`, and
/// in post-key play the words before `s#1` and `r#1`.
fn stipulation_words(words: &str) -> String {
    let begun = [
        ("exact-ser-reci-", "reci-"),
        ("exact-reci-", "reci-"),
        ("ser-reci-", "reci-"),
        ("pser-s", "s"),
        ("pser-r", "r"),
        ("semi-r", "r"),
    ];
    let rest = begun.iter().find_map(|(begin, rest)| Some((rest, words.strip_prefix(begin)?)));
    rest.map_or_else(|| words.to_owned(), |(begin, rest)| format!("{begin}{rest}"))
}

/// Returns whether the line is the label of a twin, such as `b) wKa1-->b2` or `+c) -bPe4`.
fn is_label(words: &str) -> bool {
    let label = words.strip_prefix('+').unwrap_or(words);
    let letters = label.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let rest = letters.trim_start_matches(|c: char| c.is_ascii_digit());
    words == "zeroposition" || (letters.len() < label.len() && rest.starts_with(')'))
}

/// Returns whether the line is play and not a name: `1.Ka1-b1 !`, `1...Ka1-b1`, `+`, `but`.
fn is_play(words: &str) -> bool {
    words.starts_with(|c: char| c.is_ascii_digit()) || matches!(words, "+" | "but")
}

/// Returns whether the line is the number of a first move, as in `12 (Ra1-a4 )`.
fn is_progress(words: &str) -> bool {
    let rest = words.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < words.len() && rest.starts_with(" (") && rest.ends_with(')')
}

/// Appends a node to the last twin, `depth` levels below it.
fn attach(twins: &mut [AnswerNode], depth: usize, node: AnswerNode) {
    let Some(mut above) = twins.last_mut() else {
        return;
    };
    for _ in 0..depth {
        if above.children.is_empty() {
            break;
        }
        let last = above.children.len() - 1;
        above = &mut above.children[last];
    }
    above.children.push(node);
}

/// Splits nodes into runs of lines that begin alike: set play, actual play, and both again in
/// duplex.
fn phases(nodes: Vec<AnswerNode>, once: bool) -> Vec<Vec<AnswerNode>> {
    let beginning =
        |node: &AnswerNode| ["1...", "1."].into_iter().position(|beginning| node.text.starts_with(beginning));
    let mut phases: Vec<Vec<AnswerNode>> = Vec::new();
    for mut node in nodes {
        node.sort(once);
        match phases.last_mut() {
            Some(phase) if beginning(&phase[0]) == beginning(&node) => phase.push(node),
            _ => phases.push(vec![node]),
        }
    }
    for phase in &mut phases {
        phase.sort();
        if once {
            phase.dedup();
        }
    }
    phases
}

/// Returns the lines to remove from (`-`) and to add to (`+`) the first text to get the second,
/// with some common lines as context.
pub fn difference(one: &[String], other: &[String]) -> Vec<String> {
    // If one program does not stop, the first lines suffice.
    const ENOUGH: usize = 2000;
    let alike = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let skip = alike.saturating_sub(2);
    let (one, other) = (&one[skip..], &other[skip..]);
    let one = &one[..one.len().min(ENOUGH)];
    let other = &other[..other.len().min(ENOUGH)];
    // common[i][j]: the number of common lines of one[i..] and other[j..].
    let mut common = vec![vec![0_u32; other.len() + 1]; one.len() + 1];
    for i in (0..one.len()).rev() {
        for j in (0..other.len()).rev() {
            common[i][j] = if one[i] == other[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < one.len() || j < other.len() {
        if i < one.len() && j < other.len() && one[i] == other[j] {
            lines.push(format!("  {}", one[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == other.len() || (i < one.len() && common[i + 1][j] >= common[i][j + 1]) {
            lines.push(format!("- {}", one[i]));
            i += 1;
        } else {
            lines.push(format!("+ {}", other[j]));
            j += 1;
        }
    }
    let printed = |index: usize| {
        let near = index.saturating_sub(2)..(index + 3).min(lines.len());
        near.into_iter().any(|index| !lines[index].starts_with("  "))
    };
    (0..lines.len()).filter(|&index| printed(index)).map(|index| lines[index].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "+---a---b---+\n8   .   .\n+---a---b---+\n  #2          3 + 1\n";

    fn lines(body: &str) -> Vec<String> {
        let answer = Answer::read(&format!("{HEAD}{body}\nsolution finished.\n"));
        answer.lines()[4..].to_vec()
    }

    #[test]
    fn move_order_is_ignored() {
        let one = "\n   1.Qa1-b1 ! threat:\n          2.Qb1-b8 #\n      1...Ka8-a7\n          2.Qb1-b7 #\n\n   1.Qa1-c1 ? zugzwang.\n    but\n      1...Ka8-b8 !\n";
        let other = "\n   1.Qa1-c1 ? zugzwang.\n    but\n      1...Ka8-b8 !\n\n   1.Qa1-b1 ! threat:\n          2.Qb1-b8 #\n      1...Ka8-a7\n          2.Qb1-b7 #\n";
        assert_eq!(lines(one), lines(other));
        assert_eq!(
            lines(one),
            [
                "",
                "phase",
                "  1.Qa1-b1 ! threat:",
                "    1...Ka8-a7",
                "      2.Qb1-b7 #",
                "    2.Qb1-b8 #",
                "  1.Qa1-c1 ? zugzwang.",
                "    but",
                "      1...Ka8-b8 !",
                "solution finished."
            ]
        );
    }

    #[test]
    fn extra_or_moved_lines_differ() {
        let one = "\n   1.Qa1-b1 !\n      1...Ka8-a7\n          2.Qb1-b7 #\n";
        for other in [
            "\n   1.Qa1-b1 !\n      1...Ka8-a7\n",
            "\n   1.Qa1-b1 !\n      1...Ka8-a7\n          2.Qb1-b7 #\n          2.Qb1-b8 #\n",
            "\n   1.Qa1-b1 !\n          2.Qb1-b7 #\n      1...Ka8-a7\n",
            "\n      1...Ka8-a7\n          2.Qb1-b7 #\n\n   1.Qa1-b1 !\n",
            "\na) \n\n   1.Qa1-b1 !\n      1...Ka8-a7\n          2.Qb1-b7 #\n",
        ] {
            assert_ne!(lines(one), lines(other), "{other}");
        }
    }

    #[test]
    fn twin_condition_order_is_ignored() {
        let label = |text: &str| lines(&format!("\na) \n\n\n{text}\n\n   1.Qa1-b1 !\n"));
        let one = label("b) Circe Strict\n   BlackMustCapture");
        assert_eq!(one, label("b) BlackMustCapture\n   Circe  "));
        assert_ne!(one, label("b) BlackMustCapture\n   AntiCirce  "));
        assert_ne!(one, label("b) BlackMustCapture"));
        assert!(one.iter().any(|line| line == "  1.Qa1-b1 !"), "{one:?}");
    }

    #[test]
    fn set_play_and_actual_play_are_compared_apart() {
        let set_first = "\n  1...Ra1-b1   2.Ka8-a7 Rb1-a1 #\n\n  1.Ka8-a7 Ra1-a2 #\n";
        let set_last = "\n  1.Ka8-a7 Ra1-a2 #\n\n  1...Ra1-b1   2.Ka8-a7 Rb1-a1 #\n";
        assert_ne!(lines(set_first), lines(set_last));
    }
}
