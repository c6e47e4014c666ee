import type { JournaledRow, TriedOut } from '#kit/server/change/dry-run.ts';
import type { Services } from '#kit/server/services.ts';
import type { HeldLine } from './approval.table.ts';
import type { Held } from './approvers.ts';
import { printOf, type Asked } from './print.ts';

/** So many lines are kept to be read; the hash is over all. */
const mostLines = 500;

/** What a write would do, as it is kept. */
export interface HeldWrite extends Pick<Held, 'paths' | 'unpathed'> {
  lines: HeldLine[];
  lineCount: number;
  print: string;
}

/** What is kept of a try: the lines that it wrote; where it wrote none, the objects that it named. */
export function heldOf(services: Pick<Services, 'kinds'>, { rows, touched }: Pick<TriedOut, 'rows' | 'touched'>, asked: Asked): HeldWrite {
  const lines = rows.length > 0 ? rows.map(lineOf) : touched.map(named);
  const isRanged = (kind: string): boolean => !services.kinds.find((one) => one.kind === kind)?.unranged;
  return {
    lines: lines.slice(0, mostLines),
    lineCount: lines.length,
    print: printOf(services.kinds, rows, asked),
    paths: [...new Set(lines.flatMap(({ path }) => path ?? []))],
    // What names nothing may touch anything.
    unpathed: lines.length === 0 || lines.some(({ path, kind }) => path === null && isRanged(kind)),
  };
}

const lineOf = (row: JournaledRow): HeldLine => ({
  kind: row.kind,
  objectId: row.object_id,
  name: row.object_name,
  path: row.path,
  action: row.action,
  before: row.before,
  after: row.after,
});

/** An object of which nobody can say beforehand what becomes of it. */
const named = ({ kind, id, name, path = null }: TriedOut['touched'][number]): HeldLine => ({
  kind,
  objectId: id,
  name,
  path,
  action: null,
  before: null,
  after: null,
});

/** Where the sealed input of a request lies. */
export const placeOf = (id: string) => ({ table: 'change_request', column: 'input', row: id });
