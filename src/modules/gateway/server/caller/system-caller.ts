import { createHash, hash } from 'node:crypto';
import { perProduct } from '#kit/server/per-product.ts';
import { keyPlace, secretHash } from '#modules/access/server/public.ts';
import { hmacUnder } from '#platform/secrets/hmac.ts';
import { isSame } from '#platform/secrets/is-same.ts';
import { CallFailure } from '../run/failure.ts';
import type { RunInput, RunServices } from '../run/context.ts';
import type { KeyEntry, Snapshot, SystemEntry } from '../table/snapshot.ts';
import { inNetworks } from './networks.ts';
import { noncesOf } from './nonces.ts';

const skewMillis = 5 * 60_000;

/** What a system shows of itself. */
export interface Shown {
  readonly method: string;
  /** Path with its query, as it was called. */
  readonly url: string;
  readonly address: string;
  readonly input: RunInput;
}

/** A system that is known. */
export interface KnownSystem {
  readonly system: SystemEntry;
  readonly key: KeyEntry;
}

const unknown = (reason: string): CallFailure => new CallFailure('signIn', { code: 14304, params: { reason } });
type Signing = ReturnType<typeof hmacUnder>;
const signingUnder = (secret: string): Signing => hmacUnder(Buffer.from(secret));
/** Signing under the keys of systems: opening a sealed one costs more than the rest of the check. */
const signaturesOf = perProduct(() => new Map<string, Signing>());
const mostKeys = 10_000;

function signingOf(services: RunServices, { id, secret }: KeyEntry): Signing {
  const known = signaturesOf(services);
  const signing = known.get(secret);
  if (signing) return signing;
  if (known.size >= mostKeys) known.clear();
  const opened = signingUnder(services.secrets.open(secret, keyPlace(id)));
  known.set(secret, opened);
  return opened;
}

/** Which system calls, by a signature, a token or an API key; undefined where it shows none of them. */
export async function systemCaller(services: RunServices, snapshot: Snapshot, shown: Shown): Promise<KnownSystem | undefined> {
  const { headers } = shown.input;
  const found =
    headers['x-signature'] === undefined
      ? headers['x-api-key'] === undefined
        ? await byToken(services, snapshot, headers['authorization'])
        : byApiKey(services, snapshot, headers['x-api-key'])
      : await bySignature(services, snapshot, shown);
  if (!found) return undefined;
  const { system } = found;
  if (!system.enabled || !system.calls) throw unknown('system');
  if (!inNetworks(shown.address, system.addressList))
    throw new CallFailure('permission', { code: 14306, params: { reason: shown.address } });
  return found;
}

function liveKey(services: Pick<RunServices, 'now'>, snapshot: Snapshot, keyId: string, kind: KeyEntry['kind']): KnownSystem | undefined {
  const key = snapshot.keys.get(keyId);
  if (!key || key.kind !== kind || (key.expiresAt !== null && key.expiresAt <= services.now())) return undefined;
  const system = snapshot.systems.get(key.systemId);
  return system && { system, key };
}

const signingOfNobody = signingUnder('nobody');
const digestOfNothing = hash('sha256', '', 'hex');

/** What is signed: method, path, sorted query, SHA-256 of the body, timestamp, nonce, by newlines. */
export function signedText({
  method,
  url,
  body,
  timestamp,
  nonce,
}: {
  method: string;
  url: string;
  body: Buffer;
  timestamp: string;
  nonce: string;
}): string {
  const [path, query = ''] = url.split('?', 2) as [string, string?];
  const sorted = query.includes('&')
    ? query
        .split('&')
        .filter((part) => part !== '')
        .toSorted()
        .join('&')
    : query;
  const digest = body.length === 0 ? digestOfNothing : hash('sha256', body, 'hex');
  return `${method.toUpperCase()}\n${path}\n${sorted}\n${digest}\n${timestamp}\n${nonce}`;
}

async function bySignature(services: RunServices, snapshot: Snapshot, { method, url, input }: Shown): Promise<KnownSystem> {
  const { headers, body } = input;
  const { 'x-key-id': keyId = '', 'x-timestamp': timestamp = '', 'x-nonce': nonce = '', 'x-signature': signature = '' } = headers;
  const found = liveKey(services, snapshot, keyId, 'hmac');
  const sign = found ? signingOf(services, found.key) : signingOfNobody;
  const expected = sign(signedText({ method, url, body, timestamp, nonce })).toString('base64');
  if (!found || !isSame(signature, expected)) throw unknown('signature');
  const at = /^\d{13}$/.test(timestamp) ? Number(timestamp) : Number(timestamp) * 1000;
  if (!Number.isFinite(at) || Math.abs(services.now() - at) > skewMillis)
    throw new CallFailure('signIn', { code: 14319, params: { reason: 'clock' } });
  if (nonce.length < 8 || nonce.length > 128) throw unknown('nonce');
  const digest = hash('sha256', `${keyId}\n${nonce}`, 'buffer');
  const nonces = noncesOf(services);
  if (!(nonces.takeNow(digest) ?? (await nonces.take(digest))))
    throw new CallFailure('signIn', { code: 14318, params: { reason: 'nonce' } });
  return found;
}

function byApiKey(services: RunServices, snapshot: Snapshot, given: string): KnownSystem {
  const [keyId = '', secret = ''] = given.split('.', 2);
  const found = liveKey(services, snapshot, keyId, 'apiKey');
  if (!found || !isSame(secretHash(secret), found.key.secret)) throw unknown('apiKey');
  // An API key alone is too little: it works from known addresses only.
  if (found.system.addressList.length === 0) throw new CallFailure('permission', { code: 14306, params: { reason: 'addresses' } });
  return found;
}

const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

async function byToken(services: RunServices, snapshot: Snapshot, authorization: string | undefined): Promise<KnownSystem | undefined> {
  const token = /^Bearer ([\w.~+/-]{20,200})=*$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  const row = await services.database.db.selectFrom('gateway_token').selectAll().where('hash', '=', tokenHash(token)).executeTakeFirst();
  if (!row || Number(row.until) <= services.now()) throw unknown('token');
  const key = [...snapshot.keys.values()].find(({ id }) => id === row.key_id);
  const found = key && liveKey(services, snapshot, key.keyId, 'oauthClient');
  if (!found) throw unknown('token');
  return found;
}

/** Gives a token for client credentials; undefined where they are not right. */
export async function issueToken(
  services: RunServices,
  snapshot: Snapshot,
  { keyId, secret, token, seconds }: { keyId: string; secret: string; token: string; seconds: number },
): Promise<boolean> {
  const found = liveKey(services, snapshot, keyId, 'oauthClient');
  if (!isSame(secretHash(secret), found?.key.secret ?? 'nobody') || !found || !found.system.enabled || !found.system.calls) return false;
  const until = services.now() + seconds * 1000;
  await services.database.db
    .insertInto('gateway_token')
    .values({ hash: tokenHash(token), key_id: found.key.id, system_id: found.system.id, until })
    .execute();
  return true;
}
