import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing } from '#kit/server/read-page.ts';
import { directory, nameIn, nameWithin } from '#modules/people/server/public.ts';
import type { unbindList, UnbindRow } from '../../common/binding.contract.ts';

/** Where a page of ended bindings stopped: the moment and the id. */
function placeOf(after: string | undefined): { at: number; id: string } | undefined {
  const [, at, id] = /^(\d{1,16})\.([0-9a-f-]{36})$/.exec(after ?? '') ?? [];
  return at !== undefined && id !== undefined ? { at: Number(at), id } : undefined;
}

/** What became of the data: the erasure that ended the binding, or the first one after its end. */
const eraseState = sql`coalesce((select i.state from erase_item i where i.device_id = b.device_id
  and case when b.unbound_by = 'erase' then i.ordered_at <= b.unbound_at else i.ordered_at >= b.unbound_at - 1000 end
  order by abs(i.ordered_at - b.unbound_at) limit 1), '')`;

/** Ended bindings, the last first: by page, or from where the last one stopped. */
export async function listUnbindings(
  { db, caller }: Pick<Call, 'db' | 'caller'>,
  input: Parsed<typeof unbindList>,
): Promise<Reply<typeof unbindList>> {
  const range = caller.scope();
  const where: RawBuilder<boolean>[] = [sql<boolean>`b.state = 'unbound'`, directory.employeeInRange(range, 'b.employee_id')];
  if (input.text) {
    const like = containing(input.text);
    where.push(sql<boolean>`(e.name ilike ${like} or e.account ilike ${like} or dv.name ilike ${like})`);
  }
  if (input.empId) where.push(sql<boolean>`b.employee_id = ${input.empId}::uuid`);
  if (input.deptId) where.push(sql<boolean>`b.employee_id in (${directory.employeesUnder([input.deptId])})`);
  if (input.platform) where.push(sql<boolean>`dv.platform = ${input.platform}`);
  if (input.unboundBy) where.push(sql<boolean>`b.unbound_by = ${input.unboundBy}`);
  if (input.from !== undefined) where.push(sql<boolean>`b.unbound_at >= ${input.from}`);
  if (input.to !== undefined) where.push(sql<boolean>`b.unbound_at <= ${input.to}`);
  const place = placeOf(input.after);
  const from = sql`device_binding b join device dv on dv.id = b.device_id join employee e on e.id = b.employee_id join department d on d.id = e.primary_department_id`;
  const beyond = place ? sql`and (b.unbound_at, b.id) < (${place.at}, ${place.id}::uuid)` : sql``;
  const { rows } = await sql<UnbindRow & { who: string | null }>`select b.id, b.employee_id as "employeeId", e.name, e.account,
      ${nameWithin(range, caller.language, nameIn(caller.language))} as "departmentName", dv.id as "deviceId", dv.name as "deviceName", dv.platform,
      b.unbound_at as "unboundAt", b.unbound_by as "unboundBy", b.unbound_who as who, '' as "unboundByName", b.unbound_reason as reason,
      ${eraseState} as "eraseState"
    from ${from} where ${sql.join(where, sql` and `)} ${beyond} order by b.unbound_at desc, b.id desc
    limit ${input.pageSize} ${place ? sql`` : sql`offset ${(input.pageNum - 1) * input.pageSize}`}`.execute(db);
  // Who pages by place needs no total: it was counted with the first page.
  const total = place
    ? 0
    : Number(
        (await sql<{ n: number }>`select count(*) as n from ${from} where ${sql.join(where, sql` and `)}`.execute(db)).rows[0]?.n ?? 0,
      );
  const names = await directory.people(
    db,
    rows.flatMap(({ who }) => who ?? []),
    caller.language,
    range,
  );
  const last = rows.at(-1);
  return {
    list: rows.map(({ who, ...row }) => ({ ...row, unboundByName: names.get(who ?? '')?.name ?? '' })),
    total,
    pages: Math.ceil(total / input.pageSize),
    next: last && rows.length === input.pageSize ? `${last.unboundAt}.${last.id}` : null,
  };
}
