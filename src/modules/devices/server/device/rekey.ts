import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { code } from '#kit/common/codes.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { deviceRekey } from '../../common/client.contract.ts';
import { callingDevice } from '../command/deliver.ts';

const skewMillis = 120_000;

/**
 * Gives a device another key, proven by both: the call by the old one, the proof within by the new one, which names both and the moment.
 * What was signed for the old key is answered first; sessions of the old key end.
 */
export async function rekey(
  call: ClientCall,
  { signingKey, proof }: ClientInput<typeof deviceRekey>,
): Promise<ClientReply<typeof deviceRekey>> {
  const { services } = call;
  const now = services.now();
  const old = call.terminal.thumbprint ?? '';
  const thumbprint = await provenBy(signingKey, proof, { old, now });
  return call.write(async (tx) => {
    const device = await callingDevice(tx, call);
    await assertAnswered(tx, device.id);
    const { rows } = await sql`select from device where key_thumbprint = ${thumbprint}
      union all select from device_past_key where key_thumbprint = ${thumbprint}`.execute(tx);
    // A key serves one device for ever.
    if (rows.length > 0) throw new Refusal(18030);
    await tx.insertInto('device_past_key').values({ key_thumbprint: old, device_id: device.id, given_up_at: now }).execute();
    const enrolment = device.enrolment + 1;
    await tx
      .updateTable('device')
      .set({ signing_key: JSON.stringify(signingKey), key_thumbprint: thumbprint, enrolment, updated_at: now })
      .where('id', '=', device.id)
      .execute();
    await services.terminals?.endOfKeys(tx, [old]);
    return { thumbprint, enrolment };
  });
}

/** The thumbprint of the new key, where it signed that it follows the old one, just now. */
async function provenBy(
  key: ClientInput<typeof deviceRekey>['signingKey'],
  proof: string,
  { old, now }: { old: string; now: number },
): Promise<string> {
  if (key.kty !== 'EC' || key.crv !== 'P-256' || key.y === undefined) throw new Refusal(18030);
  const { calculateJwkThumbprint, compactVerify, errors, importJWK } = await import('jose');
  try {
    const jwk = { kty: key.kty, crv: key.crv, x: key.x, y: key.y };
    const thumbprint = await calculateJwkThumbprint(jwk);
    const { payload } = await compactVerify(proof, await importJWK(jwk, 'ES256'), { algorithms: ['ES256'] });
    const said = JSON.parse(Buffer.from(payload).toString()) as Record<string, unknown> | null;
    const isNow = typeof said?.['at'] === 'number' && Math.abs(said['at'] - now) <= skewMillis;
    if (said?.['oldKey'] !== old || said['newKey'] !== thumbprint || old === thumbprint || !isNow) throw new Refusal(18030);
    return thumbprint;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof SyntaxError || error instanceof TypeError) throw new Refusal(18030);
    throw error;
  }
}

/** Commands are signed for one key: those that wait are answered first, an erasure above all. */
async function assertAnswered(tx: Tx, deviceId: string): Promise<void> {
  const { rows } = await sql<{ erases: boolean }>`select bool_or(erase_item_id is not null) as erases from device_command
    where device_id = ${deviceId}::uuid and state in ('queued', 'delivered', 'deferred') having count(*) > 0`.execute(tx);
  if (rows[0]) throw new Refusal(rows[0].erases ? 18044 : code.wrongState);
}
