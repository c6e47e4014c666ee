/** An object of a body that came from outside; undefined for anything else. */
export const objectIn = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;

/** A member of an object. */
export const at = (value: unknown, name: string): unknown => {
  const found = objectIn(value);
  return found && Object.hasOwn(found, name) ? found[name] : undefined;
};

/** A text; empty where there is none. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

/** A list; empty where there is none, and no more than so many. */
export const listIn = (value: unknown, most = 200): readonly unknown[] => (Array.isArray(value) ? value.slice(0, most) : []);

/** Texts of a list. */
export const textsIn = (value: unknown, most = 200): string[] =>
  listIn(value, most)
    .map(textIn)
    .filter((one) => one !== '');

/** A link in Markdown, as far as its address is one of the web; else the words alone. */
export function linkOf(words: string, url: string): string {
  const shown = words.replaceAll(/[[\]\r\n]/g, ' ').trim() || url;
  return /^https?:\/\/[^\s()<>]+$/i.test(url) ? `[${shown}](${url})` : shown;
}

/** Lines that say something, one below the other. */
export const lines = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.trimEnd())
    .filter((part) => part.trim() !== '')
    .join('\n');
