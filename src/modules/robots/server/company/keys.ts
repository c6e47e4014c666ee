import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { isSame } from '#platform/secrets/is-same.ts';
import type { RobotKeyName } from '../../common/company/words.ts';
import './robot.table.ts';

const hourMillis = 3_600_000;
const placeOf = (id: string) => ({ table: 'robot_key', column: 'sealed', row: id });
const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A key as it is listed; never what it says. */
export interface KeyFacts {
  readonly robotId: string;
  readonly which: RobotKeyName;
  readonly createdAt: number;
  readonly endsAt: number | null;
}

/** SQL condition: the key has not ended. */
const alive = (now: number) => sql`(ends_at is null or ends_at > ${now})`;

/** Makes a new key; the ones before are accepted beside it for so many hours. Answers what it says, this once. */
export async function changeKey(
  tx: Tx,
  { secrets, now: clock }: Pick<Services, 'secrets' | 'now'>,
  request: { robotId: string; which: RobotKeyName; keepOldHours: number; by: string },
): Promise<{ value: string; oldEndsAt: number | null }> {
  const [id, now] = [newId(), clock()];
  const { robotId, which } = request;
  const value = randomBytes(32).toString('base64url');
  const until = now + request.keepOldHours * hourMillis;
  const { rows } = await sql<{ ends: number }>`update robot_key set ends_at = least(ends_at, ${until}) where robot_id = ${robotId}::uuid
    and which = ${which} and ${alive(now)} returning ends_at as ends`.execute(tx);
  await tx
    .insertInto('robot_key')
    .values({
      id,
      robot_id: robotId,
      which,
      digest: which === 'token' ? digestOf(value) : null,
      sealed: which === 'token' ? null : secrets.seal(value, placeOf(id)),
      created_at: now,
      created_by: request.by,
      ends_at: null,
    })
    .execute();
  return { value, oldEndsAt: rows.length > 0 ? until : null };
}

/** The keys of robots that have not ended, the newest first. */
export async function keysOf(db: Db, robotIds: readonly string[], now: number): Promise<KeyFacts[]> {
  const { rows } = await sql<KeyFacts>`select robot_id as "robotId", which, created_at as "createdAt", ends_at as "endsAt" from robot_key
    where robot_id = any(${[...robotIds]}::uuid[]) and ${alive(now)} order by created_at desc`.execute(db);
  return rows;
}

/** Whether a token opens the hook of a robot. */
export async function isToken(db: Db, robotId: string, token: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ digest: Buffer }>`select digest from robot_key where robot_id = ${robotId}::uuid and which = 'token'
    and ${alive(now)}`.execute(db);
  const given = digestOf(token);
  return rows.some(({ digest }) => isSame(given, digest));
}

/** What the keys of a kind say, the newest first. */
export async function openKeys(
  { secrets, database, now }: Pick<Services, 'secrets' | 'database' | 'now'>,
  robotId: string,
  which: 'signKey' | 'out',
): Promise<string[]> {
  const { rows } = await sql<{ id: string; sealed: string }>`select id, sealed from robot_key where robot_id = ${robotId}::uuid
    and which = ${which} and ${alive(now())} order by created_at desc`.execute(database.db);
  return rows.map(({ id, sealed }) => secrets.open(sealed, placeOf(id)));
}

const hmac = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Whether a signature over a time was made by this key: as DingTalk makes it (the key signs `time\nkey`), and as Feishu does (`time\nkey` signs
 * nothing). Both in base64.
 */
export function isSigned(key: string, timestamp: string, sign: string): boolean {
  const text = `${timestamp}\n${key}`;
  const given = Buffer.from(sign, 'base64');
  return isSame(given, hmac(key, text)) || isSame(given, hmac(text, ''));
}

/** The signature of what is told to an address, over time, nonce and body. */
export const outSignature = (key: string, { timestamp, nonce, body }: { timestamp: string; nonce: string; body: string }): string =>
  createHmac('sha256', key).update(`${timestamp}.${nonce}.${body}`).digest('hex');

/** The token of an event: whoever was told of it may answer. Nobody else can make it. */
export const eventToken = ({ secrets }: Pick<Services, 'secrets'>, eventId: string): string =>
  `${eventId}.${secrets.mac('robot event', eventId).toString('base64url')}`;

/** The event of a token; undefined for one that was not made here. */
export function eventOfToken({ secrets }: Pick<Services, 'secrets'>, token: string): string | undefined {
  const [id = '', mac = ''] = token.split('.');
  if (!/^[0-9a-f-]{36}$/.test(id)) return undefined;
  return isSame(mac, secrets.mac('robot event', id).toString('base64url')) ? id : undefined;
}
