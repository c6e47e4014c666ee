import type { Selectable } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { notFound, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import {
  keyPurposes,
  type encryptionDestroy,
  type encryptionRotate,
  type encryptionUpdate,
  type KeyPurpose,
} from '../../common/encryption.contract.ts';
import { assertWholeSite } from '../whole-site.ts';
import type { EncryptionKeyTable } from '../settings.table.ts';
import { encryptionKeyKind, encryptionSettingKind } from './encryption.kinds.ts';
import { readiness } from './holders.ts';
import { eraseSecret, newKeyId, writeSecret } from './keyring.ts';
import { countLeft } from './protected.ts';
import { moveJob } from './move.job.ts';

/** For whom and by what something is done. */
interface Means {
  readonly caller: Caller;
  readonly services: Services;
}
type Key = Selectable<EncryptionKeyTable>;

/** What a purpose begins with. */
export const shippedPurpose = { rotateDays: 180, algorithm: 'AES-256-GCM' } as const;

/** Every purpose has its row and its first key from the first start on; of several processes one makes them. */
export async function seedKeys(services: Pick<Services, 'database' | 'now' | 'secrets'>): Promise<void> {
  await services.database.db.transaction().execute(async (tx) => {
    for (const purpose of keyPurposes) {
      const now = services.now();
      const stamps = () => ({ id: newId(), version: 1, created_at: now, created_by: null, updated_at: now, updated_by: null });
      const made = await tx
        .insertInto('encryption_setting')
        .values({ ...stamps(), purpose, rotate_days: shippedPurpose.rotateDays, algorithm: shippedPurpose.algorithm })
        .onConflict((conflict) => conflict.column('purpose').doNothing())
        .returning('id')
        .execute();
      if (made.length === 0) continue;
      const key = { keyId: newKeyId(), algorithm: 'AES-256-GCM' } as const;
      await writeSecret(tx, services.secrets, key);
      const times = { active_at: now, retiring_at: null, retired_at: null, destroyed_at: null };
      await tx
        .insertInto('encryption_key')
        .values({ ...stamps(), ...times, key_id: key.keyId, purpose, algorithm: key.algorithm, state: 'active' })
        .execute();
    }
  });
}

/** Changes the rotation date or the algorithm of the next key. */
export async function updatePurpose(tx: Tx, { caller }: Means, input: Parsed<typeof encryptionUpdate>): Promise<void> {
  assertWholeSite(caller);
  const { purpose, version, rotateDays, algorithm } = input;
  const { id } = await tx.selectFrom('encryption_setting').select('id').where('purpose', '=', purpose).executeTakeFirstOrThrow();
  const fields = { ...(rotateDays !== undefined && { rotateDays }), ...(algorithm && { algorithm }) };
  await changeObjects(tx, caller, encryptionSettingKind, [{ id, version, fields }]);
}

async function keysOf(tx: Tx, purpose: KeyPurpose): Promise<{ active: Key; pending: Key | undefined }> {
  // The purpose's row stands before its keys: two rotations come one after the other.
  await tx.selectFrom('encryption_setting').select('id').where('purpose', '=', purpose).forUpdate().executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('encryption_key')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('state', 'in', ['active', 'pending'])
    .execute();
  const active = rows.find(({ state }) => state === 'active');
  if (!active) throw notFound();
  return { active, pending: rows.find(({ state }) => state === 'pending') };
}

/** Makes a new key, and lets it write where nobody must hold it first. Refuses with 11061 while too few terminals hold the one that was made. */
export async function rotateKey(
  tx: Tx,
  means: Means,
  { purpose, force }: Parsed<typeof encryptionRotate>,
): Promise<Reply<typeof encryptionRotate>> {
  assertWholeSite(means.caller);
  const { pending } = await keysOf(tx, purpose);
  const key = pending ? { id: pending.id, keyId: pending.key_id } : await makePending(tx, means, purpose);
  const { percent, ready } = await readiness(tx, { keyId: key.keyId, purpose }, means.services.now());
  if (!ready && !force) {
    if (pending) throw new Refusal(11061, { percent }, { percent });
    return { keyId: key.keyId, state: 'pending', percent, jobId: null };
  }
  if (!ready) means.caller.note({ force, percent });
  return { keyId: key.keyId, state: 'active', percent, jobId: await activate(tx, means, purpose) };
}

async function makePending(tx: Tx, { caller, services }: Means, purpose: KeyPurpose): Promise<{ id: string; keyId: string }> {
  const { algorithm } = await tx
    .selectFrom('encryption_setting')
    .select('algorithm')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
  const keyId = newKeyId();
  await writeSecret(tx, services.secrets, { keyId, algorithm });
  const times = { activeAt: null, retiringAt: null, retiredAt: null, destroyedAt: null };
  const fields: Fields = { keyId, purpose, algorithm, state: 'pending', ...times };
  const [id] = await createObjects(tx, caller, encryptionKeyKind, [{ name: keyId, path: null, fields }]);
  return { id: id!, keyId };
}

/** The coming key of a purpose writes from now on; what stands under the former one is moved by a job. Answers its id. */
export async function activate(tx: Tx, { caller, services }: Means, purpose: KeyPurpose): Promise<string> {
  const { active, pending } = await keysOf(tx, purpose);
  if (!pending) throw wrongState('active');
  const at = services.now();
  // One after the other: at no moment do two keys write.
  for (const [id, fields] of [
    [active.id, { state: 'retiring', retiringAt: at }],
    [pending.id, { state: 'active', activeAt: at }],
  ] as const)
    await changeObjects(tx, caller, encryptionKeyKind, [{ id, version: null, fields }]);
  await services.warnings.clear(tx, 'key.rotation', purpose);
  return services.jobs.start(tx, caller, moveJob, { purpose });
}

async function lockKey(tx: Tx, id: string): Promise<Key> {
  const key = await tx.selectFrom('encryption_key').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!key) throw notFound();
  return key;
}

async function assertNothingLeft(db: Db, services: Pick<Services, 'keyedColumns'>, key: Key): Promise<void> {
  const n = await countLeft(
    db,
    services.keyedColumns.filter(({ purpose }) => purpose === key.purpose),
    key.key_id,
  );
  if (n > 0) throw new Refusal(11060, { id: key.key_id, n }, { left: n });
}

type One = Parsed<typeof encryptionDestroy>;

/** Retires a former key. Refuses with 11060 while it protects something, 10412 where it is not a retiring one. */
export async function retireKey(tx: Tx, { caller, services }: Means, { id, version }: One): Promise<void> {
  assertWholeSite(caller);
  const key = await lockKey(tx, id);
  if (key.state !== 'retiring') throw wrongState(key.state);
  await assertNothingLeft(tx, services, key);
  await changeObjects(tx, caller, encryptionKeyKind, [{ id, version, fields: { state: 'retired', retiredAt: services.now() } }]);
}

/** Erases the value of a retired key. Refuses as retiring does. */
export async function destroyKey(tx: Tx, { caller, services }: Means, { id, version }: One): Promise<void> {
  assertWholeSite(caller);
  const key = await lockKey(tx, id);
  if (key.state !== 'retired') throw wrongState(key.state);
  await assertNothingLeft(tx, services, key);
  await changeObjects(tx, caller, encryptionKeyKind, [{ id, version, fields: { state: 'destroyed', destroyedAt: services.now() } }]);
  await eraseSecret(tx, key.key_id);
}
