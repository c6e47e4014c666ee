import { visibleText } from '#kit/common/visible.ts';
import { languages } from '#kit/common/language.ts';
import { foldText } from '#platform/text/grams.ts';
import { Refusal } from '../refusal.ts';
import type { JobContext } from '../services.ts';
import { withSheet, type OpenSheet } from './with-sheet.ts';

/** An uploaded sheet whose columns are found by their titles. */
export interface NamedSheetDraft<C extends string> {
  readonly fileId: string;
  readonly maxRows: number;
  /** The title of each column in the catalogues; in whatever language, or the column's own name. */
  readonly columns: Readonly<Record<C, { readonly namespace: string; readonly key: string }>>;
  /** Without this column the sheet is refused, and a row without a value in it is passed over. */
  readonly required: NoInfer<C>;
}

/** A row of the sheet: its line and its texts, empty where there are none. */
export interface NamedRow<C extends string> {
  readonly line: number;
  readonly cells: Readonly<Record<C, string>>;
}

/** Reads a csv or xlsx that the job's person uploaded, row by row by the names of its columns. Refuses with 11080 what is no such sheet. */
export function withNamedSheet<C extends string, T>(
  context: JobContext,
  draft: NamedSheetDraft<C>,
  work: (sheet: { name: string; rows: AsyncIterable<NamedRow<C>>; about: OpenSheet['about'] }) => Promise<T>,
): Promise<T> {
  const { fileId, maxRows } = draft;
  return withSheet(
    context,
    { fileId, maxRows, unreadable: ({ line }, file) => refusalOf(file, { line, reason: wordOf(context, 'sheet.damaged') }) },
    (sheet) => work({ name: sheet.name, rows: named(context, sheet, draft), about: sheet.about }),
  );
}

async function* named<C extends string>(
  context: JobContext,
  { name: file, rows }: Pick<OpenSheet, 'name' | 'rows'>,
  draft: NamedSheetDraft<C>,
): AsyncGenerator<NamedRow<C>> {
  const names = Object.keys(draft.columns) as C[];
  let places: Map<C, number[]> | undefined;
  for await (const { row, cells } of rows) {
    context.signal.throwIfAborted();
    // The first row holds the titles.
    if (!places) {
      places = placesOf(context, cells, draft);
      if (!places.get(draft.required)?.length) throw missing(context, { file, line: row, draft });
      continue;
    }
    const found = places;
    const textAt = (name: C): string =>
      found
        .get(name)
        ?.map((place) => (cells[place] ?? '').trim())
        .find(Boolean) ?? '';
    const texts = Object.fromEntries(names.map((name) => [name, textAt(name)])) as Record<C, string>;
    // What is looked for by it was typed or pasted by somebody.
    texts[draft.required] = visibleText(texts[draft.required]);
    if (texts[draft.required] !== '') yield { line: row, cells: texts };
  }
  if (!places) throw missing(context, { file, line: 1, draft });
}

const wordOf = ({ services, caller }: JobContext, key: string, params?: Record<string, unknown>): string =>
  services.texts.text(caller.language, 'kit', key, params);

const refusalOf = (file: string, { line, reason }: { line: number; reason: string }): Refusal =>
  new Refusal(11080, { file, n: Math.max(1, line), reason });

function missing<C extends string>(
  context: JobContext,
  { file, line, draft }: { file: string; line: number; draft: NamedSheetDraft<C> },
): Refusal {
  const { namespace, key } = draft.columns[draft.required];
  const column = context.services.texts.text(context.caller.language, namespace, key);
  return refusalOf(file, { line, reason: wordOf(context, 'sheet.noColumn', { column }) });
}

const plain = (text: string): string => foldText(text).replace(/[\s*:：]/g, '');

function placesOf<C extends string>({ services }: JobContext, cells: readonly string[], { columns }: NamedSheetDraft<C>): Map<C, number[]> {
  const places = new Map<C, number[]>();
  for (const column of Object.keys(columns) as C[]) {
    const { namespace, key } = columns[column];
    const titles = [column, ...languages.map((language) => services.texts.text(language, namespace, key))];
    // An export names what a row refers to twice: by its name, and by its id, which is read where it is filled in.
    const found = [titles.map((title) => `${title} (ID)`), titles].map((wanted) =>
      cells.findIndex((title) => wanted.some((one) => plain(one) === plain(title))),
    );
    places.set(
      column,
      found.filter((index) => index >= 0),
    );
  }
  return places;
}

/** An end in a cell: null where it is empty (without end), undefined where it is no moment. A day alone ends with that day. */
export function endIn(text: string): number | null | undefined {
  if (text === '') return null;
  const at = Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59` : text);
  return Number.isNaN(at) ? undefined : at;
}

/** The end of a row that the import reads again in whatever zone the file is opened: as text. */
export const endText = (until: number | null): string => (until === null ? '' : new Date(until).toISOString());
