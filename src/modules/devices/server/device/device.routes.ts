import { sql, type Selectable } from 'kysely';
import type { Endpoint, Parsed } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { directory } from '#modules/people/server/public.ts';
import * as actions from '../../common/action.contract.ts';
import * as contract from '../../common/device.contract.ts';
import { openEraseStates } from '../../common/erase-words.ts';
import { makeEnrolCode } from '../binding/enrol-codes.ts';
import { queueCommand } from '../command/queue.ts';
import type { DeviceTable } from '../devices.table.ts';
import { deviceKind } from './device.kind.ts';
import { listDevices, readDevice } from './device.query.ts';
import { assertDevices, assertPeople, deviceSeen } from './device-range.ts';
import { ruleNameFor } from '../rule/rule-name.ts';
import { blockDevice, lockDevice, retireDevice, unblockDevice, unlockDevice } from './locks.ts';

type Device = Selectable<DeviceTable>;
type DeviceAction = Endpoint & typeof actions.deviceLock;
interface Requested {
  ids: string[];
  reason?: string | undefined;
}

/** An action on many devices: each is asked for itself, and what does not fit its state is told and left alone. */
async function onDevices(
  call: Call,
  { ids, reason }: Requested,
  work: (tx: Tx, device: Device, reason: string) => Promise<number | boolean>,
) {
  const range = call.caller.scope();
  return call.write(async (tx) => {
    await assertDevices(tx, range, ids, 'change');
    if (reason) call.caller.note({ reason });
    const refused: { id: string; code: number; reason: string }[] = [];
    let count = 0;
    for (const id of ids) {
      const device = await tx.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const done = await work(tx, device, reason ?? '');
      if (done === true) {
        count += 1;
        call.caller.touch({ kind: 'device', id, name: device.name });
      } else refused.push({ id, code: done === false ? 10412 : done, reason: device.state });
    }
    return { count, refused };
  });
}

const action = (
  operation: DeviceAction,
  work: (call: Call, tx: Tx, device: Device, reason: string) => Promise<number | boolean>,
): BoundRoute => handle(operation, (call, input) => onDevices(call, input, (tx, device, reason) => work(call, tx, device, reason)));

