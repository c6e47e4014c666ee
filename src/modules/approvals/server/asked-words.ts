import type { Endpoint } from '#kit/common/contract.ts';
import type { Language } from '#kit/common/language.ts';
import type { WordBook } from '#kit/server/audit/words.ts';
import type { Texts } from '#kit/server/texts.ts';

/** Whose words tell an input, and to whom. */
export interface AskedWords {
  texts: Texts;
  language: Language;
  /** The module of the operation. */
  namespace: string;
  /** The kind by whose labels its input is told. */
  subject: string;
}

/** Kind whose labels describe an input; undefined where the contract does not say. */
export function subjectOf({ subject }: Endpoint, request: unknown): string | undefined {
  return typeof subject === 'function' ? subject(request) : subject;
}

/** The text of a key; undefined where there is none. */
function textIfAny({ texts, language }: AskedWords, namespace: string, key: string): string | undefined {
  const text = texts.text(language, namespace, key);
  return text === key ? undefined : text;
}

/** What a part of an input is called: as the filter or the field of its kind, else as every file has it. */
export function askedLabel(words: AskedWords, name: string): string | undefined {
  const { subject } = words;
  return (
    ownText(words, `${subject}.filter.${name}`) ??
    ownText(words, `${subject}.field.${name}`) ??
    ownText(words, `${subject}.${name}`) ??
    textIfAny(words, 'approvals', `asked.${name}`) ??
    textIfAny(words, 'kit', `filter.${name}`) ??
    textIfAny(words, 'kit', `field.${name}`)
  );
}

/** A text of the kind's namespace; what it leaves out (roles and their members) is the kit's. */
const ownText = (words: AskedWords, key: string): string | undefined => textIfAny(words, words.namespace, key);

/** Later than any count of things is high: a moment. */
const firstMoment = 100_000_000_000;

/** A value in words; a moment stays the number that it is, for whoever shows it in the reader's time. */
export function askedValue(words: AskedWords, book: WordBook, { name, value }: { name: string; value: unknown }): string | number {
  const { language, subject } = words;
  if (typeof value === 'number' && value >= firstMoment) return value;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (name === 'word') return book.sentence(text, language);
  if (name === 'module') return book.moduleName(text, language);
  return ownText(words, `${subject}.${name}.${text}`) ?? textIfAny(words, 'kit', `value.${text}`) ?? text;
}
