import { createHash } from 'node:crypto';
import type { JournaledRow } from '#kit/server/change/dry-run.ts';
import type { Kind } from '#kit/server/change/kind.ts';

/**
 * A hash of what lines of the journal do: equal for two tries of one wish upon the same objects. Ids of what is made are drawn anew in
 * each try, so they count by their place; ranks between neighbours (`internal`) say nothing.
 */
export function printOf(kinds: readonly Kind[], rows: readonly JournaledRow[]): string {
  const hash = createHash('sha256');
  const made = rows.filter(({ action }) => action === 'create').map((row) => row.object_id);
  for (const row of rows) {
    const kind = kinds.find((one) => one.kind === row.kind);
    const shown = (fields: JournaledRow['after']) =>
      Object.entries(fields ?? {})
        .filter(([name]) => !kind?.fields[name]?.internal)
        .toSorted(([one], [other]) => (one < other ? -1 : 1));
    const line = JSON.stringify([row.kind, row.action, row.object_id, row.version_before, shown(row.before), shown(row.after)]);
    hash.update(made.reduce((text, id, at) => text.replaceAll(id, `new ${at}`), line)).update('\n');
  }
  return hash.digest('hex');
}
