import { createHash } from 'node:crypto';
import type { Audience } from '#kit/common/audience.ts';
import type { Language } from '#kit/common/language.ts';
import { decideAudience, type Membership } from '#kit/server/audience/audience.ts';
import { inHours } from '#modules/public-accounts/server/public.ts';
import type { Answer, Keyword, Windows } from '../../common/reply/reply-fields.ts';
import type { SystemDocument } from '../../common/reply/setting.contract.ts';
import { replyLimits, type ReplySource, type StepResult } from '../../common/reply/words.ts';
import { matcherOf, type Hit, type Matcher } from './matcher.ts';
import { plain } from './plain.ts';

/** A rule as it decides. */
export interface ReplyRule {
  /** Null: being written, not stored. */
  readonly id: string | null;
  readonly name: string;
  readonly enabled: boolean;
  readonly keywords: readonly Keyword[];
  readonly answers: readonly Answer[];
  readonly mode: 'all' | 'one';
  readonly members: Audience;
  readonly windows: Windows;
}

/** What an account answers by, ready to be asked. */
export interface ReplyBook {
  /** In their order. */
  readonly rules: readonly ReplyRule[];
  readonly matcher: Matcher;
  readonly system: SystemDocument;
}

/** Puts what an account answers by together. */
export const bookOf = (rules: readonly ReplyRule[], system: SystemDocument): ReplyBook => ({ rules, matcher: matcherOf(rules), system });

/** Who wrote what, and when; everything that an answer depends on beside the book. */
export interface Asked {
  /** Null: no text, which no keyword matches. */
  readonly text: string | null;
  readonly at: number;
  /** The zone of the site. */
  readonly zone: string;
  readonly language: Language;
  readonly blocked: boolean;
  readonly membership: Membership;
  /** Automatic messages to the person within the last hour. */
  readonly sentInHour: number;
  /** When the system or the off-hours reply was last sent to the person. */
  readonly lastSystemAt: number | null;
}

/** How one rule was asked. */
export interface Step {
  readonly rule: ReplyRule;
  readonly result: StepResult;
  readonly keyword: string | null;
}

/** What becomes of a message. */
export interface Outcome {
  readonly by: ReplySource;
  readonly rule: ReplyRule | null;
  readonly answers: readonly Answer[];
  /** Why there are fewer answers than there would be. */
  readonly held: 'hour' | 'minutes' | null;
  readonly steps: readonly Step[];
}

const matchOrder = { exact: 0, prefix: 1, contains: 2, pattern: 3 } as const;

/** What a rule does with a sentence: the keyword that matched, exact ones before others, or why it does not answer. */
function askRule(rule: ReplyRule, hits: readonly Hit[], { at, zone, language, membership }: Asked): Omit<Step, 'rule'> {
  if (!rule.enabled) return { result: 'disabled', keyword: null };
  const matched = hits
    .map(({ keyword }) => rule.keywords[keyword]!)
    .toSorted((one, other) => matchOrder[one.match] - matchOrder[other.match] || rule.keywords.indexOf(one) - rule.keywords.indexOf(other));
  const [found] = matched.filter((one) => one.language === null || one.language === language);
  if (!found) return { result: matched.length > 0 ? 'language' : 'noMatch', keyword: matched[0]?.text ?? null };
  const keyword = found.text;
  if (!decideAudience(rule.members, membership).included) return { result: 'members', keyword };
  if (rule.windows.length > 0 && !inHours(at, zone, rule.windows)) return { result: 'window', keyword };
  return { result: 'fires', keyword };
}

/** Of a rule that sends one of its answers: the same person gets the same one for the same sentence. */
function chosenOf({ answers, mode }: ReplyRule, { text, membership }: Asked): readonly Answer[] {
  if (mode === 'all' || answers.length < 2) return answers;
  const digest = createHash('sha256')
    .update(`${membership.uid} ${plain(text ?? '')}`)
    .digest();
  return [answers[digest.readUInt32BE(0) % answers.length]!];
}

/**
 * What an account answers to a message. Who is blocked gets nothing; else the first rule in the order of the account that matches, and whose
 * members and hours hold; else what is said out of hours; else the system reply, both at most once in the minutes between; else the message
 * waits for somebody. The live path and the tester both ask this.
 */
export function answersTo({ rules, matcher, system }: ReplyBook, asked: Asked): Outcome {
  const nothing = { rule: null, answers: [], held: null, steps: [] } as const;
  if (asked.blocked) return { ...nothing, by: 'blocked' };
  const hits = asked.text === null ? [] : matcher.hits(asked.text);
  const byRule = Map.groupBy(hits, ({ rule }) => rule);
  let fired: ReplyRule | undefined;
  const steps = rules.map((rule, place): Step => {
    if (fired) return { rule, result: 'notAsked', keyword: null };
    const step = askRule(rule, byRule.get(place) ?? [], asked);
    if (step.result === 'fires') fired = rule;
    return { rule, ...step };
  });
  if (fired) return { by: 'keyword', rule: fired, steps, ...within(chosenOf(fired, asked), asked) };
  const isOff = system.offHours.enabled && inHours(asked.at, asked.zone, system.offHours.windows);
  const said = isOff ? system.offHours.answers : system.enabled ? system.answers : [];
  if (said.length === 0) return { ...nothing, by: 'open', steps };
  if (asked.lastSystemAt !== null && asked.at - asked.lastSystemAt < system.minutesBetween * 60_000)
    return { ...nothing, by: 'open', held: 'minutes', steps };
  return { by: isOff ? 'offHours' : 'system', rule: null, steps, ...within(said, asked) };
}

/** What a rule answers that somebody chose themselves, by an entry of a menu. */
export const answersOfRule = (rule: ReplyRule, asked: Asked): Pick<Outcome, 'answers' | 'held'> => within(chosenOf(rule, asked), asked);

/** As many of these answers as may still be sent within the hour. */
export function within(answers: readonly Answer[], { sentInHour }: Asked): Pick<Outcome, 'answers' | 'held'> {
  const left = Math.max(0, replyLimits.automaticInHour - sentInHour);
  const sent = answers.slice(0, Math.min(replyLimits.answers, left));
  return { answers: sent, held: sent.length < answers.length ? 'hour' : null };
}

/** Other rules that match a sentence too, whomever and whenever they answer. */
export const alsoMatching = ({ rules, matcher }: ReplyBook, text: string, fired: ReplyRule | null): ReplyRule[] => {
  const places = new Set(matcher.hits(text).map(({ rule }) => rule));
  return rules.filter((rule, place) => places.has(place) && rule.enabled && rule !== fired);
};
