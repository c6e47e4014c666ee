import type { z } from 'zod';

/** Characters that nobody sees: what they do in names and searches. */

const forbidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/;

const forbiddenInLine = new RegExp(`${forbidden.source}|[\\r\\n]`);

/** Refuses characters that nobody sees, with the place of the first one as people count; in one line also line breaks. */
export const visibleIn = (line: boolean) => (value: string, context: z.RefinementCtx<string>) => {
  const at = value.search(line ? forbiddenInLine : forbidden);
  if (at < 0) return;
  const position = Array.from(value.slice(0, at)).length + 1;
  context.addIssue({ code: 'custom', input: value, params: { issue: 'characters', position } });
};

const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
// What accounts and names never hold either: controls, format characters, variation selectors, and fillers that draw nothing.
const unseen = /\p{Cc}|\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/gu;

/** A text without what nobody sees; line breaks and tabs become one space. */
export const visibleText = (value: string): string => value.replace(breaks, ' ').replace(unseen, '').trim();
