import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import { SecretError } from '#platform/secrets/secret-error.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Db, Tx } from '../directory.ts';
import './root.table.ts';

/** The pair that signs now. */
export interface SigningKey {
  readonly id: string;
  sign(text: string): Buffer;
}

const place = (id: string) => ({ table: 'audit_key', column: 'private_key', row: id });

/** Of two processes that start at once one makes the pair. */
const lock = 7_361_204_422;

/** The key pair of the installation, made the first time; a new one where the master key that wrapped the last is lost. Call it in a transaction. */
export async function signingKey(tx: Tx, secrets: Secrets): Promise<SigningKey> {
  const known = await newest(tx, secrets);
  if (known) return known;
  const pair = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const id = keyIdOf(pair.publicKey);
  const values = { id, public_key: pair.publicKey, private_key: secrets.seal(pair.privateKey, place(id)), created_at: clock.now() };
  await tx.insertInto('audit_key').values(values).execute();
  return signerOf(id, pair.privateKey);
}

/** Makes the pair when there is none that this process can use, and wraps it by the present master key. */
export async function prepareSigningKey(db: Db, secrets: Secrets): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sqlLock(tx);
    const { id } = await signingKey(tx, secrets);
    const { private_key } = await tx.selectFrom('audit_key').select('private_key').where('id', '=', id).executeTakeFirstOrThrow();
    const wrapped = secrets.rewrap(private_key, place(id));
    if (wrapped !== undefined) await tx.updateTable('audit_key').set({ private_key: wrapped }).where('id', '=', id).execute();
  });
}

async function newest(tx: Tx, secrets: Secrets): Promise<SigningKey | undefined> {
  const rows = await tx.selectFrom('audit_key').select(['id', 'private_key']).orderBy('created_at', 'desc').orderBy('id').execute();
  for (const { id, private_key } of rows) {
    try {
      return signerOf(id, secrets.open(private_key, place(id)));
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
    }
  }
  return undefined;
}

function signerOf(id: string, privateKey: string): SigningKey {
  const key = createPrivateKey(privateKey);
  return { id, sign: (text) => sign(null, Buffer.from(text, 'utf8'), key) };
}

/** The id of a key: the beginning of the SHA-256 of its public part (DER). */
function keyIdOf(publicKey: string): string {
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, 16);
}

/** A public part as people keep it. */
export interface PublicKey {
  readonly id: string;
  /** SPKI as PEM. */
  readonly pem: string;
  readonly createdAt: number;
}

/** The public parts of all pairs, the newest first. */
export async function publicKeys(db: Db): Promise<PublicKey[]> {
  const rows = await db.selectFrom('audit_key').select(['id', 'public_key', 'created_at']).orderBy('created_at', 'desc').execute();
  return rows.map((row) => ({ id: row.id, pem: row.public_key, createdAt: row.created_at }));
}

/** Whether a signature fits; a key whose id is not that of its public part fits nothing. */
export function isSigned(key: PublicKey | undefined, text: string, signature: Buffer): boolean {
  if (!key) return false;
  try {
    return keyIdOf(key.pem) === key.id && verify(null, Buffer.from(text, 'utf8'), createPublicKey(key.pem), signature);
  } catch {
    return false;
  }
}

async function sqlLock(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
}
