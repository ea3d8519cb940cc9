//! Conditions: rules of the catalogue with the words that follow their names.

use std::collections::BTreeSet;

use super::condition_names::{
    FollowingWord, NAMES, condition_in_any_language, condition_labelled, following_words,
    name_implies_options, names, option_in_any_language,
};
use super::conditions::SIDELESS_CONDITIONS;
use super::keywords::{Match, foreign_index, look_up, spelling};
use super::piece_letters::walk_named;
use super::scopes::{ScopeBuilder, scope_word};
use super::tokens::{Token, Tokens};
use super::{Reader, Section};
use crate::formats::Diagnostic;
use crate::formats::diagnostic::quoted;
use crate::position::Walk;
use crate::problem::{NamedRule, Span};
use crate::rules::catalogue::{Argument, CatalogueEntry, Language, RuleOption};
use crate::rules::rebirth::Walks;
use crate::rules::rebirth::transform::Cycle;
use crate::rules::{Condition, ScopeWord};

/// Returns what is wrong with the walks that follow an option.
fn fault_of_walks(argument: Argument, walks: &[Walk]) -> Option<String> {
    let is_array = walks.len() == 5
        && walks.iter().filter(|&&walk| walk == Walk::King).count() == 1
        && !walks.iter().any(|walk| walk.is_pawn());
    let fairy: BTreeSet<Walk> = walks.iter().copied().filter(|walk| walk.is_fairy()).collect();
    match argument {
        _ if walks.is_empty() => None,
        Argument::Officers if !is_array => Some("expected five officers with one king among them".to_owned()),
        Argument::CycleOrNone if Cycle::of(walks).is_none() => {
            Some("expected a cycle of two to ten walks, each of them once".to_owned())
        }
        Argument::Walks if fairy.len() > Walks::MOST_FAIRY => {
            Some(format!("expected at most {} fairy men", Walks::MOST_FAIRY))
        }
        _ => None,
    }
}

/// Reads the conditions of a text that contains nothing else, in English.
///
/// # Errors
/// All errors of the text.
pub(in crate::formats) fn read_words(tokens: Tokens<'_>) -> Result<Vec<NamedRule>, Vec<Diagnostic>> {
    let mut reader = Reader::new(tokens, Language::English);
    reader.section = Section::Words;
    let conditions = reader.conditions();
    reader.builder.finish_words().map(|_| conditions)
}

impl<'a> Reader<'a> {
    /// Looks up a condition by a prefix of its name.
    fn find_condition(&self, text: &str) -> Match {
        look_up(names(self.language), &text.to_ascii_lowercase())
    }

    /// Returns the condition that has this text as its abbreviation in collections. Popeye does not know these
    /// abbreviations.
    fn labelled(&self, text: &str) -> Option<usize> {
        (self.section == Section::Words).then(|| condition_labelled(text)).flatten()
    }

    /// Reads conditions up to something else.
    pub(super) fn conditions(&mut self) -> Vec<NamedRule> {
        let mut conditions: Vec<NamedRule> = Vec::new();
        let (mut count, mut last) = (0, None);
        while let Some(token) = self.tokens.peek() {
            let found = match self.find_condition(token.text) {
                Match::One(index) => Match::One(index),
                Match::Several(all) => self.labelled(token.text).map_or(Match::Several(all), Match::One),
                Match::None => condition_in_any_language(token.text)
                    .or_else(|| self.labelled(token.text))
                    .map_or(Match::None, Match::One),
            };
            match found {
                Match::One(index) => {
                    self.tokens.next();
                    let name = &NAMES[index];
                    let Some(rule) = name.rule else {
                        self.refuse_unsupported(&token, spelling(&name.word, self.language));
                        return conditions;
                    };
                    last = Some(rule);
                    let Some(condition) = self.rule(rule, &token) else {
                        return conditions;
                    };
                    let condition =
                        NamedRule { name: Some(spelling(&name.word, self.language)), ..condition };
                    if !conditions.iter().any(|other| other.value == condition.value) {
                        conditions.push(condition);
                    }
                }
                Match::Several(all) => {
                    self.tokens.next();
                    let words: Vec<_> =
                        all.into_iter().map(|index| spelling(&NAMES[index].word, self.language)).collect();
                    self.ambiguous(&token, &words);
                }
                Match::None => match self.sideless(&token) {
                    Match::One(index) => {
                        let word = spelling(&SIDELESS_CONDITIONS[index], self.language);
                        self.not_supported(token.span, "condition", word);
                        self.tokens.next();
                        self.skip();
                        return conditions;
                    }
                    _ if self.ends_list(&token) => break,
                    _ => {
                        self.tokens.next();
                        self.unknown_condition(&token, last);
                        self.skip();
                        return conditions;
                    }
                },
            }
            count += 1;
        }
        if count == 0 {
            self.missing("a condition, as in 'Circe'");
        }
        conditions
    }

