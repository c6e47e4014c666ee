import { TextError } from './text-error.ts';

// Format characters (zero-width, joiners, bidirectional marks, soft hyphen, tags), controls, lone surrogates, and the fillers and variation
// selectors that draw nothing. Two accounts that look the same must be the same.
const invisible = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/u;
const everyInvisible = new RegExp(invisible, 'gu');
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]/g;

/** Nothing but plain letters, digits and signs: most accounts and many names. */
const plain = /^[!-~]+$/;
const plainWords = /^[!-~]+(?: [!-~]+)*$/;

/** Position (code points, from 0) of the first character that shows nothing, or -1. */
export function invisibleAt(text: string): number {
  if (plain.test(text)) return -1;
  const found = invisible.exec(text);
  return found === null ? -1 : Array.from(text.slice(0, found.index)).length;
}

/** An account in the one form it is compared in: NFKC, lower case, trimmed; throws TextError `invisible` with the position, or `empty`. */
export function normaliseAccount(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  const trimmed = text.trim();
  const position = invisibleAt(trimmed);
  if (position >= 0) throw new TextError('invisible', position);
  // Lower case can undo the composition (İ), so the form is made again after it.
  const account = trimmed.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
  if (account === '') throw new TextError('empty', 0);
  return account;
}

/** A name as it is stored: NFC, without invisible characters, white space made single and trimmed; may come out empty. */
export function cleanName(text: string): string {
  if (plainWords.test(text)) return text;
  return text.replace(breaks, ' ').normalize('NFC').replace(everyInvisible, '').replace(/\s+/g, ' ').trim();
}
