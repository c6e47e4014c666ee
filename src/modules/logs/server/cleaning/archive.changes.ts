import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { isThere } from '#kit/server/audit/purge.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { archiveChanges } from '../../common/cleaning/archive-changes.contract.ts';
import { lineViews, type LineRow } from '../operation/operation.detail.ts';
import { lineInRange } from '../operation/operation.range.ts';
import { noteRead } from '../read.query.ts';
import { restoredTable } from './archive.expire.ts';

interface ArchivedLine extends LineRow {
  /** The batch as it was when the line went. */
  beside: { uid?: string; name?: string; address?: string; operation?: string } | null;
}

/** Lines of a restored archive of the journal, the newest first, in the range of the log; 10404 where none is restored. */
export async function archivedChanges(call: Call, input: Parsed<typeof archiveChanges>): Promise<Reply<typeof archiveChanges>> {
  const { db, caller, services } = call;
  const range = caller.scope();
  const archive = await db
    .selectFrom('log_archive')
    .select('part')
    .where('id', '=', input.id)
    .where('kind', '=', 'change')
    .where('state', '=', 'restored')
    .executeTakeFirst();
  if (!archive || !(await isThere(db, restoredTable(input.id)))) throw notFound();
  const { rows } =
    await sql<ArchivedLine>`select change_operation.*, null as reverted_by from ${sql.table(restoredTable(input.id))} as change_operation
    where ${lineInRange(range)}
      ${input.objectId === undefined ? sql`` : sql`and object_id = ${input.objectId}`}
      ${input.text ? sql`and object_name ilike ${containing(input.text)}` : sql``}
      ${input.after === undefined ? sql`` : sql`and id < ${input.after}::uuid`}
    order by id desc limit ${input.pageSize}`.execute(db);
  const { id: _id, ...asked } = input;
  await noteRead(call, 'archive', { archive: archive.part, ...asked }, rows.length);
  const shown = await lineViews(call, rows);
  const list = shown.map((line, at) => {
    const row = rows[at]!;
    const what = row.beside?.operation === undefined ? '' : services.words.sentence(row.beside.operation, caller.language);
    return { ...line, at: row.at, uid: row.beside?.uid ?? '', name: row.beside?.name ?? '', address: row.beside?.address ?? '', what };
  });
  return { list, next: rows.length === input.pageSize ? (rows.at(-1)?.id ?? null) : null };
}