    /// Refuses a condition that only Popeye knows.
    fn refuse_unsupported(&mut self, token: &Token<'_>, word: &str) {
        self.not_supported(token.span, "condition", word);
        if self.is_whole_command(token.text) {
            let hint = "after a condition this word is read as another condition: put the change before the conditions";
            self.builder.hint(hint);
        }
        self.skip();
    }

    /// Returns whether a text that is no condition here would be refused with the condition that it denotes.
    pub(super) fn is_known_as_condition(&self, token: &Token<'_>) -> bool {
        self.sideless(token) != Match::None
            || scope_word(token.text, self.language).is_some()
            || self.foreign_condition(token.text).is_some()
    }

    fn sideless(&self, token: &Token<'_>) -> Match {
        let words = SIDELESS_CONDITIONS.iter();
        look_up(words.map(|word| spelling(word, self.language)), token.text)
    }

    /// Returns the condition that a text denotes in another language, in the language of the text.
    fn foreign_condition(&self, text: &str) -> Option<ForeignWord> {
        let names = foreign_index(|| NAMES.iter().map(|name| &name.word), self.language, text);
        if let Some(name) = names.map(|index| &NAMES[index]) {
            let word = spelling(&name.word, self.language);
            let is_supported = name.rule.is_some();
            return Some(if is_supported {
                ForeignWord::Supported(word)
            } else {
                ForeignWord::Unsupported(word)
            });
        }
        let sideless = foreign_index(|| SIDELESS_CONDITIONS.iter(), self.language, text)?;
        Some(ForeignWord::Unsupported(spelling(&SIDELESS_CONDITIONS[sideless], self.language)))
    }

    fn unknown_condition(&mut self, token: &Token<'_>, last: Option<&'static CatalogueEntry>) {
        if let Some(word) = scope_word(token.text, self.language) {
            return self.refuse_scope_without_condition(token, word);
        }
        if let Some(word) = self.foreign_condition(token.text) {
            return match word {
                ForeignWord::Supported(word) => self.refuse_foreign(token, "a condition", word),
                ForeignWord::Unsupported(word) => self.not_supported(token.span, "condition", word),
            };
        }
        let following = last.map_or(Vec::new(), |rule| following_words(rule, self.language));
        let options: Vec<_> =
            following.iter().filter(|(_, option)| option.is_some()).map(|(word, _)| *word).collect();
        let rule = last.filter(|_| !options.is_empty()).map(|rule| spelling(&rule.names, self.language));
        let expected = rule.map_or("a condition".into(), |rule| format!("a condition or a word for {rule}"));
        let names = names(self.language);
        let terms = ScopeWord::ALL.map(|word| spelling(&word.names(), self.language));
        let words: Vec<_> =
            options.iter().copied().chain(names).chain(terms).chain(self.sync_words()).collect();
        self.unknown(token, &expected, words);
        if let Some(rule) = rule {
            self.builder.add_hint(&format!("the words for {rule} are {}", options.join(", ")));
        }
    }

    /// Reads the walks that follow an option, if it takes any; `None` if they are missing or wrong.
    fn walks_after(&mut self, option: &RuleOption, end: &mut Span) -> Option<Vec<Walk>> {
        let mut walks = Vec::new();
        if option.argument == Argument::Nothing {
            return Some(walks);
        }
        while let Some(token) = self.tokens.peek() {
            let Some(walk) = walk_named(self.language, token.text) else { break };
            self.tokens.next();
            *end = token.span;
            if let Some(row) = walk.fairy().filter(|_| option.argument == Argument::Officers) {
                self.refuse_walk_as_argument(token.span, row);
                self.skip();
                return None;
            }
            walks.push(walk);
        }
        if let Some(message) = fault_of_walks(option.argument, &walks) {
            self.builder.refuse(Diagnostic::error(*end, message));
            return None;
        }
        if walks.is_empty() && option.argument == Argument::Walks {
            self.missing(&format!("letters of men after {}", quoted(spelling(&option.names, self.language))));
            self.skip();
            return None;
        }
        Some(walks)
    }

