import { createHash } from 'node:crypto';
import type { JournaledRow } from '#kit/server/change/dry-run.ts';
import type { Kind } from '#kit/server/change/kind.ts';

/** A call as it was asked for. */
export interface Asked {
  path: string;
  request: unknown;
}

const unseenMark = 'unseen ';

/** Whether a print is that of a call whose effect can't be computed. */
export const isUnseen = (print: string): boolean => print.startsWith(unseenMark);

/**
 * A hash of what lines of the journal do: equal for two tries of one request upon the same objects. Ids of what is made are drawn again in
 * each try, so they count by their place; ranks between neighbours (`internal`) say nothing, and secrets are sealed differently each time.
 * Without lines it is the call itself that is agreed to.
 */
export function printOf(kinds: readonly Kind[], rows: readonly JournaledRow[], asked: Asked): string {
  if (rows.length === 0) return printOfRequest(asked);
  const hash = createHash('sha256');
  const made = rows.filter(({ action }) => action === 'create').map((row) => row.object_id);
  for (const row of rows) {
    const kind = kinds.find((one) => one.kind === row.kind);
    const shown = (fields: JournaledRow['after']) =>
      Object.entries(fields ?? {})
        .filter(([name]) => !kind?.fields[name]?.internal)
        .map(([name, value]) => [name, kind?.fields[name]?.secret && value !== null ? 'secret' : value] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1));
    const line = JSON.stringify([row.kind, row.action, row.object_id, row.version_before, shown(row.before), shown(row.after)]);
    hash.update(made.reduce((text, id, at) => text.replaceAll(id, `new ${at}`), line)).update('\n');
  }
  return hash.digest('hex');
}

/** A hash of a call itself; why it is made is no part of it. */
export function printOfRequest({ path, request }: Asked): string {
  const fields = Object.entries(Object(request) as Record<string, unknown>)
    .filter(([name]) => name !== 'reason')
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return (
    unseenMark +
    createHash('sha256')
      .update(JSON.stringify([path, fields]))
      .digest('hex')
  );
}
