import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { seenState } from '#kit/server/access/role.owner.ts';
import { roleData } from '#kit/server/access/role.query.ts';
import { namesOf, peopleInRange, type RoleCall } from '#kit/server/access/role.view.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import { foldText } from '#platform/text/grams.ts';
import type { belongsList, belongsSave } from '../../common/special.contract.ts';
import type { ContactBelongsTable } from '../contacts.table.ts';
import { directory } from '../directory.ts';
import { anyOutside, namesOfParties } from '../parties.ts';
import { specialUserKind } from './special.kind.ts';
import { specialIn } from './special.state.ts';

/** Whom a rule protects, as far as they are in range. */
export async function listBelongs(call: RoleCall, input: Parsed<typeof belongsList>): Promise<Reply<typeof belongsList>> {
  await roleData(call, 'cpd', input.roleId);
  const { db, caller } = call;
  const range = caller.scope();
  const kind = input.kind ? sql`and kind = ${input.kind}` : sql``;
  const { rows } = await sql<ContactBelongsTable>`select * from contact_belongs where role_id = ${input.roleId}::uuid ${kind}
    and ((kind = 'employee' and ${directory.employeeInRange(range, 'object_id')}) or (kind = 'department' and ${directory.departmentInRange(range, 'object_id')})
      or kind = 'crowd')`.execute(db);
  const names = await namesOfParties(
    db,
    rows.map((row) => ({ kind: row.kind, id: row.object_id })),
    caller.language,
    range,
  );
  const wanted = foldText(input.text ?? '');
  const named = rows
    // Whoever left is protected no more, and is not named.
    .flatMap((row) => {
      const named = names.get(`${row.kind}:${row.object_id}`);
      return named ? [{ row, ...named }] : [];
    })
    .filter(({ name, fullName }) => foldText(`${name} ${fullName}`).includes(wanted));
  const down = input.sort?.startsWith('-') ? -1 : 1;
  const bySince = input.sort?.endsWith('since') ?? false;
  const sorted = named.toSorted((one, other) => down * (bySince ? one.row.since - other.row.since : one.name.localeCompare(other.name)));
  const by = await namesOf(
    call,
    rows.map((row) => row.by),
  );
  const list = [];
  const start = (input.pageNum - 1) * input.pageSize;
  for (const { row, name, fullName } of sorted.slice(start, start + input.pageSize)) {
    const people = await peopleInRange(call, [{ kind: row.kind, id: row.object_id, until: null }]);
    list.push({ kind: row.kind, id: row.object_id, name, fullName, people, since: row.since, by: by(row.by) });
  }
  return { list, total: sorted.length, pages: Math.ceil(sorted.length / input.pageSize) };
}

/** Puts people, departments and crowds under a rule, or takes them out; answers how many changed. */
export async function changeBelongs(
  tx: Tx,
  caller: Caller,
  { roleId, parties }: Parsed<typeof belongsSave>,
  way: 'add' | 'remove',
): Promise<number> {
  // Also who is under it already, or is not: the answer tells nothing of anybody out of range.
  if (await anyOutside(tx, caller.scope(), parties)) throw outOfRange();
  const state = seenState(caller, (await specialUserKind.read(tx, [roleId], true)).get(roleId));
  const now = specialIn(state.fields).belongs ?? [];
  const keyOf = (one: { kind: string; id: string }): string => `${one.kind}:${one.id}`;
  const named = new Set(parties.map(keyOf));
  const rest = now.filter((one) => !named.has(keyOf(one)));
  const requested = way === 'add' ? [...rest, ...new Map(parties.map((one) => [keyOf(one), one])).values()] : rest;
  const belongs = requested.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  await changeObjects(tx, caller, specialUserKind, [{ id: roleId, version: null, fields: { belongs } }]);
  return Math.abs(belongs.length - now.length);
}
