import { sql, type Selectable } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { deviceAck, deviceCommands } from '../../common/client.contract.ts';
import type { DeviceTable } from '../devices.table.ts';
import { unconfirmed } from '../erase/unconfirmed.ts';
import { itemAcknowledged, itemDelivered } from '../erase/progress.ts';

type Device = Selectable<DeviceTable>;
const mostDeliveries = 3;

/** A device that speaks: by which key, from where. */
export type Speaking = Pick<ClientCall, 'services' | 'write'> & {
  readonly terminal: Pick<ClientCall['terminal'], 'thumbprint'>;
  readonly caller: Pick<ClientCall['caller'], 'address'>;
};

/** The device whose key proves a call; one that was retired is known no more. */
export async function callingDevice(tx: Tx, { terminal }: Pick<Speaking, 'terminal'>): Promise<Device> {
  const device = await tx
    .selectFrom('device')
    .selectAll()
    .where('key_thumbprint', '=', terminal.thumbprint ?? '')
    .forUpdate()
    .executeTakeFirst();
  if (!device || device.state === 'retired') throw new Refusal(18030);
  return device;
}

interface Waiting {
  id: string;
  jws: string;
  kind: string;
  deliveries: number;
  erase_item_id: string | null;
}

/** Hands out what waits: an erasure first and alone, the rest in their order. */
export async function deliverCommands(
  call: Speaking,
  { after }: ClientInput<typeof deviceCommands>,
): Promise<ClientReply<typeof deviceCommands>> {
  const now = call.services.now();
  return call.write(async (tx) => {
    const device = await callingDevice(tx, call);
    const { rows } = await sql<Waiting>`select id, jws, kind, deliveries, erase_item_id from device_command
      where device_id = ${device.id}::uuid and enrolment = ${device.enrolment} and (seq > ${after} or erase_item_id is not null)
        and (state in ('queued', 'delivered') or (state = 'deferred' and deferred_until <= ${now}))
        and (expires_at is null or expires_at > ${now})
        and not exists (select from erase_item i join erase_order o on o.id = i.order_id where i.id = erase_item_id and ${unconfirmed})
      order by (erase_item_id is null), seq limit 21`.execute(tx);
    const erasing = rows.find(({ erase_item_id }) => erase_item_id !== null);
    const given = erasing ? [erasing] : rows.slice(0, 20);
    if (given.length > 0)
      await sql`update device_command set state = 'delivered', deliveries = deliveries + 1, delivered_at = coalesce(delivered_at, ${now})
        where id = any(${given.map(({ id }) => id)}::uuid[])`.execute(tx);
    await tx.updateTable('device').set({ last_seen_at: now, last_address: call.caller.address }).where('id', '=', device.id).execute();
    for (const one of given)
      if (one.erase_item_id !== null)
        await itemDelivered(tx, call.services, { itemId: one.erase_item_id, failed: one.deliveries >= mostDeliveries });
    return { commands: given.map(({ jws }) => jws), more: rows.length > given.length };
  });
}

interface Acknowledged {
  commandId?: unknown;
  commandHash?: unknown;
  status?: unknown;
  reason?: unknown;
  result?: unknown;
  at?: unknown;
}

const outcomes = new Set(['done', 'failed', 'refused', 'unsupported', 'deferred'] as const);
type Outcome = typeof outcomes extends ReadonlySet<infer O> ? O : never;
const isOutcome = (value: unknown): value is Outcome => (outcomes as ReadonlySet<unknown>).has(value);
const mostDeferred = 24 * 3_600_000;

/** Takes what became of commands: each signed by the device's own key, about its own command, once. */
export async function takeAcknowledgements(
  call: Speaking,
  { acknowledgements }: ClientInput<typeof deviceAck>,
): Promise<ClientReply<typeof deviceAck>> {
  return call.write(async (tx) => {
    const device = await callingDevice(tx, call);
    const list: ClientReply<typeof deviceAck>['list'] = [];
    for (const jws of acknowledgements) list.push(await takeOne(tx, call, { device, jws }));
    return { list };
  });
}

async function takeOne(tx: Tx, { services }: Pick<Speaking, 'services'>, { device, jws }: { device: Device; jws: string }) {
  const said = await verified(device, jws);
  const commandId = typeof said?.commandId === 'string' && /^[0-9a-f-]{36}$/.test(said.commandId) ? said.commandId : null;
  const foreign = { commandId, code: 18033, known: false };
  if (!said || commandId === null || !isOutcome(said.status)) return foreign;
  const command = await tx.selectFrom('device_command').selectAll().where('id', '=', commandId).forUpdate().executeTakeFirst();
  if (!command || command.device_id !== device.id || command.hash !== said.commandHash) {
    await services.warnings.raise(tx, {
      kind: 'device.foreignAck',
      object: { kind: 'device', id: device.id, name: device.name, deptId: device.owner_dept_id },
    });
    return foreign;
  }
  if (command.ack_at !== null && command.state !== 'deferred') return { commandId, code: 0, known: true };
  const now = services.now();
  const tooLate = command.state === 'cancelled' || command.state === 'cancelSent' || command.state === 'expired';
  await tx
    .updateTable('device_command')
    .set({
      state: said.status,
      ack_jws: jws,
      ack_at: now,
      delivered_at: command.delivered_at ?? now,
      result: JSON.stringify({
        reason: said.reason ?? null,
        ...(typeof said.result === 'object' && said.result),
        ...(tooLate && { tooLate }),
      }),
      deferred_until: said.status === 'deferred' ? now + mostDeferred : null,
    })
    .where('id', '=', commandId)
    .execute();
  if (command.erase_item_id !== null && said.status !== 'deferred')
    await itemAcknowledged(tx, services, {
      itemId: command.erase_item_id,
      done: said.status === 'done',
      tooLate,
      reason: textOf(said.reason),
    });
  return { commandId, code: 0, known: false };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');

async function verified(device: Device, jws: string): Promise<Acknowledged | undefined> {
  const { compactVerify, errors, importJWK } = await import('jose');
  try {
    const { payload } = await compactVerify(jws, await importJWK(device.signing_key, 'ES256'), { algorithms: ['ES256'] });
    const said: unknown = JSON.parse(Buffer.from(payload).toString());
    return typeof said === 'object' && said !== null ? said : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
