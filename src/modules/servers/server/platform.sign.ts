import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { Platform } from '#kit/common/client/platforms.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { clock } from '#platform/clock.ts';
import type { PlatformContent } from '../common/platform.contract.ts';

const purpose = 'bootstrap';
const place = { table: 'installation_key', column: 'private_key', row: purpose };

let secrets: Secrets | undefined;

/** Makes the key of this installation when it has none (Ed25519, RFC 8032); of several processes one does. */
export async function ensureKey(db: Db, store: Secrets): Promise<void> {
  secrets = store;
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' });
  await db
    .insertInto('installation_key')
    .values({
      purpose,
      key_id: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
      public_key: publicKey.toString('base64'),
      private_key: store.seal(pair.privateKey.export({ type: 'pkcs8', format: 'der' }), place),
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column('purpose').doNothing())
    .execute();
}

/** The public key that terminals pin (SPKI, base64), with its id. */
export async function publicKeyOf(db: Db): Promise<{ keyId: string; publicKey: string }> {
  const row = await db
    .selectFrom('installation_key')
    .select(['key_id', 'public_key'])
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
  return { keyId: row.key_id, publicKey: row.public_key };
}

/** Writes a document as the next version of its platform, signed. Without content it says that the platform gets nothing. */
export async function writeDocument(tx: Tx, caller: Caller, platform: Platform, content: PlatformContent | null): Promise<number> {
  if (!secrets) throw new Error('The key of this installation was not opened');
  const key = await tx.selectFrom('installation_key').selectAll().where('purpose', '=', purpose).executeTakeFirstOrThrow();
  const last = await tx
    .selectFrom('platform_document')
    .select((select) => select.fn.max('doc_version').as('last'))
    .where('platform', '=', platform)
    .executeTakeFirst();
  const docVersion = (last?.last ?? 0) + 1;
  const issuedAt = clock.now();
  const document = JSON.stringify({
    v: 1,
    keyId: key.key_id,
    platform,
    version: docVersion,
    issuedAt,
    ...(content ?? { minVersion: null, servers: [] }),
  });
  const privateKey = createPrivateKey({ key: secrets.openBytes(key.private_key, place), format: 'der', type: 'pkcs8' });
  await tx
    .insertInto('platform_document')
    .values({
      platform,
      doc_version: docVersion,
      content: content && JSON.stringify(content),
      document,
      signature: sign(null, Buffer.from(document), privateKey).toString('base64'),
      key_id: key.key_id,
      published_at: issuedAt,
      published_by: caller.uid,
    })
    .execute();
  return docVersion;
}