    /// Reads the words after the name of a rule; `None` if the rest was skipped.
    fn rule(&mut self, rule: &'static CatalogueEntry, name: &Token<'a>) -> Option<NamedRule> {
        let words = following_words(rule, self.language);
        let mut reading = RuleReading {
            rule,
            name: name.span,
            condition: rule.condition,
            chosen: Vec::new(),
            end: name.span,
        };
        if let Some(own) = rule.walk_argument {
            let walks = self.walks_after(own, &mut reading.end)?;
            reading.choose(own, &walks, name.span);
        }
        reading.chosen.extend(rule.implied_options().into_iter().map(|option| (option, name.span)));
        if let Some(of) = rule.capture_argument {
            let (taken, span) = self.man_after(spelling(&rule.names, self.language))?;
            reading.condition = of(taken);
            reading.end = span;
        }
        if let Some(of) = rule.square_argument {
            let (squares, span) = self.imitators_after(spelling(&rule.names, self.language))?;
            reading.condition = of(squares);
            reading.end = span;
        }
        let mut scope = ScopeBuilder::default();
        while let Some(token) = self.tokens.peek() {
            if let Some(word) = scope_word(token.text, self.language) {
                self.tokens.next();
                self.read_scope(&mut scope, word, &token, &mut reading.end);
            } else if scope.has_begun() || !self.read_rule_word(&mut reading, &words, &token)? {
                // The scope comes last: after it, `PWC` is another condition and not a word for Circe.
                break;
            }
        }
        let end = reading.end;
        let span = if end.line == name.span.line {
            Span { length: end.column + end.length - name.span.column, ..name.span }
        } else {
            name.span
        };
        Some(NamedRule::new(self.scoped_rule(reading.condition, &scope)?, span))
    }

    /// Reads a word that belongs to a rule, if the token is one; returns whether it is. `None` if the rule is
    /// refused.
    fn read_rule_word(
        &mut self,
        reading: &mut RuleReading,
        words: &[FollowingWord],
        token: &Token<'a>,
    ) -> Option<bool> {
        let found = match look_up(words.iter().map(|(word, _)| *word), token.text) {
            Match::None if matches!(self.find_condition(token.text), Match::None) => {
                option_in_any_language(reading.rule, token.text)
            }
            found => found,
        };
        match found {
            Match::None => return Some(false),
            Match::One(index) => {
                self.tokens.next();
                let (word, option) = words[index];
                let Some(option) = option else {
                    self.refuse_following_word(reading.rule, words, word, token);
                    self.skip();
                    return None;
                };
                self.rule_option(reading, option, word, token)?;
                reading.end = reading.end.max(token.span);
            }
            Match::Several(all) => {
                self.tokens.next();
                let words: Vec<_> = all.into_iter().map(|index| words[index].0).collect();
                self.ambiguous(token, &words);
            }
        }
        Some(true)
    }

    /// Refuses a word that belongs to other rules.
    fn refuse_following_word(
        &mut self,
        rule: &CatalogueEntry,
        words: &[FollowingWord],
        word: &str,
        token: &Token<'_>,
    ) {
        let name = spelling(&rule.names, self.language);
        let known = words.iter().filter(|(_, option)| option.is_some());
        let known: Vec<_> = known.map(|(word, _)| *word).collect();
        let message = format!("{} has no meaning after {}", quoted(word), quoted(name));
        let error = Diagnostic::error(token.span, message);
        self.builder.refuse(error.suggest(format!("known there: {}", known.join(", "))));
    }

    /// Reads an option of a rule; `None` if the rest was skipped.
    fn rule_option(
        &mut self,
        reading: &mut RuleReading,
        option: &'static RuleOption,
        word: &str,
        token: &Token<'_>,
    ) -> Option<()> {
        let rule = reading.rule;
        let conflict = reading.chosen.iter().find(|(other, _)| other.group == option.group);
        match conflict {
            Some((other, span)) if other.names != option.names => {
                // The name of the rule can imply the same option as a word.
                let first = if *span == reading.name { &rule.names } else { &other.names };
                let message = format!(
                    "{} and {} exclude each other",
                    quoted(spelling(first, self.language)),
                    quoted(word)
                );
                let error = Diagnostic::error(token.span, message);
                self.builder.refuse(error.see_also(*span, "the other one"));
            }
            Some(_) => {}
            // Popeye reads the word as the other condition.
            None if name_implies_options(rule) && !matches!(self.find_condition(token.text), Match::None) => {
                let message = format!(
                    "{} can be a word for {} or a condition of its own",
                    quoted(word),
                    quoted(spelling(&rule.names, self.language))
                );
                let error = Diagnostic::error(token.span, message);
                self.builder.refuse(error.suggest(
                    "write all words after Circe, AntiCirce or the like, or the other condition first",
                ));
            }
            None => {
                let walks = self.walks_after(option, &mut reading.end)?;
                reading.choose(option, &walks, token.span);
            }
        }
        Some(())
    }
}

/// The word for a condition that is written in another language.
enum ForeignWord {
    Supported(&'static str),
    /// The condition is known to Popeye only.
    Unsupported(&'static str),
}

/// A rule while its words are read.
struct RuleReading {
    rule: &'static CatalogueEntry,
    /// The span of the name.
    name: Span,
    condition: Condition,
    /// The options so far, with their spans.
    chosen: Vec<(&'static RuleOption, Span)>,
    /// The span of the last word.
    end: Span,
}

impl RuleReading {
    fn choose(&mut self, option: &'static RuleOption, walks: &[Walk], span: Span) {
        self.condition = (option.apply)(self.condition, walks);
        self.chosen.push((option, span));
    }
}

#[cfg(test)]
mod tests;
