import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import type { CommandKind } from '../../common/device-words.ts';
import { signingKey } from './command-keys.ts';

/** What a command is made of. */
export interface CommandDraft {
  readonly deviceId: string;
  readonly kind: CommandKind;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly by: string | null;
  /** Of which item of an erasure it is: there is one command for each, ever. */
  readonly eraseItemId?: string;
}

const lifeMillis = 7 * 86_400_000;

/** Signs a command for a device and puts it into its queue. The device verifies key, device, enrolment and order before it obeys. Answers its id. */
export async function queueCommand(tx: Db, services: Pick<Services, 'secrets' | 'now'>, draft: CommandDraft): Promise<string> {
  const key = await signingKey(tx, services);
  const { rows } = await sql<{ seq: number; enrolment: number; key_thumbprint: string }>`update device set command_seq = command_seq + 1
    where id = ${draft.deviceId}::uuid returning command_seq as seq, enrolment, key_thumbprint`.execute(tx);
  const device = rows[0];
  if (!device) throw new Error('There is no device for this command');
  const [id, now] = [newId(), services.now()];
  const expiresAt = draft.eraseItemId === undefined ? now + lifeMillis : null;
  const params = draft.params ?? {};
  const { CompactSign, importJWK } = await import('jose');
  const payload = {
    id,
    deviceId: draft.deviceId,
    deviceKey: device.key_thumbprint,
    enrolment: device.enrolment,
    seq: device.seq,
    kind: draft.kind,
    params,
    issuedAt: now,
    ...(expiresAt !== null && { expiresAt }),
  };
  const jws = await new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'command+jws' })
    .sign(await importJWK(key.privateKey, 'ES256'));
  await tx
    .insertInto('device_command')
    .values({
      id,
      device_id: draft.deviceId,
      enrolment: device.enrolment,
      seq: device.seq,
      kind: draft.kind,
      params: JSON.stringify(params),
      jws,
      hash: createHash('sha256').update(jws).digest('base64url'),
      key_id: key.kid,
      state: 'queued',
      queued_at: now,
      queued_by: draft.by,
      delivered_at: null,
      deferred_until: null,
      ack_jws: null,
      ack_at: null,
      result: 'null',
      erase_item_id: draft.eraseItemId ?? null,
      expires_at: expiresAt,
    })
    .execute();
  return id;
}
