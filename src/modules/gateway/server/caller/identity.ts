import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { perProduct } from '#kit/server/per-product.ts';
import { newId } from '#kit/server/ids.ts';
import type { RunServices, TargetCall } from '../run/context.ts';
import '../gateway.table.ts';

const place = (id: string) => ({ table: 'gateway_identity_key', column: 'private_jwk', row: id });

type Parts = Pick<RunServices, 'database' | 'secrets' | 'now'>;

const keyOf = perProduct((services: Parts) => {
  let made: Promise<{ id: string; key: CryptoKey }> | undefined;
  const load = async () => {
    const { importJWK } = await import('jose');
    const row = await newest(services);
    const jwk = JSON.parse(services.secrets.open(row.private_jwk, place(row.id))) as Record<string, string>;
    return { id: row.id, key: (await importJWK(jwk, 'ES256')) as CryptoKey };
  };
  return { now: () => (made ??= load().catch((error: unknown) => ((made = undefined), Promise.reject(error)))) };
});

/** The newest key pair; the first is made when it is first asked for, once over all nodes. */
async function newest({ database, secrets, now }: Parts) {
  const { db } = database;
  const find = () => db.selectFrom('gateway_identity_key').selectAll().orderBy('created_at', 'desc').executeTakeFirst();
  const known = await find();
  if (known) return known;
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('gateway_identity_key', 0))`.execute(tx);
    const there = await tx.selectFrom('gateway_identity_key').selectAll().orderBy('created_at', 'desc').executeTakeFirst();
    if (there) return there;
    const { exportJWK, generateKeyPair } = await import('jose');
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const id = newId();
    const [open, closed] = [await exportJWK(publicKey), await exportJWK(privateKey)];
    const row = {
      id,
      created_at: now(),
      public_jwk: { kty: open.kty!, crv: open.crv!, x: open.x!, y: open.y!, kid: id, alg: 'ES256', use: 'sig' },
      private_jwk: secrets.seal(JSON.stringify(closed), place(id)),
    };
    await tx
      .insertInto('gateway_identity_key')
      .values({ ...row, public_jwk: sql<Record<string, string>>`${JSON.stringify(row.public_jwk)}::jsonb` })
      .execute();
    return row;
  });
}

/** Keys by which systems behind check the identity header (RFC 7517). */
export async function identityKeys(services: Parts): Promise<{ keys: Record<string, string>[] }> {
  await newest(services);
  const rows = await services.database.db
    .selectFrom('gateway_identity_key')
    .select('public_jwk')
    .orderBy('created_at', 'desc')
    .limit(3)
    .execute();
  return { keys: rows.map(({ public_jwk }) => public_jwk) };
}

/** Who a call is for, signed for the system behind: 60 seconds, audience the prefix. */
export async function identityToken({ services, loaded, caller, requestId }: TargetCall): Promise<string> {
  const { SignJWT } = await import('jose');
  const { id, key } = await keyOf(services).now();
  const seconds = Math.floor(services.now() / 1000);
  const { employee } = caller;
  const claims = {
    uid: employee?.uid ?? null,
    account: employee?.account ?? null,
    name: employee?.name ?? null,
    sysCode: caller.systemCode,
    widgetId: caller.widgetId,
    requestId,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: id })
    .setIssuer('wheelhouse')
    .setAudience(`${loaded.system.code}/${loaded.prefix.code}`)
    .setJti(randomUUID())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .sign(key);
}
