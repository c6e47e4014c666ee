import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { code } from '#kit/common/codes.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { directory, nameIn, nameWithin } from '#modules/people/server/public.ts';
import { bindingDelete, bindingList, bindingUpdate, unbindList, type BindingRow } from '../../common/binding.contract.ts';
import { ruleNameFor } from '../rule/rule-name.ts';
import { decideRequest, type Decision } from './decide-request.ts';
import { listUnbindings } from './unbind.query.ts';
import { erasesOnUnbind, unbind } from './unbind.ts';

const freshMillis = 5 * 60_000;

/** Operations on bindings. */
export const bindingRoutes: readonly BoundRoute[] = [
  handle(bindingList, listBindings),
  handle(bindingUpdate, update),
  handle(bindingDelete, remove),
  handle(unbindList, listUnbindings),
];

/** A page of bindings in range. */
export async function listBindings(
  { db, caller, services }: Pick<Call, 'db' | 'caller' | 'services'>,
  input: Parsed<typeof bindingList>,
): Promise<Reply<typeof bindingList>> {
  const range = caller.scope();
  const { pageNum, pageSize, sort } = input;
  const where: RawBuilder<boolean>[] = [directory.employeeAmongRange(range, 'b.employee_id')];
  const { text } = input;
  if (text) {
    const like = containing(text);
    where.push(sql<boolean>`(e.name ilike ${like} or e.account ilike ${like} or dv.name ilike ${like} or dv.model ilike ${like})`);
  }
  if (input.empId) where.push(sql<boolean>`b.employee_id = ${input.empId}::uuid`);
  if (input.deptId) where.push(sql<boolean>`b.employee_id in (${directory.employeesUnder([input.deptId])})`);
  if (input.platform) where.push(sql<boolean>`dv.platform = ${input.platform}`);
  if (input.state) where.push(sql<boolean>`b.state = ${input.state}`);
  if (input.deviceState) where.push(sql<boolean>`dv.state = ${input.deviceState}`);
  if (input.compliant !== undefined) where.push(sql<boolean>`dv.compliant = ${input.compliant}`);
  if (input.ruleId) where.push(sql<boolean>`b.rule_id = ${input.ruleId}::uuid`);
  if (input.from !== undefined) where.push(sql<boolean>`b.requested_at >= ${input.from}`);
  if (input.to !== undefined) where.push(sql<boolean>`b.requested_at <= ${input.to}`);
  const page = await readPage<BindingRow & { decidedBy: string | null; ruleId: string | null }>(
    db,
    {
      columns: sql`b.id, b.version, b.employee_id as "employeeId", e.name, e.account, ${nameWithin(range, caller.language, nameIn(caller.language))} as "departmentName",
        dv.id as "deviceId", dv.name as "deviceName", dv.platform, dv.model, dv.state as "deviceState", dv.compliant, dv.failing, dv.last_seen_at as "lastSeenAt", b.state, b.origin,
        b.is_primary as "primary", coalesce(r.name, '') as "ruleName", r.id as "ruleId", b.why_pending as "whyPending", b.requested_at as "requestedAt",
        b.request_address as "requestAddress", b.request_reason as "requestReason", b.bound_at as "boundAt", b.decided_by as "decidedBy", '' as "decidedByName",
        b.decided_at as "decidedAt", b.decision_reason as "decisionReason", b.expires_at as "expiresAt"`,
      from: sql`device_binding b join device dv on dv.id = b.device_id join employee e on e.id = b.employee_id
        join department d on d.id = e.primary_department_id left join bind_rule r on r.id = b.rule_id`,
      where,
      order: orderOf(
        sort ?? '-requestedAt',
        { requestedAt: sql`b.requested_at`, boundAt: sql`b.bound_at`, lastSeenAt: sql`dv.last_seen_at` },
        sql`b.id`,
      ),
    },
    { pageNum, pageSize },
  );
  const deciders = await directory.people(
    db,
    page.list.flatMap(({ decidedBy }) => decidedBy ?? []),
    caller.language,
  );
  return {
    ...page,
    list: page.list.map(({ decidedBy, ruleId, ...row }) => ({
      ...row,
      ruleName: ruleNameFor({ caller, services }, { id: ruleId, name: row.ruleName }),
      decidedByName: deciders.get(decidedBy ?? '')?.name ?? '',
    })),
  };
}

/** Refuses unless each of these bindings is of somebody in the range. */
async function assertBindings(tx: Tx, call: Call, ids: readonly string[]): Promise<void> {
  const range = call.caller.scope();
  const { rows } = await sql<{ id: string; name: string }>`select b.id, e.name from device_binding b join employee e on e.id = b.employee_id
    where b.id = any(${ids}::uuid[]) and ${directory.employeeInRange(range, 'b.employee_id')}`.execute(tx);
  if (rows.length < new Set(ids).size) throw range.all ? notFound() : outOfRange();
  for (const { id, name } of rows) call.caller.touch({ kind: 'deviceBinding', id, name });
}

async function update(call: Call, input: Parsed<typeof bindingUpdate>): Promise<Reply<typeof bindingUpdate>> {
  return call.write(async (tx) => {
    await assertBindings(tx, call, [...input.ids, ...(input.oldBindingId ? [input.oldBindingId] : [])]);
    call.caller.note({ action: input.action, ...(input.reason && { reason: input.reason }) });
    const refused: Reply<typeof bindingUpdate>['refused'] = [];
    let count = 0;
    for (const id of new Set(input.ids)) {
      const decision: Decision = {
        id,
        action: input.action,
        reason: input.reason ?? '',
        oldBindingId: input.oldBindingId,
        erase: input.erase,
      };
      const outcome = await decideRequest(tx, call, decision);
      if (outcome.code === 0) count += 1;
      else refused.push({ id, ...outcome });
    }
    // Of one alone the refusal is the answer.
    if (input.ids.length === 1 && refused[0]) throw new Refusal(refused[0].code, { name: refused[0].reason }, { refused });
    return { count, refused };
  });
}

async function remove(call: Call, { ids, reason, erase }: Parsed<typeof bindingDelete>): Promise<Reply<typeof bindingDelete>> {
  const { caller, services } = call;
  return call.write(async (tx) => {
    await assertBindings(tx, call, ids);
    if (erase === 0 && (await erasesOnUnbind(tx)) && services.now() - caller.confirmedAt > freshMillis) throw new Refusal(code.stepUp);
    if (reason) caller.note({ reason });
    const { ended, eraseOrderId } = await unbind(tx, services, {
      bindingIds: ids,
      by: 'administrator',
      who: caller,
      reason: reason ?? '',
      erase: erase === undefined ? undefined : erase === 1,
    });
    const done = new Set(ended.map(({ id }) => id));
    return { count: ended.length, refused: ids.filter((id) => !done.has(id)).map((id) => ({ id, code: 10412, reason: '' })), eraseOrderId };
  });
}
