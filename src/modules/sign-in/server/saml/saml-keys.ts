import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Services } from '#kit/server/services.ts';
import '../auth-setting/auth-setting.table.ts';
import { selfSigned } from './self-signed.ts';

/** What a key is for; each has one of its own, for what decrypts must not sign. */
type Use = 'signing' | 'encryption';
const yearMillis = 365 * 86_400_000;
const lifeYears = 20;

/** A private key with the certificate that carries its public half. */
export interface SamlKey {
  readonly key: string;
  readonly certificate: string;
}

const place = (use: Use) => ({ table: 'saml_key', column: 'private_key', row: use });

/** The key of this installation for a use; made when it is asked for the first time, once for all nodes. */
export async function samlKey({ database, secrets, now }: Pick<Services, 'database' | 'secrets' | 'now'>, use: Use): Promise<SamlKey> {
  const { db } = database;
  const read = () => db.selectFrom('saml_key').selectAll().where('use', '=', use).executeTakeFirst();
  let row = await read();
  if (!row) {
    const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 });
    const at = now();
    const values = {
      use,
      private_key: secrets.seal(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), place(use)),
      certificate: selfSigned(pair, { name: `Wheelhouse ${use}`, from: at - 86_400_000, until: at + lifeYears * yearMillis }),
      created_at: at,
    };
    await db
      .insertInto('saml_key')
      .values(values)
      .onConflict((conflict) => conflict.column('use').doNothing())
      .execute();
    // Another node may have been first.
    row = await read();
  }
  if (!row) throw new Error('The key was not stored');
  return { key: secrets.open(row.private_key, place(use)), certificate: row.certificate };
}
