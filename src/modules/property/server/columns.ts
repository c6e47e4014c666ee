import { languages } from '#kit/common/language.ts';
import type { Texts } from '#kit/server/texts.ts';
import { foldText } from '#platform/text/grams.ts';

/** Columns of a file of values, in their order; `scopeName` is for people and not read. */
export const fileColumns = [
  'namespace',
  'key',
  'scopeKind',
  'scopeId',
  'scopeName',
  'value',
  'priority',
  'from',
  'until',
  'enabled',
] as const;
export type FileColumn = (typeof fileColumns)[number];

const headerKey = (text: string): string => foldText(text).replace(/[\s*:：]/g, '');

/** Where each column stands, in whatever language its titles are. */
export function readHeader(texts: Texts, cells: readonly string[]): Map<FileColumn, number> {
  const known = new Map<string, FileColumn>();
  for (const column of fileColumns) {
    known.set(headerKey(column), column);
    for (const language of languages) known.set(headerKey(texts.text(language, 'property', `propertyValue.field.${column}`)), column);
  }
  const at = new Map<FileColumn, number>();
  cells.forEach((title, index) => {
    const column = known.get(headerKey(title));
    if (column && !at.has(column)) at.set(column, index);
  });
  return at;
}
