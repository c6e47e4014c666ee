import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import * as contract from '../../common/client.contract.ts';
import type { BindingState, DeviceState } from '../../common/device-words.ts';
import { bindDevice } from '../binding/bind.ts';
import { unbind } from '../binding/unbind.ts';
import { publicKeys } from '../command/command-keys.ts';
import { deliverCommands, takeAcknowledgements } from '../command/deliver.ts';
import { checkIn } from '../device/check-in.ts';
import { challenge, enrol } from '../device/enrol.ts';
import { lockDevice } from '../device/locks.ts';
import { rekey } from '../device/rekey.ts';
import { roleConfigOf } from '../role-config.ts';
import { narrowed, ruleOf } from '../rule/facts.ts';
import { policyOf } from '../rule/policy.ts';

/** What terminals call about their device. */
export const deviceClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.deviceChallenge, challenge),
  handleClient(contract.deviceEnrol, enrol),
  handleClient(contract.deviceBind, (call, { reason, code }) => bindDevice(call, { reason, code })),
  handleClient(contract.deviceMine, mine),
  handleClient(contract.deviceUnbind, unbindOwn),
  handleClient(contract.deviceCheckIn, checkIn),
  handleClient(contract.deviceCommands, deliverCommands),
  handleClient(contract.deviceAck, takeAcknowledgements),
  handleClient(contract.devicePushToken, keepPushToken),
  handleClient(contract.deviceRekey, rekey),
  handleClient(contract.deviceKeys, ({ db }) => publicKeys(db)),
  handleClient(contract.deviceNotMe, notMe),
];

interface Own {
  id: string;
  binding_id: string;
  name: string;
  platform: number;
  form_factor: 'phone' | 'tablet' | 'computer';
  state: DeviceState;
  binding: BindingState;
  key_thumbprint: string;
  bound_at: number | null;
  last_seen_at: number;
}

async function ownDevices({ db, caller }: ClientCall): Promise<Own[]> {
  const { rows } =
    await sql<Own>`select d.id, b.id as binding_id, d.name, d.platform, d.form_factor, d.state, b.state as binding, d.key_thumbprint, b.bound_at, d.last_seen_at
    from device_binding b join device d on d.id = b.device_id where b.employee_id = ${caller.uid}::uuid and b.state in ('pending', 'bound')
    order by d.last_seen_at desc`.execute(db);
  return rows;
}

async function mine(call: ClientCall): Promise<ClientReply<typeof contract.deviceMine>> {
  const rows = await ownDevices(call);
  const { rule, selfUnbind } = await limitsOf(call);
  const used = (form: Own['form_factor']): number => rows.filter((row) => row.form_factor === form && row.binding === 'bound').length;
  const slot = (form: Own['form_factor']) => ({ used: used(form), most: rule.max[form] });
  return {
    list: rows.map((row) => ({
      deviceId: row.id,
      name: row.name,
      platform: row.platform,
      formFactor: row.form_factor,
      state: row.state,
      binding: row.binding,
      current: row.key_thumbprint === call.terminal.thumbprint,
      boundAt: row.bound_at,
      lastSeenAt: row.last_seen_at,
    })),
    slots: { phone: slot('phone'), tablet: slot('tablet'), computer: slot('computer') },
    selfUnbind,
  };
}

async function limitsOf({ db, caller, services }: ClientCall) {
  const config = await roleConfigOf(services).read(db, caller.uid);
  const rule = narrowed(await ruleOf(db, await policyOf(db), caller.uid), config);
  const { unbind: role = {} } = config;
  return {
    rule,
    selfUnbind: rule.selfUnbind && role.selfUnbind !== false && role.needsApproval !== true,
    coolDownHours: Math.max(rule.coolDownHours, role.coolDownHours ?? 0),
    erase: role.eraseOnUnbind,
  };
}

const hourMillis = 3_600_000;

async function unbindOwn(
  call: ClientCall,
  { deviceId, reason }: ClientInput<typeof contract.deviceUnbind>,
): Promise<ClientReply<typeof contract.deviceUnbind>> {
  const { caller, services } = call;
  const own = (await ownDevices(call)).find(({ id }) => id === deviceId);
  if (!own) throw notFound();
  const limits = await limitsOf(call);
  if (!limits.selfUnbind) throw new Refusal(18051, { time: '–' });
  return call.write(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${caller.uid}, 18))`.execute(tx);
    const { rows } = await sql<{ last: number | null; n: number }>`select max(unbound_at) as last, count(*) as n from device_binding
      where employee_id = ${caller.uid}::uuid and unbound_by = 'employee' and unbound_at > ${services.now() - 30 * 24 * hourMillis}`.execute(
      tx,
    );
    const { last, n } = rows[0]!;
    const next = last === null ? 0 : Number(last) + limits.coolDownHours * hourMillis;
    if (next > services.now() || (limits.rule.rebindPerMonth > 0 && Number(n) >= limits.rule.rebindPerMonth))
      throw new Refusal(18051, { time: new Date(Math.max(next, services.now())).toISOString().slice(0, 16).replace('T', ' ') });
    const { eraseOrderId } = await unbind(tx, services, {
      bindingIds: [own.binding_id],
      by: 'employee',
      who: caller,
      reason,
      erase: limits.erase,
    });
    return { state: own.binding === 'pending' ? ('withdrawn' as const) : ('unbound' as const), eraseOrderId };
  });
}

async function keepPushToken(call: ClientCall, { provider, token }: ClientInput<typeof contract.devicePushToken>): Promise<null> {
  const { thumbprint } = sessionOf(call);
  await call.write(async (tx) => {
    const device = await tx.selectFrom('device').select('id').where('key_thumbprint', '=', thumbprint).executeTakeFirst();
    if (!device) throw new Refusal(18030);
    const sealed = call.services.secrets.seal(JSON.stringify({ provider, token }), {
      table: 'device',
      column: 'push_token',
      row: device.id,
    });
    await tx.updateTable('device').set({ push_token: sealed, push_token_at: call.services.now() }).where('id', '=', device.id).execute();
  });
  return null;
}

async function notMe(
  call: ClientCall,
  { deviceId, reason }: ClientInput<typeof contract.deviceNotMe>,
): Promise<ClientReply<typeof contract.deviceNotMe>> {
  const own = (await ownDevices(call)).find(({ id }) => id === deviceId);
  if (!own) throw notFound();
  return call.write(async (tx) => {
    const device = await tx.selectFrom('device').selectAll().where('id', '=', deviceId).forUpdate().executeTakeFirstOrThrow();
    await lockDevice(tx, call.services, device, { by: 'owner', who: call.caller.uid, reason });
    call.caller.touch({ kind: 'device', id: device.id, name: device.name });
    const facts = { address: device.last_address };
    await call.services.warnings.raise(tx, {
      kind: 'device.notMe',
      object: { kind: 'device', id: device.id, name: device.name, deptId: device.owner_dept_id },
      facts,
    });
    const after = await tx.selectFrom('device').select('state').where('id', '=', deviceId).executeTakeFirstOrThrow();
    return { state: after.state };
  });
}
