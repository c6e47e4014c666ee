import { useLanguage } from '../i18n/use-t.ts';
import { useWords, type Subject } from '../page/subject.ts';
import { textOf } from './cell.tsx';
import type { CellKind } from './column.ts';

/** Names of objects: the value of the column that names them (the first one), as plain text. */
export function useRowName(column: { name: string; as?: CellKind } | undefined, subject?: Subject): (row: object) => string {
  const words = useWords(subject);
  const [language] = useLanguage();
  const field = column?.name ?? 'name';
  return (row) => textOf(Reflect.get(row, field), column?.as, { language, words, field });
}
