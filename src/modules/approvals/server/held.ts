import type { JournaledRow } from '#kit/server/change/dry-run.ts';
import type { Services } from '#kit/server/services.ts';
import type { HeldLine } from './approval.table.ts';
import type { Held } from './approvers.ts';
import { printOf } from './print.ts';

/** So many lines are kept to be read; the hash is over all. */
const mostLines = 500;

/** What a write would do, as it is kept. */
export interface HeldWrite extends Pick<Held, 'paths' | 'unpathed'> {
  lines: HeldLine[];
  lineCount: number;
  print: string;
}

/** What is kept of the lines that a try wrote. */
export function heldOf(services: Pick<Services, 'kinds'>, rows: readonly JournaledRow[]): HeldWrite {
  return {
    lines: rows.slice(0, mostLines).map((row) => ({
      kind: row.kind,
      objectId: row.object_id,
      name: row.object_name,
      path: row.path,
      action: row.action,
      before: row.before,
      after: row.after,
    })),
    lineCount: rows.length,
    print: printOf(services.kinds, rows),
    paths: [...new Set(rows.flatMap(({ path }) => path ?? []))],
    unpathed: rows.some(({ path, kind }) => path === null && !services.kinds.find((one) => one.kind === kind)?.unranged),
  };
}

/** Where the sealed input of a request lies. */
export const placeOf = (id: string) => ({ table: 'change_request', column: 'input', row: id });
