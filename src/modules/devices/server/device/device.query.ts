import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { directory, nameWithin, nameIn } from '#modules/people/server/public.ts';
import type { deviceGet, deviceList, DeviceRow } from '../../common/device.contract.ts';
import { equipmentOf } from '../register/match.ts';
import { deviceOwned, deviceSeen } from './device-range.ts';

type Means = Pick<Call, 'db' | 'caller'>;
type Filters = Omit<Parsed<typeof deviceList>, 'pageNum' | 'pageSize' | 'sort'>;

interface Row extends Omit<DeviceRow, 'people' | 'departmentName'> {
  departmentName: string | null;
}

const columnsOf = ({ caller }: Means): RawBuilder<unknown> => {
  const range = caller.scope();
  return sql`dv.id, dv.version, dv.name, dv.platform, dv.form_factor as "formFactor", dv.model, dv.system_version as "systemVersion",
    dv.terminal_version as "terminalVersion", dv.ownership, dv.state, dv.state_since as "stateSince", dv.compliant, dv.failing, dv.last_seen_at as "lastSeenAt",
    dv.last_address as "lastAddress", ${deviceOwned(range)} as writable,
    (select ${nameWithin(range, caller.language, nameIn(caller.language))} from department d where d.id = dv.owner_dept_id) as "departmentName",
    w.kind as "pendingCommand", w.queued_at as "pendingSince"`;
};

const from = sql`device dv left join lateral (select kind, queued_at from device_command c where c.device_id = dv.id and c.state in ('queued', 'delivered')
  order by (c.erase_item_id is null), c.seq limit 1) w on true`;

function conditions({ caller }: Means, filters: Filters): RawBuilder<boolean>[] {
  const where: RawBuilder<boolean>[] = [deviceSeen(caller.scope())];
  const { text, platform, state, ownership, compliant, deptId, empId, seenFrom, seenTo } = filters;
  if (text) {
    const like = containing(text);
    where.push(sql<boolean>`(dv.name ilike ${like} or dv.model ilike ${like} or dv.asset_no ilike ${like}
      or exists (select from device_identifier i where i.device_id = dv.id and i.value ilike ${like.replaceAll(/[\s:.-]/g, '')})
      or exists (select from device_binding b join employee e on e.id = b.employee_id where b.device_id = dv.id and b.state = 'bound'
        and (e.name ilike ${like} or e.account ilike ${like}) and ${directory.employeeInRange(caller.scope(), 'e.id')}))`);
  }
  if (platform !== undefined) where.push(sql<boolean>`dv.platform = ${platform}`);
  where.push(state === undefined ? sql<boolean>`dv.state <> 'retired'` : sql<boolean>`dv.state = ${state}`);
  if (ownership !== undefined) where.push(sql<boolean>`dv.ownership = ${ownership}`);
  if (compliant !== undefined) where.push(sql<boolean>`dv.compliant = ${compliant}`);
  if (deptId !== undefined)
    where.push(
      sql<boolean>`exists (select from device_binding b where b.device_id = dv.id and b.state = 'bound' and b.employee_id in (${directory.employeesUnder([deptId])}))`,
    );
  if (empId !== undefined)
    where.push(
      sql<boolean>`exists (select from device_binding b where b.device_id = dv.id and b.state in ('bound', 'pending') and b.employee_id = ${empId}::uuid)`,
    );
  if (seenFrom !== undefined) where.push(sql<boolean>`dv.last_seen_at >= ${seenFrom}`);
  if (seenTo !== undefined) where.push(sql<boolean>`dv.last_seen_at <= ${seenTo}`);
  return where;
}

