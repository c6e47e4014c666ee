import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { deviceChallenge, deviceEnrol } from '../../common/client.contract.ts';
import { openEraseStates } from '../../common/erase-words.ts';
import { endBindings } from '../binding/end-bindings.ts';
import { publicKeys, signingKey } from '../command/command-keys.ts';
import { matchEquipment } from '../register/match.ts';
import { usualForm } from '../rule/facts.ts';
import { policyOf } from '../rule/policy.ts';
import { identifierRows, keepIdentifiers } from './identifiers.ts';

const challengeMillis = 120_000;

/** A word for one enrolment. */
export async function challenge(
  call: ClientCall,
  { platform }: ClientInput<typeof deviceChallenge>,
): Promise<ClientReply<typeof deviceChallenge>> {
  const now = call.services.now();
  const nonce = randomBytes(24).toString('base64url');
  const until = now + challengeMillis;
  await call.write(async (tx) => {
    await tx.deleteFrom('device_challenge').where('until', '<', now).execute();
    await tx.insertInto('device_challenge').values({ nonce, platform, until }).execute();
  });
  return { nonce, until, serverTime: now };
}

type Input = ClientInput<typeof deviceEnrol>;

/** Makes the key that proves the call a device. What the terminal says of its equipment opens nothing: it is matched with the register. */
export async function enrol(call: ClientCall, input: Input): Promise<ClientReply<typeof deviceEnrol>> {
  const session = sessionOf(call);
  const thumbprint = await thumbprintOf(input.signingKey);
  if (thumbprint !== session.thumbprint) throw new Refusal(18030);
  return call.write(async (tx) => {
    const now = call.services.now();
    const spent = await tx
      .deleteFrom('device_challenge')
      .where('nonce', '=', input.nonce)
      .where('platform', '=', call.terminal.platform)
      .where('until', '>', now)
      .executeTakeFirst();
    if (spent.numDeletedRows === 0n) throw new Refusal(18025);
    const key = await signingKey(tx, call.services);
    const { switches } = await policyOf(tx);
    const answer = { keys: await publicKeys(tx), checkInMinutes: switches.checkInMinutes };
    const known = await tx.selectFrom('device').selectAll().where('key_thumbprint', '=', thumbprint).executeTakeFirst();
    if (known) {
      // A key serves one device for ever, also after that was retired or erased.
      if (['retired', 'erased'].includes(known.state)) throw new Refusal(18030);
      const binding = await bindingOf(tx, known.id, session.uid);
      return { deviceId: known.id, state: known.state, binding: binding?.state ?? null, expires: binding?.expires_at ?? null, ...answer };
    }
    const past = await tx.selectFrom('device_past_key').select('device_id').where('key_thumbprint', '=', thumbprint).executeTakeFirst();
    if (past) throw new Refusal(18030);
    await assertNoErase(tx, session.uid, call.terminal.installId, input);
    await supersede(tx, call, { uid: session.uid, now });
    const id = await insert(tx, call, { input, thumbprint, key: key.kid });
    return { deviceId: id, state: 'enrolled' as const, binding: null, expires: null, ...answer };
  });
}

async function thumbprintOf(jwk: Input['signingKey']): Promise<string> {
  if (jwk.kty !== 'EC' || jwk.crv !== 'P-256' || jwk.y === undefined) throw new Refusal(18030);
  const { calculateJwkThumbprint } = await import('jose');
  return calculateJwkThumbprint({ kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y }, 'sha256');
}

const bindingOf = (tx: Tx, deviceId: string, uid: string) =>
  tx
    .selectFrom('device_binding')
    .select(['state', 'expires_at'])
    .where('device_id', '=', deviceId)
    .where('employee_id', '=', uid)
    .where('state', 'in', ['pending', 'bound'])
    .executeTakeFirst();

