import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import type { appEraseList, eraseGet, EraseItem, EraseRow } from '../../common/erase.contract.ts';
import { openEraseStates } from '../../common/erase-words.ts';
import { unconfirmed } from './unconfirmed.ts';
import { deviceSeen } from '../device/device-range.ts';

type Input = Parsed<typeof appEraseList>;
type Means = Pick<Call, 'db' | 'caller' | 'services'>;
const overdueMillis = 7 * 86_400_000;

interface Row extends Omit<EraseRow, 'personName' | 'overdue' | 'approvedName'> {
  employeeId: string | null;
  approvedName: string | null;
}

const columns = sql`o.id, o.scope, o.app_id as "appId", o.origin, o.state, o.reason, o.asked_at as "askedAt", o.asked_by as "askedBy", o.asked_name as "askedName",
  o.approved_name as "approvedName", o.approved_at as "approvedAt", o.hold_until as "holdUntil",
  o.state = any(${[...openEraseStates]}) and ${unconfirmed} as unconfirmed, n.devices, n.done, n.name as "deviceName", n.employee_id as "employeeId"`;

const from = sql`erase_order o join lateral (select count(*)::int as devices, (count(*) filter (where i.state in ('acknowledged', 'closedByHand', 'superseded')))::int as done,
  min(i.device_name) as name, (array_agg(i.employee_id))[1] as employee_id from erase_item i where i.order_id = o.id) n on true`;

/** SQL: an order of which a device is seen in the range. */
const orderSeen = ({ caller }: Means): RawBuilder<boolean> => {
  const range = caller.scope();
  return range.all
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from erase_item i join device dv on dv.id = i.device_id where i.order_id = o.id and ${deviceSeen(range)})`;
};

/** A page of orders in range, the newest first. */
export async function listErasures(means: Means, input: Input, ofApps: boolean | undefined): Promise<Reply<typeof appEraseList>> {
  const where: RawBuilder<boolean>[] = [orderSeen(means)];
  if (ofApps === true) where.push(sql<boolean>`o.app_id is not null`);
  if (input.appId) where.push(sql<boolean>`o.app_id = ${input.appId}`);
  if (input.state) where.push(sql<boolean>`o.state = any(${input.state === 'open' ? [...openEraseStates] : [input.state]})`);
  if (input.scope) where.push(sql<boolean>`o.scope = ${input.scope}`);
  if (input.origin) where.push(sql<boolean>`o.origin = ${input.origin}`);
  if (input.from !== undefined) where.push(sql<boolean>`o.asked_at >= ${input.from}`);
  if (input.to !== undefined) where.push(sql<boolean>`o.asked_at <= ${input.to}`);
  if (input.empId)
    where.push(sql<boolean>`exists (select from erase_item i where i.order_id = o.id and i.employee_id = ${input.empId}::uuid)`);
  if (input.deviceId)
    where.push(sql<boolean>`exists (select from erase_item i where i.order_id = o.id and i.device_id = ${input.deviceId}::uuid)`);
  if (input.text)
    where.push(sql<boolean>`exists (select from erase_item i where i.order_id = o.id and i.device_name ilike ${containing(input.text)})`);
  const order = input.sort === 'askedAt' ? sql`o.asked_at, o.id` : sql`o.asked_at desc, o.id desc`;
  const page = await readPage<Row>(means.db, { columns, from, where, order }, input);
  return { ...page, list: await viewsOf(means, page.list) };
}

async function viewsOf({ db, caller, services }: Means, rows: readonly Row[]): Promise<EraseRow[]> {
  const people = await directory.people(
    db,
    rows.flatMap(({ employeeId }) => employeeId ?? []),
    caller.language,
    caller.scope(),
  );
  return rows.map(({ employeeId, ...row }) => ({
    ...row,
    approvedName: row.approvedName ?? '',
    personName: people.get(employeeId ?? '')?.name ?? '',
    overdue: ['queued', 'delivered', 'failed'].includes(row.state) && services.now() - row.askedAt > overdueMillis,
  }));
}

interface ItemRow extends Omit<EraseItem, 'personName'> {
  employeeId: string | null;
  commandJws: string | null;
  ackJws: string | null;
  deviceKey: Record<string, string>;
}

/** One order with its devices and their signed answers. */
export async function readErasure(means: Means, id: string): Promise<Reply<typeof eraseGet>> {
  const { db, caller } = means;
  const range = caller.scope();
  const { rows } = await sql<
    Row & { shown: Reply<typeof eraseGet>['shown'] }
  >`select ${columns}, o.shown from ${from} where o.id = ${id}::uuid and ${orderSeen(means)}`.execute(db);
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  const { shown, ...row } = rows[0];
  const [view] = await viewsOf(means, [row]);
  const { rows: items } =
    await sql<ItemRow>`select i.id, i.order_id as "orderId", i.device_id as "deviceId", i.device_name as "deviceName", i.employee_id as "employeeId", i.state,
      i.ordered_at as "orderedAt", i.key_destroyed_at as "keyDestroyedAt", i.delivered_at as "deliveredAt", i.acknowledged_at as "acknowledgedAt", i.too_late as "tooLate",
      i.closed_reason as "closedReason", i.command_id as "commandId", coalesce(c.deliveries, 0) as deliveries, dv.last_seen_at as "lastSeenAt", c.jws as "commandJws",
      c.ack_jws as "ackJws", dv.signing_key as "deviceKey"
    from erase_item i join device dv on dv.id = i.device_id left join device_command c on c.id = i.command_id
    where i.order_id = ${id}::uuid and ${deviceSeen(range)} order by i.device_name, i.id`.execute(db);
  const names = await directory.people(
    db,
    items.flatMap(({ employeeId }) => employeeId ?? []),
    caller.language,
    range,
  );
  const seen = new Set(items.map(({ deviceId }) => deviceId));
  return {
    ...view!,
    shown: shown.filter(({ deviceId }) => deviceId !== undefined && seen.has(deviceId)),
    items: items.map(({ employeeId, ...item }) => ({ ...item, personName: names.get(employeeId ?? '')?.name ?? '' })),
  };
}
