import { sql, type Selectable } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { sessionOf } from '#kit/server/client/handle-client.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { peopleTurned } from '#modules/people/server/public.ts';
import type { BindingState, DeviceState, bindingOrigins } from '../../common/device-words.ts';
import { forgetDestroyed } from '../device/data-key.ts';
import type { DeviceTable } from '../devices.table.ts';
import { matchEquipment } from '../register/match.ts';
import { narrowingOf } from '../role-config.ts';
import { decide, type BindWay, type Facts, type Verdict } from '../rule/decide.ts';
import { readFacts } from '../rule/facts.ts';
import { refusalOf } from '../rule/trace.ts';
import { takeEnrolCode } from './enrol-codes.ts';
import { notifyApprovers, notifyNewDevice } from './notices.ts';
import { unbind } from './unbind.ts';

type Device = Selectable<DeviceTable>;

/** How a device stands with who is signed in. */
export interface Standing {
  readonly deviceId: string;
  readonly state: DeviceState;
  readonly binding: BindingState | null;
  readonly expires: number | null;
}

const dayMillis = 86_400_000;
const again = { hours: 24, month: 3 };

/** Asks the one rule whether this device is bound to who is signed in, and does what it says; what it refuses is written down under a code. */
export async function bindDevice(call: ClientCall, request: { reason: string; code: string | undefined }): Promise<Standing> {
  const session = sessionOf(call);
  const { services } = call;
  const role = await narrowingOf(services, call.db, { uid: session.uid, appKey: call.terminal.appKey });
  const outcome = await call.write(async (tx): Promise<Standing | { facts: Facts; verdict: Verdict }> => {
    // The last place is given to one of those who ask at the same time.
    await sql`select pg_advisory_xact_lock(hashtextextended(${session.uid}, 18))`.execute(tx);
    await matchEquipment(tx, { deviceIds: await idsOf(tx, session.thumbprint) });
    const device = await tx
      .selectFrom('device')
      .selectAll()
      .where('key_thumbprint', '=', session.thumbprint)
      .forUpdate()
      .executeTakeFirst();
    if (!device || device.state === 'retired') throw new Refusal(23010, { next: 'enrol' }, { next: 'enrol' });
    const byCode = request.code !== undefined && (await takeEnrolCode(tx, services, { code: request.code, uid: session.uid, device }));
    if (request.code !== undefined && !byCode) throw new Refusal(18025);
    const question = { asked: 'bind' as const, uid: session.uid, device, platform: call.terminal.platform, address: call.caller.address };
    const facts = await readFacts(tx, { ...question, at: services.now(), role, enrolCode: byCode });
    const verdict = decide(facts);
    if (verdict.verdict === 'refuse') return { facts, verdict };
    return settle(tx, call, { device, facts, verdict, reason: request.reason });
  });
  if ('verdict' in outcome) throw await refusalOf(call.db, outcome.facts, outcome.verdict);
  return outcome;
}

const idsOf = async (tx: Tx, thumbprint: string): Promise<string[]> =>
  (await tx.selectFrom('device').select('id').where('key_thumbprint', '=', thumbprint).execute()).map(({ id }) => id);

interface Settling {
  device: Device;
  facts: Facts;
  verdict: Verdict;
  reason: string;
}

async function settle(tx: Tx, call: ClientCall, { device, facts, verdict, reason }: Settling): Promise<Standing> {
  const uid = sessionOf(call).uid;
  const current = await tx
    .selectFrom('device_binding')
    .selectAll()
    .where('device_id', '=', device.id)
    .where('employee_id', '=', uid)
    .where('state', 'in', ['pending', 'bound'])
    .executeTakeFirst();
  const terminals = call.services.terminals;
  const of = { uid, key: device.key_thumbprint };
  if (current?.state === 'bound') {
    await terminals?.stageOfKey(tx, of, 'full');
    return { deviceId: device.id, state: device.state, binding: 'bound', expires: null };
  }
  // Where nothing asks for a binding, signing in is enough.
  if (verdict.bind === undefined) {
    await terminals?.stageOfKey(tx, of, 'full');
    return { deviceId: device.id, state: device.state, binding: null, expires: null };
  }
  if (verdict.bind.how === 'approval') {
    if (current) return { deviceId: device.id, state: device.state, binding: 'pending', expires: current.expires_at };
    await assertMayAsk(tx, device.id, uid, call.services.now());
    return requestBinding(tx, call, { device, facts, bind: verdict.bind, reason });
  }
  if (verdict.bind.how === 'replaceOldest') await replaceOldest(tx, call, { uid, formFactor: facts.formFactor, except: device.id });
  if (current) await tx.deleteFrom('device_binding').where('id', '=', current.id).execute();
  await insertBinding(tx, call, { device, facts, state: 'bound', origin: originOf(verdict.bind.how), bind: verdict.bind, reason });
  await becomeBound(tx, call, device, uid);
  return { deviceId: device.id, state: 'bound', binding: 'bound', expires: null };
}

const originOf = (how: BindWay['how']): (typeof bindingOrigins)[number] =>
  how === 'whitelist' ? 'whitelist' : how === 'enrolCode' ? 'enrolCode' : how === 'approval' ? 'approval' : 'auto';

