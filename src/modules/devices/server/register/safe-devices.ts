import { sql } from 'kysely';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Caller } from '#kit/server/caller.ts';
import { reasonOf } from '#kit/server/change/apply-each.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { SettledLine } from '#kit/server/change/plan/settle-plan.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { safeAll, safeDevice, safeMatch } from '../../common/safe.contract.ts';
import { assertDevices } from '../device/device-range.ts';
import { identifierRows, isPlaceholder, normalised } from '../device/identifiers.ts';
import { policyChanged } from '../rule/policy.ts';
import { matchEquipment } from './match.ts';

type Stored = StoredOf<typeof safeDevice.fields>;
type Named = Pick<Stored, 'serial' | 'motherboardUuid' | 'macs' | 'diskUuids' | 'platform' | 'enabled'>;

/** The register of equipment on the server. */
export const safeDevices = crudServer(safeDevice, {
  table: 'safe_device',
  directory,
  tidy: (entered) => ({
    ...entered,
    ...(entered.serial !== undefined && { serial: normalised(entered.serial) }),
    ...(entered.motherboardUuid !== undefined && { motherboardUuid: normalised(entered.motherboardUuid) }),
    ...(entered.macs && { macs: [...new Set(entered.macs.map(normalised))] }),
    ...(entered.diskUuids && { diskUuids: [...new Set(entered.diskUuids.map(normalised))] }),
  }),
  check: checkEquipment,
  importRows: 100_000,
  settle: repeatedIn,
  written: keepIdentifiersOf,
  where: (_means, { use }) => (use ? [sql<boolean>`t.uses ? ${use}`] : []),
  rows: async ({ db }, objects) => {
    const { rows } = await sql<{ id: string; device: string; name: string }>`select s.id, d.id as device, d.name from safe_device s
      join device d on d.id = s.matched_device_id where s.id = any(${objects.map(({ id }) => id)}::uuid[])`.execute(db);
    const found = new Map(rows.map((row) => [row.id, row]));
    return objects.map(({ id }) => ({ matchedDeviceId: found.get(id)?.device ?? null, matchedDevice: found.get(id)?.name ?? '' }));
  },
});

async function checkEquipment(tx: Tx, _caller: Caller, operations: readonly Operation<Stored>[]): Promise<Map<number, OperationIssue[]>> {
  const written = operations.filter(({ after, action }) => after && action !== 'delete');
  if (written.length === 0) return new Map();
  const rows = await tx
    .selectFrom('safe_device')
    .selectAll()
    .where(
      'id',
      'in',
      written.map(({ id }) => id),
    )
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const wholes = operations.map(({ id, after, action }): Named | undefined => {
    if (!after || action === 'delete') return undefined;
    const before = known.get(id);
    return {
      serial: after.serial ?? before?.serial ?? '',
      motherboardUuid: after.motherboardUuid ?? before?.motherboard_uuid ?? '',
      macs: after.macs ?? before?.macs ?? [],
      diskUuids: after.diskUuids ?? before?.disk_uuids ?? [],
      platform: after.platform ?? before?.platform ?? 4,
      enabled: after.enabled ?? before?.enabled ?? true,
    };
  });
  const taken = await takenIn(
    tx,
    wholes.flatMap((whole, index) => (whole?.enabled ? [{ id: operations[index]!.id, whole }] : [])),
  );
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, whole] of wholes.entries()) {
    const found = whole && (untold(whole) ?? taken.get(operations[index]!.id));
    if (!found) continue;
    if (operations.length === 1) throw found;
    issues.set(index, reasonOf(found) ?? []);
  }
  return issues;
}

/** Why equipment says too little of itself; undefined where it says enough. */
function untold({ serial, motherboardUuid, macs, diskUuids, platform }: Named): Refusal | undefined {
  const entered: [field: string, value: string][] = [
    ['serial', serial],
    ['motherboardUuid', motherboardUuid],
    ...macs.map((value): [string, string] => ['macs', value]),
    ...diskUuids.map((value): [string, string] => ['diskUuids', value]),
  ];
  const all = entered.filter(([, value]) => value !== '');
  const empty = all.find(([, value]) => isPlaceholder(value));
  if (empty) return new Refusal(18012, { value: empty[1] }, { field: empty[0], value: empty[1] });
  const enough = platform === 4 ? macs.length > 0 || motherboardUuid !== '' : platform === 5 ? serial !== '' : all.length > 0;
  return enough ? undefined : new Refusal(18010, {}, { field: platform === 4 ? 'macs' : 'serial' });
}

/** Equipment that says of itself what another piece says already, by its id. */
async function takenIn(tx: Tx, pieces: readonly { id: string; whole: Named }[]): Promise<Map<string, Refusal>> {
  const values = pieces.flatMap(({ id, whole }) => identifierRows(whole).map((row) => ({ id, ...row })));
  const { rows } = await sql<{
    id: string;
    kind: string;
    value: string;
    name: string;
  }>`select distinct on (r.id) r.id, r.kind, r.value, s.name
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r(id uuid, kind text, value text)
    join safe_identifier i on i.kind = r.kind and i.value = r.value and i.safe_id <> r.id join safe_device s on s.id = i.safe_id and s.enabled`.execute(
    tx,
  );
  return new Map(
    rows.map(({ id, kind, value, name }) => [id, new Refusal(18011, { value, name }, { field: fieldFor[kind] ?? kind, value })]),
  );
}

