import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { lockOrder } from '#kit/server/change/lock-order.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import type { Call } from '#kit/server/handle.ts';
import { inUse, stale } from '#kit/server/refusal.ts';
import type { Tx } from '#kit/server/services.ts';
import type * as contract from '../../common/extra/extra.contract.ts';
import { extraKind } from './extra.kind.ts';
import { reasonText } from './extra.known.ts';
import { getExtra, usesOf } from './extra.query.ts';
import { readText, readyPatterns, wrongValue } from './extra.values.ts';

const plain = (input: Readonly<Record<string, unknown>>): Fields =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Fields;

/** A new field, last among those of its target. */
export async function addExtra({ caller }: Pick<Call, 'caller'>, tx: Tx, input: Parsed<typeof contract.extraAdd>): Promise<{ id: string }> {
  await lockOrder(tx, 'extra_field');
  const { rows } = await sql<{
    next: number;
  }>`select coalesce(max(order_no) + 1, 0)::int as next from extra_field where target = ${input.target}`.execute(tx);
  const fields = { ...plain(input), order: rows[0]?.next ?? 0, enabled: true };
  const [id] = await createObjects(tx, caller, extraKind, [{ name: input.name.zh_CN, path: null, fields }]);
  return { id: id! };
}

/** Changes a field; what uses it must still find it (10410). */
export async function updateExtra(
  call: Call,
  tx: Tx,
  input: Parsed<typeof contract.extraUpdate>,
): Promise<Reply<typeof contract.extraUpdate>> {
  const { id, version, ...changed } = input;
  const before = await getExtra(tx, id);
  const hides = (changed.filterable === false && before.filterable) || (changed.sensitive === true && !before.sensitive);
  if (hides) await assertUnused(call, tx, [id]);
  await changeObjects(tx, call.caller, extraKind, [{ id, version, fields: plain(changed) }]);
  return getExtra(tx, id);
}

/** Deletes fields that nothing uses (10410). */
export async function removeExtras(call: Call, tx: Tx, { ids, reason }: Parsed<typeof contract.extraRemove>): Promise<number> {
  await assertUnused(call, tx, ids);
  return removeObjects(tx, call.caller, extraKind, ids, { reason: reason ?? null });
}

/** Shows fields, or hides those that nothing uses. */
export async function switchExtras(
  call: Call,
  tx: Tx,
  { ids, reason }: Parsed<typeof contract.extraDisable>,
  enabled: boolean,
): Promise<number> {
  if (!enabled) await assertUnused(call, tx, ids);
  return switchObjects(tx, call.caller, extraKind, {
    ids,
    action: enabled ? 'enable' : 'disable',
    field: 'enabled',
    value: enabled,
    reason,
  });
}

async function assertUnused(call: Call, tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    target: 'employee' | 'department';
    code: string;
  }>`select target, code from extra_field where id = any(${ids}::uuid[])`.execute(tx);
  const inside = { ...call, db: tx };
  const used = [];
  for (const target of ['employee', 'department'] as const)
    used.push(
      ...(await usesOf(
        inside,
        target,
        rows.filter((row) => row.target === target),
      )),
    );
  if (used.length > 0) throw inUse(used.slice(0, 20).map(({ kind, id, name }) => ({ kind, id, name })));
}

/** Sets the order of all fields of a target; 10409 carries the ids of now where they are others. */
export async function reorderExtras({ caller }: Call, tx: Tx, { target, ids }: Parsed<typeof contract.extraReorder>): Promise<number> {
  await lockOrder(tx, 'extra_field');
  await sql`select from extra_field where target = ${target} order by id for update`.execute(tx);
  const { rows } = await sql<{
    id: string;
    order: number;
  }>`select id, order_no as "order" from extra_field where target = ${target} order by order_no, id`.execute(tx);
  const now = rows.map(({ id }) => id);
  if (new Set(ids).size !== now.length || ids.length !== now.length || ids.some((id) => !now.includes(id))) throw stale({ ids: now });
  const changes = ids.flatMap((id, order) =>
    rows.find((row) => row.id === id)?.order === order ? [] : [{ id, version: null, fields: { order } }],
  );
  if (changes.length > 0) await changeObjects(tx, caller, extraKind, changes);
  return changes.length;
}

/** Tries a text on the rules of a field. */
export async function tryExtra(
  { caller }: Call,
  { field, name, text }: Parsed<typeof contract.extraTry>,
): Promise<Reply<typeof contract.extraTry>> {
  const say = (key: string, params?: Readonly<Record<string, unknown>>): string =>
    reasonText(caller.language, 'user-centre', `issue.extra.${key}`, {
      name: name || reasonText(caller.language, 'user-centre', 'extraField'),
      ...params,
    });
  if (!(await readyPatterns([field]))) return { fits: false, message: say('badPattern') };
  const read = readText(field, text);
  const wrong =
    'wrong' in read ? read.wrong : field.type === 'employee' || field.type === 'department' ? undefined : wrongValue(field, read.value);
  return wrong ? { fits: false, message: say(wrong.key, wrong.params) } : { fits: true, message: null };
}
