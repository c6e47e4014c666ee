import { commonPasswords } from './common-passwords.ts';

/** Which rules a new password must meet; lengths in code points. */
export interface PasswordPolicy {
  /** modern: long, not known, not about the person (NIST SP 800-63B-4); graded: 10 characters and 3 of 4 classes, also not known. */
  readonly preset: 'modern' | 'graded';
  /** Raises the preset's minimum (modern 15, or 8 with a second factor; graded 10); never lowers it. */
  readonly minLength?: number | undefined;
  /** How many of lower, upper, digit, other; of the graded preset 3 unless said, of the modern one none. */
  readonly minClasses?: number | undefined;
  /** Whether passwords known from breaches are refused; they are unless said. */
  readonly breachedList?: boolean | undefined;
  /** Words of the house that may not be part of a password. */
  readonly contextWords?: readonly string[] | undefined;
}

/** Facts of the person who sets the password. */
export interface PasswordContext {
  /** Name, account, e-mail, mobile, company: none of them may be part of the password. */
  readonly contextWords?: readonly string[];
  readonly secondFactor?: boolean;
}

/** Why a password is refused; the page has a text for each. */
export type PasswordIssue = 'tooShort' | 'tooLong' | 'classes' | 'common' | 'context' | 'repeated' | 'sequence' | 'unprintable';

/** Longest accepted password in code points; longer ones only cost time. */
export const maxPasswordLength = 256;
const floors = { modern: 15, modernWithFactor: 8, graded: 10 };
const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
];
const leet: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '0': 'o', '1': 'i', '!': 'i', $: 's', '5': 's', '7': 't' };

const plainForm = (text: string): string => text.normalize('NFKC').toLowerCase();
const unleet = (text: string): string => text.replace(/[@430!1$57]/g, (mark) => leet[mark] ?? mark);
const reverse = (text: string): string => Array.from(text).toReversed().join('');

/** The shortest unit that repeated gives the text: `abcabcab` gives `abc`. */
function unitOf(text: string): string {
  for (let size = 1; size <= text.length / 2; size += 1) {
    const unit = text.slice(0, size);
    if (unit.repeat(Math.ceil(text.length / size)).slice(0, text.length) === text) return unit;
  }
  return text;
}

/** Length of the run of neighbours (alphabet, digits, keyboard, either direction) that starts at this place. */
function runAt(text: string, from: number): number {
  let longest = 1;
  for (const line of sequences) {
    for (const row of [line, reverse(line)]) {
      let length = 2;
      while (from + length <= text.length && row.includes(text.slice(from, from + length))) length += 1;
      longest = Math.max(longest, length - 1);
    }
  }
  return longest;
}

/** Known passwords with the usual decoration: capitals, signs and years before or after, letters written as digits, said twice, backwards. */
function isCommon(password: string): boolean {
  const unit = unitOf(password);
  for (const text of [password, unit, reverse(password), reverse(unit)]) {
    const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
    for (const form of [text, core, unleet(text), unleet(core), unleet(text.replace(/[\d\W_]{1,4}$/, ''))]) {
      // Decoration longer than the word is content of its own, unless it is a sequence, which its own rule sees.
      if (commonPasswords.has(form) && text.length - form.length <= Math.max(6, form.length)) return true;
    }
  }
  return false;
}

function contextParts(words: readonly string[]): string[] {
  const parts = new Set<string>();
  for (const word of words) {
    const form = plainForm(word).trim();
    for (const part of [form, ...form.split(/[^\p{L}\p{N}]+/u)]) {
      // Two Han characters are a whole name; two Latin letters occur anywhere.
      if (part.length >= 4 || (part.length >= 2 && /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(part))) parts.add(part);
    }
  }
  return [...parts];
}

function hasContext(password: string, words: readonly string[]): boolean {
  const forms = [password, unleet(password), reverse(password)];
  return contextParts(words).some((part) => forms.some((form) => form.includes(part)));
}

/** How many characters belong to runs of four neighbours or more. */
function inRuns(text: string): number {
  let covered = 0;
  for (let at = 0; at < text.length;) {
    const run = runAt(text, at);
    if (run >= 4) covered += run;
    at += run;
  }
  return covered;
}

/** How many of lower case, upper case, digit and other occur. */
export function countClasses(password: string): number {
  return [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u].filter((part) => part.test(password)).length;
}

/** Minimum length of a policy in code points. */
export function minPasswordLength(policy: PasswordPolicy, context: PasswordContext = {}): number {
  const floor = policy.preset === 'graded' ? floors.graded : context.secondFactor === true ? floors.modernWithFactor : floors.modern;
  return Math.max(floor, policy.minLength ?? 0);
}

/** Everything that speaks against the password, [] when it may be used. Pure: the same in the browser and on the server. */
export function checkPolicy(password: string, policy: PasswordPolicy, context: PasswordContext = {}): PasswordIssue[] {
  const length = Array.from(password.normalize('NFKC')).length;
  if (length > maxPasswordLength) return ['tooLong'];
  const text = plainForm(password);
  const issues: PasswordIssue[] = [];
  if (/[\p{Cc}\p{Cs}]/u.test(password)) issues.push('unprintable');
  if (length < minPasswordLength(policy, context)) issues.push('tooShort');
  if (countClasses(password) < (policy.minClasses ?? (policy.preset === 'graded' ? 3 : 0))) issues.push('classes');
  if (policy.breachedList !== false && isCommon(text)) issues.push('common');
  if (hasContext(text, [...(context.contextWords ?? []), ...(policy.contextWords ?? [])])) issues.push('context');
  if (text.length > 1 && (new Set(text).size <= Math.min(3, text.length / 2) || unitOf(text).length <= Math.min(4, text.length / 2)))
    issues.push('repeated');
  if (inRuns(text) > text.length * 0.6) issues.push('sequence');
  return issues;
}

/** Guessing effort in bits, estimated: known words, runs, repeats and context count as one choice each, other characters by their class. */
function effortBits(password: string, contextWords: readonly string[]): number {
  const text = plainForm(password);
  const plain = unleet(text);
  const known = contextParts(contextWords);
  let bits = 0;
  const seen = new Set<string>();
  for (let at = 0; at < text.length;) {
    let size = 1;
    let cost = /\p{Script=Han}/u.test(text[at] ?? '') ? 9 : /[a-z]/.test(text[at] ?? '') ? 4 : /\d/.test(text[at] ?? '') ? 3.3 : 5;
    const run = runAt(text, at);
    if (run >= 3) [size, cost] = [run, 5];
    for (let end = Math.min(text.length, at + 20); end >= at + 3 && end - at > size; end -= 1) {
      const part = text.slice(at, end);
      if (known.includes(part) || known.includes(plain.slice(at, end))) [size, cost] = [end - at, 2];
      else if (commonPasswords.has(part) || commonPasswords.has(plain.slice(at, end))) [size, cost] = [end - at, 9];
    }
    const piece = text.slice(at, at + size);
    bits += seen.has(piece) ? Math.min(cost, 1.5) : cost;
    seen.add(piece);
    at += size;
  }
  return bits + (password !== text ? 2 : 0);
}

/** Strength from 0 (guessed at once) to 4 (strong), for the meter under the field. */
export function scorePassword(password: string, options: { contextWords?: readonly string[] } = {}): 0 | 1 | 2 | 3 | 4 {
  const bits = effortBits(Array.from(password).slice(0, maxPasswordLength).join(''), options.contextWords ?? []);
  if (isCommon(plainForm(password)) || bits < 25) return 0;
  if (bits < 38) return 1;
  if (bits < 52) return 2;
  return bits < 66 ? 3 : 4;
}