/** Fields that hold several identifiers of a kind; the others are called like it. */
const fieldFor: Readonly<Record<string, string>> = { mac: 'macs', diskUuid: 'diskUuids' };

/** In one file an identifier names one piece: the second is refused, and one that stands in more rows than this says nothing at all. */
const mostAlike = 3;

/** Lines of an import whose identifiers stand in other lines as well. */
async function repeatedIn(tx: Tx, planId: string): Promise<SettledLine[]> {
  const { rows } = await sql<{ seq: number; value: string; place: number; n: number; name: string }>`
    with told as (select item.seq, item.object_name, kind, value from change_plan_item item,
        lateral (select 'serial' as kind, item.after ->> 'serial' as value union all select 'motherboardUuid', item.after ->> 'motherboardUuid'
          union all select 'mac', jsonb_array_elements_text(coalesce(item.after -> 'macs', '[]'))
          union all select 'diskUuid', jsonb_array_elements_text(coalesce(item.after -> 'diskUuids', '[]'))) as t
      where item.plan_id = ${planId}::uuid and item.action in ('create', 'change') and value <> ''),
    counted as (select seq, value, row_number() over same as place, count(*) over (partition by kind, value) as n,
        first_value(object_name) over same as name from told window same as (partition by kind, value order by seq))
    select distinct on (seq) seq, value, place::int, n::int, name from counted where n > ${mostAlike} or place > 1 order by seq, n desc`.execute(
    tx,
  );
  return rows.map(({ seq, value, n, name }) => ({
    seq,
    issues: reasonOf(n > mostAlike ? new Refusal(18012, { value }) : new Refusal(18011, { value, name })) ?? [],
  }));
}

/** After every write: what equipment says is found by its values, and matched again. */
async function keepIdentifiersOf(tx: Tx, _caller: Caller, operations: readonly Operation<Stored>[]): Promise<void> {
  const ids = operations.map(({ id }) => id);
  await sql`delete from safe_identifier where safe_id = any(${ids}::uuid[])`.execute(tx);
  const rows = await tx.selectFrom('safe_device').selectAll().where('id', 'in', ids).execute();
  const values = rows.flatMap((row) =>
    identifierRows({ serial: row.serial, motherboardUuid: row.motherboard_uuid, macs: row.macs, diskUuids: row.disk_uuids }).map((one) => ({
      safe_id: row.id,
      ...one,
    })),
  );
  if (values.length > 0) await tx.insertInto('safe_identifier').values(values).execute();
  await matchEquipment(tx, { safeIds: rows.map(({ id }) => id) });
  await policyChanged(tx);
}

const mostAtOnce = 5_000;

/** The register in short, and matching by hand. */
export const safeRoutes: readonly BoundRoute[] = [
  handle(safeAll, async ({ db, caller }, { use, platform, after }) => {
    const range = directory.departmentInRange(caller.scope(), 's.owner_dept_id');
    const { rows } = await sql<{
      id: string;
      name: string;
      platform: number;
      serial: string;
      uses: ('register' | 'binding' | 'login')[];
      enabled: boolean;
    }>`
      select s.id, s.name, s.platform, s.serial, s.uses, s.enabled from safe_device s where ${range}
        ${use ? sql`and s.uses ? ${use}` : sql``} ${platform ? sql`and s.platform = ${platform}` : sql``}
        ${after ? sql`and s.id::text > ${after}` : sql``} order by s.id::text limit ${mostAtOnce + 1}`.execute(db);
    const list = rows.slice(0, mostAtOnce);
    return { list, next: rows.length > mostAtOnce ? (list.at(-1)?.id ?? null) : null };
  }),
  handle(safeMatch, (call, { id, deviceId }) =>
    call.write(async (tx) => {
      const range = call.caller.scope();
      const { rows } = await sql<{
        name: string;
      }>`select s.name from safe_device s where s.id = ${id}::uuid and ${directory.departmentInRange(range, 's.owner_dept_id')} for update`.execute(
        tx,
      );
      if (!rows[0]) throw range.all ? notFound() : outOfRange();
      if (deviceId !== null) {
        await assertDevices(tx, range, [deviceId], 'change');
        await tx.updateTable('device').set({ ownership: 'company' }).where('id', '=', deviceId).execute();
      }
      const matchState = deviceId === null ? ('none' as const) : ('one' as const);
      await sql`update safe_device set matched_device_id = ${deviceId}::uuid, match_state = ${matchState}, match_by_hand = true, version = version + 1 where id = ${id}::uuid`.execute(
        tx,
      );
      await policyChanged(tx);
      call.caller.touch({ kind: 'safeDevice', id, name: rows[0].name });
      return { id, matchedDeviceId: deviceId, matchState };
    }),
  ),
];
