import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { KeyedPlace, Keyring } from '#kit/server/keyed-column.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { keyPurposes, type KeyAlgorithm, type KeyPurpose } from '../../common/encryption.contract.ts';
import { contentKeyOf, isSealed, keyIdIn, makeContentKey, makeKey, openWith, sealWith, type OpenKey } from './cipher.ts';
import '../settings.table.ts';

const placeOf = (keyId: string) => ({ table: 'encryption_secret', column: 'sealed', row: keyId });

/** A name for a key: it says nothing of its value. */
export const newKeyId = (): string => randomBytes(8).toString('hex');

/** Makes the value of a new key and keeps it, wrapped by the master key. */
export async function writeSecret(tx: Db, secrets: Secrets, key: { keyId: string; algorithm: KeyAlgorithm }): Promise<void> {
  const sealed = secrets.seal(makeKey(key.algorithm), placeOf(key.keyId));
  await tx.insertInto('encryption_secret').values({ key_id: key.keyId, sealed }).execute();
}

/** Erases the value of a key. */
export async function eraseSecret(tx: Tx, keyId: string): Promise<void> {
  await tx.deleteFrom('encryption_secret').where('key_id', '=', keyId).execute();
}

/** A key with its value; throws when it was destroyed. */
export async function openKey(db: Db, secrets: Secrets, keyId: string): Promise<OpenKey> {
  const row = await db
    .selectFrom('encryption_key')
    .innerJoin('encryption_secret', 'encryption_secret.key_id', 'encryption_key.key_id')
    .select(['algorithm', 'sealed'])
    .where('encryption_key.key_id', '=', keyId)
    .executeTakeFirst();
  if (!row) throw new Error(`Key ${keyId} has no value any more`);
  return { keyId, algorithm: row.algorithm, value: secrets.openBytes(row.sealed, placeOf(keyId)) };
}

/** Seals under the key that writes now. Until the transaction ends no other becomes it: after a rotation nothing is written under the former one. */
export async function sealUnder(
  tx: Db,
  secrets: Secrets,
  purpose: KeyPurpose,
  { plain, place }: { plain: string | Buffer; place: KeyedPlace },
): Promise<string> {
  const { key_id: keyId } = await tx
    .selectFrom('encryption_key')
    .select('key_id')
    .where('purpose', '=', purpose)
    .where('state', '=', 'active')
    .forShare()
    .executeTakeFirstOrThrow();
  return sealWith(await openKey(tx, secrets, keyId), Buffer.from(plain), place);
}

/** Opens what was sealed under whatever key that is not destroyed. */
export async function openSealed(db: Db, secrets: Secrets, sealed: string, place: KeyedPlace): Promise<Buffer> {
  return openWith(await openKey(db, secrets, keyIdIn(sealed)), sealed, place);
}

/** The keys as other parts of the product use them. */
export const openKeyring = (secrets: Secrets): Keyring => ({
  seal: (tx, name, value) => sealUnder(tx, secrets, purposeOf(name), value),
  open: async (db, sealed, place) => String(await openSealed(db, secrets, sealed, place)),
  knows: isSealed,
  contentKey: async (db, name) => {
    const active = db.selectFrom('encryption_key').select('algorithm').where('state', '=', 'active').where('purpose', '=', purposeOf(name));
    return makeContentKey((await active.executeTakeFirstOrThrow()).algorithm);
  },
  contentKeyOf,
});

function purposeOf(name: string): KeyPurpose {
  const purpose = keyPurposes.find((one) => one === name);
  if (!purpose) throw new Error(`There are no keys for ${name}`);
  return purpose;
}
