import { sql } from 'kysely';
import { nameOf } from '#kit/common/crud/crud-contract.ts';
import type { AnyField } from '#kit/common/crud/field.ts';
import { pick } from '#kit/common/language.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { endText } from '../files/named-sheet.ts';
import { keepSheet, moment, type MadeSheet, type SheetFormat } from '../files/keep-sheet.ts';
import { callOfJob, everyRow } from '../jobs/of-job.ts';
import type { JobContext, JobKind } from '../services.ts';
import { carried, isShaped, labelIn, optionsOf, wordOf } from './crud-columns.ts';
import { listPage, type View } from './crud-query.ts';
import type { Written } from './crud-write.ts';

interface Payload {
  readonly format: SheetFormat;
  readonly ids?: readonly string[];
  readonly filter?: Readonly<Record<string, unknown>>;
}

const pieceSize = 500;

/** Writes what is chosen, or filtered, to a file: a column a field, references by their names, and by their ids where the import reads them. */
export const exportJob = (entity: Written): JobKind<Payload, MadeSheet> => ({
  kind: `${entity.contract.kind}.export`,
  title: { namespace: 'kit', key: 'crud.job.export' },
  params: () => ({ title: { ...entity.contract.title } }),
  code: codeOf(entity),
  run: (context, payload) => {
    const { services, caller } = context;
    return keepSheet(context, {
      title: pick(entity.contract.title, caller.language),
      header: columnsOf(entity).map(({ name, suffix }) => `${labelIn(entity, services.texts, caller.language, name)}${suffix}`),
      rows: cellsOf(entity, context, payload),
      format: payload.format,
      query: payload.ids ? { ids: payload.ids } : { ...payload.filter },
    });
  },
});

function codeOf({ contract: { page } }: Written): string {
  const buttons: Readonly<Record<string, string>> = page.button;
  return buttons['export'] ?? page.code;
}

interface FileColumn {
  readonly name: string;
  readonly field: AnyField;
  readonly suffix: '' | ' (ID)';
  /** The import reads the column again. */
  readonly isRead: boolean;
}

/** The columns of a file; where it is imported again, a reference has one for its id too. */
function columnsOf(entity: Written): FileColumn[] {
  const isRead = entity.contract.verbs.includes('import');
  return carried(entity).flatMap(([name, field]): FileColumn[] => {
    const plain: FileColumn = { name, field, suffix: '', isRead: isRead && !field.is.readOnly };
    return isRead && field.is.reference ? [plain, { ...plain, suffix: ' (ID)' }] : [plain];
  });
}

async function* cellsOf(entity: Written, context: JobContext, { ids, filter }: Payload): AsyncGenerator<Cell[]> {
  const chosen = ids && { ...entity, draft: { ...entity.draft, where: () => [sql<boolean>`t.id = any(${[...ids]}::uuid[])`] } };
  const read = (pageNum: number) =>
    listPage(chosen ?? entity, callOfJob(context), { ...(ids ? {} : filter), pageNum, pageSize: pieceSize, sort: 'createdAt' });
  const columns = columnsOf(entity);
  for await (const view of everyRow(context, read))
    yield columns.map((column) =>
      cellOf(column, view, (value) =>
        wordOf(entity, context.services.texts, { language: context.caller.language, name: column.name, value }),
      ),
    );
}

function cellOf({ name, field, suffix, isRead }: FileColumn, view: View, wordIn: (value: unknown) => string): Cell {
  const value = view[name];
  if (value === null || value === undefined) return null;
  if (isShaped(field)) return shapedCell(value, optionsOf(field).length > 0 ? wordIn : undefined);
  if (field.is.reference && suffix === '') return String(view[nameOf(name)]);
  // What is read again says its zone and its milliseconds.
  if (typeof value === 'number' && field.traits.type === 'moment') return isRead ? endText(value) : moment(value);
  if (typeof value === 'number') return field.traits.type === 'platform' ? wordIn(value) : value;
  if (typeof value === 'string') return field.traits.type === 'choice' ? wordIn(value) : value;
  if (typeof value === 'boolean') return wordIn(value);
  return Array.isArray(value) ? value.join(' ') : pick(value, 'zh_CN');
}

/** A list of choices by their words, of other words or numbers as they are, anything else as JSON; an empty list is an empty cell. */
function shapedCell(value: unknown, wordIn?: (value: unknown) => string): Cell {
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.length === 0) return null;
  if (wordIn && value.every((one) => typeof one !== 'object')) return value.map(wordIn).join('; ');
  const isPlain = value.every((one) => typeof one === 'number' || (typeof one === 'string' && /^[^\s,;[{]+$/.test(one)));
  return isPlain ? value.join(' ') : JSON.stringify(value);
}
