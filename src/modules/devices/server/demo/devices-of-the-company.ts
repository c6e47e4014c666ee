import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { deliverCommands, takeAcknowledgements } from '../command/deliver.ts';
import { leaseOf } from '../device/data-key.ts';
import { keepIdentifiers } from '../device/identifiers.ts';
import { lockDevice } from '../device/locks.ts';
import { orderErase } from '../erase/order-erase.ts';
import { runDueErasures } from '../erase/run-due.ts';
import { matchEquipment } from '../register/match.ts';
import '../devices.table.ts';

const models = [
  { name: 'Mate 60', platform: 8, system: '5.0.1', form: 'phone', serial: '' },
  { name: 'iPhone 15', platform: 1, system: '18.1', form: 'phone', serial: '' },
  { name: 'ThinkPad X1', platform: 4, system: '10.0.22631', form: 'computer', serial: 'PF4K70Q0' },
  { name: 'Pixel 9', platform: 2, system: '15', form: 'phone', serial: '' },
  { name: 'MacBook Air', platform: 5, system: '15.1', form: 'computer', serial: '' },
  { name: 'Galaxy Tab S9', platform: 2, system: '14', form: 'tablet', serial: 'R52W00KXYZ' },
] as const;
const most = 12;
const hour = 3_600_000;

interface Enrolled {
  readonly id: string;
  readonly key: KeyObject;
  readonly thumbprint: string;
}

/** Once: a dozen people enrol their devices, each with a key of its own; one is locked, one erased with its signed answer, one order expires. Later they check in. */
export async function devicesOfTheCompany(services: Services): Promise<void> {
  const { db } = services.database;
  const { rows: some } = await sql`select from device limit 1`.execute(db);
  const { rows: rules } = await sql`select from bind_rule where not built_in limit 1`.execute(db);
  if (some.length > 0) return checkIns(services);
  if (rules.length === 0) return;
  const { rows: people } = await sql<{
    id: string;
    name: string;
  }>`select id, name from employee where status = 'active' order by md5(id::text) limit ${most}`.execute(db);
  const made: Enrolled[] = [];
  for (const [at, person] of people.entries()) made.push(await enrol(services, person, at));
  const [, , lost, erased, waiting] = made;
  if (lost) await lock(services, lost.id);
  if (erased) await erase(services, erased);
  if (waiting) await order(services, waiting.id, true);
}

/** Devices in use are seen every day, some of them a few hours ago. */
async function checkIns(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  await sql`update device set last_seen_at = ${now} - (abs(hashtext(id::text)) % 30) * ${hour}::bigint where state in ('bound', 'pendingApproval')`.execute(
    db,
  );
  await sql`update device_binding b set last_used_at = d.last_seen_at from device d where d.id = b.device_id and b.state = 'bound'`.execute(
    db,
  );
}

async function enrol(services: Services, person: { id: string; name: string }, at: number): Promise<Enrolled> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  const model = models[at % models.length]!;
  const [id, now] = [newId(), services.now() - (at % 9) * hour];
  const pending = at % 8 === 7;
  const isPrivate = at % 3 === 1;
  await services.database.db.transaction().execute(async (tx) => {
    await sql`insert into device (id, created_at, created_by, updated_at, name, platform, form_factor, model, system_version, terminal_version, app_key,
        install_id, signing_key, key_thumbprint, capabilities, ownership, state, state_since, posture, compliant, failing, last_seen_at, last_address, last_employee_id)
      values (${id}, ${now}, ${person.id}, ${now}, ${`${model.name} · ${person.name}`}, ${model.platform}, ${model.form}, ${model.name}, ${model.system}, '4.2.0',
        'wheelhouse', ${randomUUID()}, ${JSON.stringify({ kty, crv, x, y })}, ${thumbprint}, '["lockApp", "eraseApp", "signOut", "message", "refresh"]',
        ${isPrivate ? 'private' : 'unknown'}, ${pending ? 'pendingApproval' : 'bound'}, ${now},
        ${JSON.stringify({ rooted: false, screenLock: at % 5 !== 4, diskEncrypted: true })}, ${at % 5 !== 4}, ${at % 5 === 4 ? '["screenLock"]' : '[]'}, ${now},
        ${`10.8.${at}.${20 + at}`}, ${person.id})`.execute(tx);
    await sql`insert into device_binding (id, device_id, employee_id, state, origin, rule_id, why_pending, request_address, request_reason, requested_at, bound_at, updated_at, is_primary)
      values (${newId()}, ${id}, ${person.id}, ${pending ? 'pending' : 'bound'}, ${pending ? 'approval' : 'auto'},
        (select id from bind_rule where built_in), ${pending ? 'mode' : null}, ${`10.8.${at}.${20 + at}`}, ${pending ? '换了新手机' : ''}, ${now}, ${pending ? null : now}, ${now}, ${!pending})`.execute(
      tx,
    );
    // Two tablets say the same serial number: a conflict, as the register shows it.
    const named = model.serial !== '' && (at < models.length || model.form === 'tablet');
    await keepIdentifiers(tx, id, named ? { serial: model.serial } : {});
    await matchEquipment(tx, { deviceIds: [id] });
    if (!pending) await leaseOf(tx, services, { deviceId: id, appKey: 'wheelhouse', days: 14, encryptionKey: null, known: undefined });
    if (!pending) await services.licence.take(tx, 'devices', 1);
  });
  return { id, key: privateKey, thumbprint };
}

async function lock(services: Services, id: string): Promise<void> {
  await services.database.db.transaction().execute(async (tx) => {
    const device = await tx.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await lockDevice(tx, services, device, { by: 'administrator', who: null, reason: '员工报告遗失' });
  });
}

const order = (services: Services, id: string, approval: boolean): Promise<string> =>
  services.database.db.transaction().execute((tx) =>
    orderErase(tx, services, {
      deviceIds: [id],
      scope: 'eraseApp',
      appId: null,
      reason: '设备更换，旧设备退出使用',
      origin: 'administrator',
      by: null,
      hold: false,
      approval,
      shown: [],
    }),
  );

/** The device fetches what it is told, and answers with its own key. */
async function erase(services: Services, { id, key, thumbprint }: Enrolled): Promise<void> {
  await order(services, id, false);
  await runDueErasures(services);
  const { db } = services.database;
  const device = {
    services,
    write: <T>(work: (tx: Parameters<Parameters<ReturnType<typeof db.transaction>['execute']>[0]>[0]) => Promise<T>) =>
      db.transaction().execute(work),
    terminal: { thumbprint },
    caller: { address: '10.8.3.23' },
  };
  const { commands } = await deliverCommands(device, { after: 0 });
  for (const jws of commands) {
    const command = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()) as { id: string; kind: string };
    const said = {
      commandId: command.id,
      commandHash: createHash('sha256').update(jws).digest('base64url'),
      status: 'done',
      at: services.now(),
      result: { files: 14, bytes: 52_428_800, keys: 1 },
    };
    const text = [{ alg: 'ES256' }, said].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
    await takeAcknowledgements(device, { acknowledgements: [`${text}.${signature}`] });
  }
}