/** Operations on devices. */
export const deviceRoutes: readonly BoundRoute[] = [
  handle(contract.deviceList, listDevices),
  handle(contract.deviceGet, (call, { id }) => readDevice(call, id)),
  handle(contract.deviceUpdate, update),
  handle(contract.deviceUnmask, async ({ db, caller, services: _services }, { id, kind, reason }) => {
    await assertDevices(db, caller.scope(), [id], 'see');
    const rows = await db.selectFrom('device_identifier').select('value').where('device_id', '=', id).where('kind', '=', kind).execute();
    caller.touch({ kind: 'device', id, name: id });
    caller.note({ field: kind, reason });
    return { values: rows.map(({ value }) => value) };
  }),
  handle(contract.deviceRefusals, refusals),
  action(actions.deviceLock, (call, tx, device, reason) =>
    lockDevice(tx, call.services, device, { by: 'administrator', who: call.caller.uid, reason }),
  ),
  action(actions.deviceUnlock, (call, tx, device) => unlockDevice(tx, call.services, device, call.caller.uid)),
  action(actions.deviceBlock, (call, tx, device, reason) => blockDevice(tx, call.services, device, { by: 'administrator', reason })),
  action(actions.deviceUnblock, (call, tx, device) => unblockDevice(tx, call.services, device)),
  action(actions.deviceSignOut, async (call, tx, device, reason) => {
    const ended = (await call.services.terminals?.endOfKeys(tx, [device.key_thumbprint])) ?? 0;
    await queueCommand(tx, call.services, { deviceId: device.id, kind: 'signOut', params: { reason }, by: call.caller.uid });
    return ended >= 0;
  }),
  handle(actions.deviceRetire, (call, input) =>
    onDevices(call, input, async (tx, device) => {
      const open = await tx
        .selectFrom('erase_item')
        .select('id')
        .where('device_id', '=', device.id)
        .where('state', 'in', [...openEraseStates])
        .executeTakeFirst();
      return open ? 18044 : retireDevice(tx, call.services, device);
    }),
  ),
  handle(actions.deviceMessage, (call, { text, ...input }) =>
    onDevices(call, input, async (tx, device) => {
      if (!device.capabilities.includes('message')) return false;
      await queueCommand(tx, call.services, { deviceId: device.id, kind: 'message', params: { text }, by: call.caller.uid });
      return true;
    }),
  ),
  handle(actions.enrolCodeAdd, async (call, { empId, platform, minutes }) => {
    await assertPeople(call.db, call.caller.scope(), [empId]);
    return call.write(async (tx) => {
      const made = await makeEnrolCode(tx, call.services, { empId, platform: platform ?? null, minutes, by: call.caller.uid });
      const person = (await directory.people(tx, [empId])).get(empId);
      call.caller.touch({ kind: 'employee', id: empId, name: person?.name ?? empId });
      return { ...made, qrText: `wheelhouse:enrol?code=${made.code}` };
    });
  }),
  handle(contract.commandList, async ({ db, caller }, { deviceId, state }) => {
    await assertDevices(db, caller.scope(), [deviceId], 'see');
    const rows = await db
      .selectFrom('device_command')
      .selectAll()
      .where('device_id', '=', deviceId)
      .$if(state !== undefined, (query) => query.where('state', '=', state!))
      .orderBy('seq', 'desc')
      .limit(200)
      .execute();
    return {
      list: rows.map((row) => ({
        id: row.id,
        seq: row.seq,
        kind: row.kind,
        state: row.state,
        deliveries: row.deliveries,
        queuedAt: row.queued_at,
        deliveredAt: row.delivered_at,
        ackAt: row.ack_at,
        jws: row.jws,
        ackJws: row.ack_jws,
      })),
    };
  }),
  handle(contract.commandCancel, (call, { ids }) => {
    const range = call.caller.scope();
    return call.write(async (tx) => {
      const rows = await tx
        .selectFrom('device_command')
        .select(['id', 'device_id', 'state'])
        .where('id', 'in', ids)
        .where('erase_item_id', 'is', null)
        .execute();
      await assertDevices(
        tx,
        range,
        rows.map(({ device_id }) => device_id),
        'change',
      );
      if (rows.length < ids.length) await assertDevices(tx, range, ids, 'change');
      const { rows: stopped } =
        await sql`update device_command set state = case when state = 'queued' then 'cancelled' else 'cancelSent' end
        where id = any(${ids}::uuid[]) and state in ('queued', 'delivered', 'deferred') returning id`.execute(tx);
      for (const { device_id } of rows) call.caller.touch({ kind: 'device', id: device_id, name: device_id });
      return { count: stopped.length };
    });
  }),
  handle(contract.deviceStatistics, statistics),
  handle(contract.deviceKeyList, async ({ db }) => {
    const { rows } = await sql<{ kid: string; madeAt: number; commands: number }>`select k.kid, k.made_at as "madeAt",
      (select count(*) from device_command c where c.key_id = k.kid) as commands from command_key k order by k.made_at desc`.execute(db);
    return { list: rows.map((row) => ({ ...row, commands: Number(row.commands) })) };
  }),
  handle(contract.currentUser, async (call) => {
    const { caller } = call;
    const range = caller.scope();
    const { grants } = caller;
    const mine = call.services.resources.filter(({ code }) => code.startsWith('msm') || code.startsWith('mms_device'));
    const codes = mine
      .flatMap(({ code, buttons }) => [code, ...buttons.map(({ verb }) => `${code}:${verb}`)])
      .filter((code) => caller.can(code));
    const departments = range.all ? [] : range.paths.length === 0 ? [] : await namesOfPaths(call, range.paths);
    return {
      uid: caller.uid,
      account: caller.account,
      name: caller.name,
      superAdmin: grants.superAdmin,
      roles: grants.roles.map(({ id, name }) => ({ id, name })),
      range: { all: range.all, departments, self: !range.all && range.self },
      codes,
    };
  }),
];

