import { InvalidInput } from '#kit/server/refusal.ts';

/** Where a page ended, as a terminal carries it. */
export const cursorOf = (parts: readonly (string | number)[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** What a terminal carried, undefined where it begins; a mangled one is bad input. */
export function afterOf(after: string | undefined, length: number): string[] | undefined {
  if (after === undefined) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === 'string' || Number.isSafeInteger(part))) {
      const words = parts.map(String);
      if (/^[0-9a-f-]{36}$/.test(words.at(-1) ?? '') && !words.some((word) => word.includes('\0'))) return words;
    }
  } catch {
    // Falls through to the refusal.
  }
  throw new InvalidInput([{ path: 'after', namespace: 'kit', key: 'issue.custom' }]);
}
