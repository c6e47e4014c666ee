import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, inUse, Refusal } from '#kit/server/refusal.ts';
import type { Services, Tx } from '#kit/server/services.ts';
import type * as contract from '../common/crowd.contract.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import { computeCrowd, requestOf, type CrowdData } from './compute.ts';
import { crowdKind } from './crowd.kind.ts';
import { findCrowd, getCrowd, usesOf } from './crowd.query.ts';
import { turnoverOf, type CrowdRequest, type Turnover } from './members.sql.ts';
import { assertRule, wrongAt } from './rule.check.ts';
import { anyUnknown, unknownIn } from './rule.named.ts';
import { momentOf } from './rule.sql.ts';

type Draft = Pick<Parsed<typeof contract.crowdAdd>, 'kind' | 'conditions'> & { excludes?: readonly string[] | undefined };

/** A rule belongs to a dynamic crowd, it must be one that can be asked, and whom it newly names must be there (12060). `before`: what the crowd is now. */
export async function assertDraft(
  call: Pick<Call, 'services' | 'caller' | 'db'>,
  { kind, conditions, excludes = [] }: Draft,
  before?: Pick<CrowdData, 'conditions' | 'excludes'>,
): Promise<void> {
  if ((kind === 'dynamic') !== (conditions !== null))
    throw new InvalidInput([
      { path: 'conditions', namespace: 'user-centre', key: kind === 'dynamic' ? 'crowd.ruleMissing' : 'crowd.ruleOfFixed' },
    ]);
  if (conditions) {
    assertRule(call, conditions);
    const place = await unknownIn(call, conditions, before?.conditions ?? null);
    if (place !== undefined) throw wrongAt(call, place, 'unknown');
  }
  const had = new Set(before?.excludes);
  if (
    await anyUnknown(
      call,
      excludes.filter((id) => !had.has(id)),
    )
  )
    throw new InvalidInput([{ path: 'excludes', namespace: 'user-centre', key: 'crowd.wrong.unknown' }]);
}

/** A new crowd; its members are there when the call ends, or soon after where they are many. */
export async function addCrowd(call: Call, tx: Tx, input: Parsed<typeof contract.crowdAdd>): Promise<{ id: string }> {
  const { caller } = call;
  caller.scope();
  await assertDraft({ ...call, db: tx }, input);
  const path = (await departmentPaths(tx, [input.ownerDeptId])).get(input.ownerDeptId) ?? null;
  const fields: Record<string, unknown> = { ...input, paused: false };
  const [id] = await createObjects(tx, caller, crowdKind, [{ name: input.name.zh_CN, path, fields: fields as Fields }]);
  await computeSoon(tx, call.services, id!);
  return { id: id! };
}

/** Changes the given fields; of one in use only when who would join and leave was seen (12064). */
export async function updateCrowd(
  call: Call,
  tx: Tx,
  input: Parsed<typeof contract.crowdUpdate>,
): Promise<Reply<typeof contract.crowdUpdate>> {
  const { id, version, expectedJoin, expectedLeave, ...fields } = input;
  const changed: Record<string, unknown> = fields;
  const inside = { ...call, db: tx };
  const before = await findCrowd(inside, id);
  const conditions = fields.conditions === undefined ? before.conditions : fields.conditions;
  await assertDraft(inside, { kind: before.kind, conditions, excludes: fields.excludes }, before);
  if (before.used > 0) await assertSeen(inside, tx, { before, fields, expected: { joiners: expectedJoin, leavers: expectedLeave } });
  await changeObjects(tx, call.caller, crowdKind, [{ id, version, fields: changed as Fields }]);
  await computeSoon(tx, call.services, id);
  return getCrowd(inside, id);
}

interface Seen {
  before: CrowdData;
  fields: Partial<Parsed<typeof contract.crowdUpdate>>;
  expected: { joiners: number | undefined; leavers: number | undefined };
}

async function assertSeen({ services }: Call, tx: Tx, { before, fields, expected }: Seen): Promise<void> {
  const old = requestOf(before);
  const request: CrowdRequest = {
    ...old,
    ...(fields.ownerDeptId !== undefined && { ownerDeptId: fields.ownerDeptId }),
    ...(fields.conditions !== undefined && { conditions: fields.conditions }),
    ...(fields.includes && { includes: fields.includes }),
    ...(fields.excludes && { excludes: fields.excludes }),
    ...(fields.withDisabled !== undefined && { withDisabled: fields.withDisabled }),
  };
  const { joiners, leavers } = await turnoverOf(tx, { id: before.id, request, moment: momentOf(services.now()) });
  if (joiners + leavers === 0 || (expected.joiners === joiners && expected.leavers === leavers)) return;
  throw new Refusal(12064, { joiners, leavers }, { joiners, leavers });
}

/** People who may be turned while somebody waits for the answer. */
const mostAtOnce = 20_000;

/** Computes a crowd that was just written, in the same transaction; one whose change is large is left to the next round. */
async function computeSoon(tx: Tx, services: Services, id: string): Promise<void> {
  const row = await tx.selectFrom('crowd').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const turnover: Turnover = await turnoverOf(tx, { id, request: requestOf(row), moment: momentOf(services.now()) });
  if (turnover.joiners + turnover.leavers <= mostAtOnce) await computeCrowd(tx, services, row, { cause: 'rule', confirmed: !row.paused });
}

/** Deletes crowds that nothing uses (10410). */
export async function deleteCrowds(call: Call, tx: Tx, { ids, reason }: Parsed<typeof contract.crowdDelete>): Promise<number> {
  const inside = { ...call, db: tx };
  for (const id of ids) {
    const { list } = await usesOf(inside, id);
    if (list.length > 0) throw inUse(list.slice(0, 20).map(({ kind, id: of, name }) => ({ kind, id: of, name })));
  }
  return removeObjects(tx, call.caller, crowdKind, ids, { reason: reason ?? null });
}

/** Pauses crowds or lets them go on; who goes on is brought in line by the next round, under the brake. */
export async function pauseCrowds(
  call: Call,
  tx: Tx,
  { ids, reason }: Parsed<typeof contract.crowdPause>,
  paused: boolean,
): Promise<number> {
  call.caller.scope();
  const action = paused ? 'disable' : 'enable';
  return switchObjects(tx, call.caller, crowdKind, { ids, action, field: 'paused', value: paused, reason });
}
