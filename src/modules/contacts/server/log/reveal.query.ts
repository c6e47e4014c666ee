import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { readPage } from '#kit/server/read-page.ts';
import type { revealList, RevealRow } from '../../common/reveal.contract.ts';
import type { FieldKey } from '../../common/words.ts';
import type { ContactRevealTable } from '../contacts.table.ts';
import { directory } from '../directory.ts';
import { nameOfField } from '../field/extras.ts';

type Reading = Pick<Call, 'db' | 'caller' | 'services'>;
type Filter = Pick<Parsed<typeof revealList>, 'viewerId' | 'targetId' | 'field' | 'from' | 'to'>;

/** SQL conditions on a reveal: both people lie in the range, and the filter holds. */
function where({ caller }: Reading, filter: Filter): RawBuilder<boolean>[] {
  const range = caller.scope();
  const parts = [directory.employeeAmongRange(range, 'r.viewer_id'), directory.employeeAmongRange(range, 'r.target_id')];
  if (filter.viewerId) parts.push(sql`r.viewer_id = ${filter.viewerId}::uuid`);
  if (filter.targetId) parts.push(sql`r.target_id = ${filter.targetId}::uuid`);
  if (filter.field) parts.push(sql`r.field_key = ${filter.field}`);
  if (filter.from !== undefined) parts.push(sql`r.at >= ${filter.from}`);
  if (filter.to !== undefined) parts.push(sql`r.at <= ${filter.to}`);
  return parts;
}

/** A page of the reveals, the newest first. */
export async function listReveals(call: Reading, input: Parsed<typeof revealList>): Promise<Reply<typeof revealList>> {
  const conditions = where(call, input);
  const cursor = input.after && /^\d{1,18}$/.test(input.after) ? Number(input.after) : undefined;
  const placed = cursor === undefined ? conditions : [...conditions, sql<boolean>`r.id < ${cursor}`];
  const order = input.sort === 'at' ? sql`r.id` : sql`r.id desc`;
  const { list: rows, ...counted } = await readPage<ContactRevealTable & { id: number }>(
    call.db,
    { columns: sql`r.*`, from: sql`contact_reveal r`, where: placed, order },
    input,
  );
  const { rows: most } = await sql<{ id: string; count: number }>`select r.viewer_id as id, count(*) as count from contact_reveal r
    where ${sql.join(conditions, sql` and `)} group by 1 order by 2 desc, 1 limit 5`.execute(call.db);
  const ids = [...rows.flatMap((row) => [row.viewer_id, row.target_id]), ...most.map(({ id }) => id)];
  const names = await directory.people(call.db, ids, call.caller.language, call.caller.scope());
  const person = (id: string) => ({ id, name: names.get(id)?.name ?? '' });
  const list = rows.map((row): RevealRow => ({
    id: String(row.id),
    at: row.at,
    viewer: person(row.viewer_id),
    target: person(row.target_id),
    field: row.field_key as FieldKey,
    fieldName: nameOfField(call.services.texts, call.caller.language, row.field_key as FieldKey),
    terminal: row.terminal,
  }));
  const next = rows.length === input.pageSize && counted.total > rows.length ? String(rows.at(-1)!.id) : null;
  return { list, ...counted, next, top: most.map(({ id, count }) => ({ ...person(id), count })) };
}
