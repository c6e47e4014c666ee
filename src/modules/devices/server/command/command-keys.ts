import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import '../devices.table.ts';

type Parts = Pick<Services, 'secrets' | 'now'>;

/** A key that commands are signed with. */
export interface CommandKey {
  readonly kid: string;
  readonly publicKey: Readonly<Record<string, string>>;
  readonly privateKey: Record<string, string>;
}

const placeOf = (kid: string) => ({ table: 'command_key', column: 'private_key', row: kid });

/** The key that signs now; the first command makes it. */
export async function signingKey(tx: Db, { secrets, now }: Parts): Promise<CommandKey> {
  const known = await latest(tx);
  if (known) return opened(known, secrets);
  // One node makes it.
  await sql`select pg_advisory_xact_lock(18, 1)`.execute(tx);
  const made = await latest(tx);
  if (made) return opened(made, secrets);
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import('jose');
  const pair = await generateKeyPair('ES256', { extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicKey);
  const values = { ...textsIn(publicKey), kid, alg: 'ES256', use: 'sig' };
  const privateKey = textsIn(await exportJWK(pair.privateKey));
  await tx
    .insertInto('command_key')
    .values({
      kid,
      public_key: JSON.stringify(values),
      private_key: secrets.seal(JSON.stringify(privateKey), placeOf(kid)),
      made_at: now(),
      first_used_at: now(),
    })
    .execute();
  return { kid, publicKey: values, privateKey };
}

const textsIn = (jwk: object): Record<string, string> =>
  Object.fromEntries(Object.entries(jwk).filter((one): one is [string, string] => typeof one[1] === 'string'));

const latest = (db: Db) => db.selectFrom('command_key').selectAll().orderBy('made_at', 'desc').limit(1).executeTakeFirst();

const opened = (
  { kid, public_key, private_key }: { kid: string; public_key: Record<string, string>; private_key: string },
  secrets: Parts['secrets'],
): CommandKey => ({
  kid,
  publicKey: public_key,
  privateKey: JSON.parse(secrets.open(private_key, placeOf(kid))) as Record<string, string>,
});

/** Public keys of all that still count. */
export async function publicKeys(db: Db): Promise<{ keys: Record<string, string>[] }> {
  const rows = await db.selectFrom('command_key').select('public_key').orderBy('made_at', 'desc').execute();
  return { keys: rows.map(({ public_key }) => public_key) };
}
