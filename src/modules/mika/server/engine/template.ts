import { lightly } from '../text/plain.ts';

/** A sentence with places that are taken out of what somebody writes. */
export interface Template {
  /** What stands between the places, one more than there are places. */
  readonly parts: readonly string[];
  readonly slots: readonly string[];
}

const place = /\{([A-Za-z0-9_-]{1,32})\}/g;

/** Codes of the places in a sentence. */
export const placesIn = (phrase: string): string[] => [...phrase.matchAll(place)].map(([, code]) => code!);
/** A sentence without its places. */
export const withoutPlaces = (phrase: string): string => phrase.replace(place, ' ');

/** Reads a sentence with places; undefined where it has none. */
export function templateOf(phrase: string): Template | undefined {
  const slots = placesIn(phrase);
  if (slots.length === 0) return undefined;
  const parts = phrase.split(place).filter((_, at) => at % 2 === 0);
  return { parts: parts.map((part) => lightly(part).toLowerCase().trim()), slots };
}

const ends = /^[\s,.:!?，。：！？、]+|[\s,.:!?，。：！？、]+$/g;

/** What stands in the places of a sentence that somebody wrote, by their codes; undefined where the sentence is another. Takes time in proportion to it. */
export function placesOf({ parts, slots }: Template, sentence: string): Map<string, string> | undefined {
  const written = lightly(sentence).replace(/[\s.!?。！？、,，]+$/u, '');
  const lower = written.toLowerCase();
  if (lower.length !== written.length) return undefined;
  if (!lower.startsWith(parts[0]!)) return undefined;
  const found = new Map<string, string>();
  let from = parts[0]!.length;
  for (const [at, code] of slots.entries()) {
    const next = parts[at + 1]!;
    const isLast = at === slots.length - 1;
    // The last part must end the sentence; the others stand where they come first.
    const to = next === '' ? (isLast ? lower.length : -1) : isLast ? endOf(lower, next, from) : lower.indexOf(next, from + 1);
    if (to <= from) return undefined;
    const value = written.slice(from, to).replace(ends, '');
    if (value === '') return undefined;
    found.set(code, value);
    from = to + next.length;
  }
  return found;
}

const endOf = (text: string, end: string, from: number): number =>
  text.endsWith(end) && text.length - end.length > from ? text.length - end.length : -1;