/** What follows once a person is bound: the device counts as bound, gets a key for its stores, and sessions on it are whole. */
export async function becomeBound(tx: Tx, call: Pick<ClientCall, 'services' | 'caller'>, device: Device, uid: string): Promise<void> {
  const now = call.services.now();
  const { rows: bound } = await sql`select from device_binding where device_id = ${device.id}::uuid and state = 'bound'`.execute(tx);
  if (bound.length === 1) await call.services.licence.take(tx, 'devices', 1);
  await forgetDestroyed(tx, device.id);
  await tx
    .updateTable('device')
    .set({ state: 'bound', state_since: now, updated_at: now, last_employee_id: uid })
    .where('id', '=', device.id)
    .where('state', 'in', ['enrolled', 'unbound', 'pendingApproval', 'bound'])
    .execute();
  const { rows } = await sql<{ id: string }>`select primary_department_id as id from employee where id = ${uid}::uuid`.execute(tx);
  if (device.owner_dept_id === null && rows[0])
    await tx.updateTable('device').set({ owner_dept_id: rows[0].id }).where('id', '=', device.id).execute();
  const first = await tx
    .selectFrom('device_binding')
    .select('id')
    .where('employee_id', '=', uid)
    .where('is_primary', '=', true)
    .where('state', '=', 'bound')
    .executeTakeFirst();
  if (!first)
    await tx
      .updateTable('device_binding')
      .set({ is_primary: true })
      .where('device_id', '=', device.id)
      .where('employee_id', '=', uid)
      .where('state', '=', 'bound')
      .execute();
  await call.services.terminals?.stageOfKey(tx, { uid, key: device.key_thumbprint }, 'full');
  await peopleTurned(tx, [uid], 'device');
  await notifyNewDevice(tx, call.services, { uid, device, address: call.caller.address });
}

async function insertBinding(
  tx: Tx,
  { services, caller }: ClientCall,
  {
    device,
    facts,
    state,
    origin,
    bind,
    reason,
  }: Omit<Settling, 'verdict'> & { state: 'pending' | 'bound'; origin: (typeof bindingOrigins)[number]; bind: BindWay },
): Promise<number | null> {
  const now = services.now();
  const expires = state === 'pending' ? now + facts.rule.pendingDays * dayMillis : null;
  await tx
    .insertInto('device_binding')
    .values({
      id: newId(),
      device_id: device.id,
      employee_id: facts.person!.id,
      state,
      origin,
      rule_id: facts.rule.id,
      requested_at: now,
      request_address: caller.address,
      request_reason: reason,
      why_pending: state === 'pending' ? bind.why : null,
      decided_by: null,
      decided_at: null,
      bound_at: state === 'bound' ? now : null,
      last_used_at: state === 'bound' ? now : null,
      unbound_at: null,
      unbound_by: null,
      unbound_who: null,
      expires_at: expires,
      updated_at: now,
    })
    .execute();
  return expires;
}

async function requestBinding(tx: Tx, call: ClientCall, asked: Omit<Settling, 'verdict'> & { bind: BindWay }): Promise<Standing> {
  const { device } = asked;
  const expires = await insertBinding(tx, call, { ...asked, state: 'pending', origin: 'approval' });
  if (device.state === 'enrolled' || device.state === 'unbound')
    await tx
      .updateTable('device')
      .set({ state: 'pendingApproval', state_since: call.services.now() })
      .where('id', '=', device.id)
      .execute();
  const uid = sessionOf(call).uid;
  await call.services.terminals?.stageOfKey(tx, { uid, key: device.key_thumbprint }, 'pending');
  await notifyApprovers(tx, call.services, { uid, device, reason: asked.reason });
  const now = await tx.selectFrom('device').select('state').where('id', '=', device.id).executeTakeFirstOrThrow();
  return { deviceId: device.id, state: now.state, binding: 'pending', expires };
}

/** Who was refused may ask again after a day, three times a month. */
async function assertMayAsk(tx: Tx, deviceId: string, uid: string, now: number): Promise<void> {
  const { rows } = await sql<{ last: number | null; n: number }>`select max(decided_at) as last, count(*) as n from device_binding
    where device_id = ${deviceId}::uuid and employee_id = ${uid}::uuid and state = 'rejected' and decided_at > ${now - 30 * dayMillis}`.execute(
    tx,
  );
  const { last, n } = rows[0]!;
  const next = last === null ? 0 : Number(last) + again.hours * 3_600_000;
  if (Number(n) >= again.month || next > now)
    throw new Refusal(18051, { time: new Date(Math.max(next, now)).toISOString().slice(0, 16) }, { at: next });
}

/** Makes room: the device that was unused longest is given up, and told to erase as the setting says. */
async function replaceOldest(
  tx: Tx,
  call: ClientCall,
  { uid, formFactor, except }: { uid: string; formFactor: string; except: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select b.id from device_binding b join device d on d.id = b.device_id
    where b.employee_id = ${uid}::uuid and b.state = 'bound' and d.form_factor = ${formFactor} and d.id <> ${except}::uuid
    order by b.last_used_at nulls first, b.bound_at limit 1`.execute(tx);
  if (rows[0]) await unbind(tx, call.services, { bindingIds: [rows[0].id], by: 'replaced', who: null, reason: '' });
}