/** A page of devices in range, with who is bound to each. */
export async function listDevices(
  means: Means,
  { pageNum, pageSize, sort, ...filters }: Parsed<typeof deviceList>,
): Promise<Reply<typeof deviceList>> {
  const order = orderOf(
    sort ?? '-lastSeenAt',
    { lastSeenAt: sql`dv.last_seen_at`, name: sql`lower(dv.name)`, stateSince: sql`dv.state_since` },
    sql`dv.id`,
  );
  const page = await readPage<Row>(
    means.db,
    { columns: columnsOf(means), from, where: conditions(means, filters), order },
    { pageNum, pageSize },
  );
  return { ...page, list: await withPeople(means, page.list) };
}

/** Rows with who is bound; a word stands for who lies outside the range. */
async function withPeople({ db, caller }: Means, rows: readonly Row[]): Promise<DeviceRow[]> {
  const { rows: bound } = await sql<{ device_id: string; employee_id: string }>`select device_id, employee_id from device_binding
    where state = 'bound' and device_id = any(${rows.map(({ id }) => id)}::uuid[]) order by is_primary desc, bound_at`.execute(db);
  const names = await directory.people(
    db,
    bound.map(({ employee_id }) => employee_id),
    caller.language,
    caller.scope(),
  );
  return rows.map((row) => ({
    ...row,
    departmentName: row.departmentName ?? '',
    people: bound
      .filter(({ device_id }) => device_id === row.id)
      .map(({ employee_id }) => ({ id: employee_id, name: names.get(employee_id)?.name ?? '' })),
  }));
}

const masked = (value: string): string => (value.length <= 4 ? '••••' : `••••${value.slice(-4)}`);

/** One device in full, identifiers masked. */
export async function readDevice(means: Means, id: string): Promise<Reply<typeof deviceGet>> {
  const { db, caller } = means;
  const { rows } =
    await sql<Row>`select ${columnsOf(means)} from ${from} where dv.id = ${id}::uuid and ${deviceSeen(caller.scope())}`.execute(db);
  const [row] = await withPeople(means, rows);
  if (!row) throw caller.scope().all ? notFound() : outOfRange();
  const device = await db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const identifiers = await db
    .selectFrom('device_identifier')
    .select(['kind', 'value'])
    .where('device_id', '=', id)
    .orderBy('kind')
    .execute();
  const bindings = await db
    .selectFrom('device_binding')
    .selectAll()
    .where('device_id', '=', id)
    .orderBy('requested_at', 'desc')
    .limit(50)
    .execute();
  const names = await directory.people(
    db,
    bindings.map(({ employee_id }) => employee_id),
    caller.language,
    caller.scope(),
  );
  const key = await db
    .selectFrom('device_data_key')
    .select(['lease_until', 'destroyed_at'])
    .where('device_id', '=', id)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const equipment = (await equipmentOf(db, [id])).get(id);
  return {
    ...row,
    vendor: device.vendor,
    patchLevel: device.patch_level,
    appKey: device.app_key,
    keyThumbprint: device.key_thumbprint,
    keyStorage: device.key_storage,
    attestation: device.attestation,
    capabilities: device.capabilities,
    enrolment: device.enrolment,
    createdAt: device.created_at,
    assetNo: device.asset_no,
    remark: device.remark,
    ownerDeptId: device.owner_dept_id,
    lockedBy: device.locked_by ?? '',
    lockReason: device.lock_reason,
    posture: Object.fromEntries(Object.entries(device.posture).filter((one): one is [string, boolean] => typeof one[1] === 'boolean')),
    unsent: { drafts: device.unsent.drafts ?? 0, files: device.unsent.files ?? 0 },
    identifiers: identifiers.map(({ kind, value }) => ({ kind, value: masked(value) })),
    equipment: equipment?.name ?? '',
    dataKey: key ? { leaseUntil: key.lease_until, destroyedAt: key.destroyed_at } : null,
    bindings: bindings.map((one) => ({
      id: one.id,
      employeeId: one.employee_id,
      name: names.get(one.employee_id)?.name ?? '',
      state: one.state,
      primary: one.is_primary,
      requestedAt: one.requested_at,
      boundAt: one.bound_at,
      unboundAt: one.unbound_at,
    })),
  };
}