async function namesOfPaths({ db, caller }: Call, paths: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from department where path::text = any(${paths}::text[]) order by path`.execute(db);
  const names = await directory.departments(
    db,
    rows.map(({ id }) => id),
    caller.language,
  );
  return [...names.values()].map(({ name }) => name);
}

async function update(call: Call, { id, version, ...changed }: Parsed<typeof contract.deviceUpdate>) {
  call.caller.scope();
  return call.write(async (tx) => {
    const fields = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)) as Fields;
    await changeObjects(tx, call.caller, deviceKind, [{ id, version, fields }]);
    return readDevice({ ...call, db: tx }, id);
  });
}

async function refusals({ db, caller, services }: Call, { deviceId, empId }: Parsed<typeof contract.deviceRefusals>) {
  const range = caller.scope();
  if (deviceId !== undefined) await assertDevices(db, range, [deviceId], 'see');
  if (empId !== undefined) await assertPeople(db, range, [empId]);
  if (deviceId === undefined && empId === undefined) return { list: [] };
  const { rows } = await sql<{
    ref: string;
    at: number;
    code: number;
    step: number;
    address: string;
    platform: number;
    ruleId: string | null;
    ruleName: string;
  }>`select t.ref, t.at, t.code, t.step,
      t.address, t.platform, t.rule_id as "ruleId", coalesce(r.name, '') as "ruleName" from sign_in_trace t left join bind_rule r on r.id = t.rule_id
    where ${deviceId === undefined ? sql`true` : sql`t.device_id = ${deviceId}::uuid`} and ${empId === undefined ? sql`true` : sql`t.employee_id = ${empId}::uuid`}
      and ${range.all ? sql`true` : sql`(t.employee_id is null or ${directory.employeeInRange(range, 't.employee_id')})`}
    order by t.at desc limit 200`.execute(db);
  return {
    list: rows.map(({ ruleId, ...row }) => ({ ...row, ruleName: ruleNameFor({ caller, services }, { id: ruleId, name: row.ruleName }) })),
  };
}

const dayMillis = 86_400_000;

async function statistics({ db, caller, services }: Call, { deptId }: Parsed<typeof contract.deviceStatistics>) {
  const range = caller.scope();
  const now = services.now();
  const among = deptId
    ? sql`and exists (select from device_binding b where b.device_id = dv.id and b.state = 'bound' and b.employee_id in (${directory.employeesUnder([deptId])}))`
    : sql``;
  const { rows } = await sql<
    Record<string, number>
  >`select count(*) as total, count(*) filter (where last_seen_at > ${now - dayMillis}) as active,
      count(*) filter (where exists (select from device_binding b where b.device_id = dv.id and b.state = 'pending')) as pending,
      count(*) filter (where state = 'locked') as locked, count(*) filter (where exists (select from erase_item i where i.device_id = dv.id and i.state = any(${[...openEraseStates]}))) as "eraseOpen",
      count(*) filter (where last_seen_at < ${now - 30 * dayMillis}) as unseen, count(*) filter (where not compliant) as "notCompliant"
    from device dv where state <> 'retired' and ${deviceSeen(range)} ${among}`.execute(db);
  const { rows: platforms } = await sql<{ platform: number; n: number }>`select platform, count(*) as n from device dv
    where state <> 'retired' and ${deviceSeen(range)} ${among} group by platform order by platform`.execute(db);
  const figure = (name: string): number => Number(rows[0]?.[name] ?? 0);
  return {
    total: figure('total'),
    active: figure('active'),
    pending: figure('pending'),
    locked: figure('locked'),
    eraseOpen: figure('eraseOpen'),
    unseen: figure('unseen'),
    notCompliant: figure('notCompliant'),
    byPlatform: platforms.map(({ platform, n }) => ({ platform, n: Number(n) })),
  };
}