/** Equipment that is to be erased can't come back under another key before it has answered. */
async function assertNoErase(tx: Tx, uid: string, installId: string, { identifiers }: Input): Promise<void> {
  const serials = identifierRows(identifiers)
    .filter(({ kind }) => kind === 'serial' || kind === 'motherboardUuid')
    .map(({ value }) => value);
  const { rows } = await sql`select from erase_item i join erase_order o on o.id = i.order_id join device d on d.id = i.device_id
    where o.app_id is null and i.state = any(${openEraseStates.filter((one) => one !== 'awaitingApproval')}::text[])
      and exists (select from device_binding b where b.device_id = d.id and b.employee_id = ${uid}::uuid)
      and (d.install_id = ${installId} or exists (select from device_identifier x where x.device_id = d.id and x.kind in ('serial', 'motherboardUuid') and x.value = any(${serials}::text[])))
    limit 1`.execute(tx);
  if (rows.length > 0) throw new Refusal(18021);
}

/** The same installation of the same person with another key: the old one is no longer used. */
async function supersede(tx: Tx, { services, terminal }: ClientCall, { uid, now }: { uid: string; now: number }): Promise<void> {
  const { rows } = await sql<{
    id: string;
    binding: string;
  }>`select d.id, b.id as binding from device d join device_binding b on b.device_id = d.id
    where d.install_id = ${terminal.installId} and b.employee_id = ${uid}::uuid and b.state in ('pending', 'bound')`.execute(tx);
  if (rows.length === 0) return;
  const bindingIds = rows.map(({ binding }) => binding);
  await endBindings(tx, { bindingIds, by: 'replaced', who: null, reason: '', now, licence: services.licence });
  await sql`update device set state = 'unbound', state_since = ${now} where id = any(${rows.map(({ id }) => id)}::uuid[]) and state in ('bound', 'pendingApproval')
    and not exists (select from device_binding b where b.device_id = device.id and b.state = 'bound')`.execute(tx);
}

async function insert(
  tx: Tx,
  { services, terminal, caller }: ClientCall,
  { input, thumbprint }: { input: Input; thumbprint: string; key: string },
): Promise<string> {
  const [id, now] = [newId(), services.now()];
  const { nonce: _nonce, signingKey: key, encryptionKey, attestation, identifiers, ...facts } = input;
  const formFactor = [4, 5].includes(terminal.platform) ? 'computer' : (facts.formFactor ?? usualForm(terminal.platform));
  await tx
    .insertInto('device')
    .values({
      id,
      created_at: now,
      created_by: caller.uid,
      updated_at: now,
      updated_by: caller.uid,
      // A device without a name could not be told apart on any page.
      name: facts.name?.trim() || facts.model?.trim() || thumbprint.slice(0, 8),
      platform: terminal.platform,
      form_factor: formFactor,
      model: facts.model ?? '',
      vendor: facts.vendor ?? '',
      system_version: facts.systemVersion ?? '',
      patch_level: facts.patchLevel ?? '',
      terminal_version: facts.terminalVersion ?? String(terminal.buildNo),
      app_key: terminal.appKey,
      locale: facts.locale ?? '',
      install_id: terminal.installId,
      signing_key: JSON.stringify(key),
      key_thumbprint: thumbprint,
      encryption_key: JSON.stringify(encryptionKey ?? null),
      key_storage: facts.keyStorage,
      attestation: attestation === undefined ? 'none' : 'claimed',
      capabilities: JSON.stringify(facts.capabilities),
      state: 'enrolled',
      state_since: now,
      state_before: null,
      locked_by: null,
      posture: JSON.stringify(facts.posture),
      last_seen_at: now,
      last_address: caller.address,
      last_employee_id: caller.uid,
      owner_dept_id: null,
      push_token: null,
      push_token_at: null,
      gesture_reset_at: null,
    })
    .execute();
  await keepIdentifiers(tx, id, identifiers);
  await matchEquipment(tx, { deviceIds: [id] });
  return id;
}
