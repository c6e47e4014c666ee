import { sql } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { signedIn } from './crowd-fields.ts';

/** So long a sign-in may take from its moment to its commit: moments are no order of commits. */
const overlapMillis = 30_000;

interface SignIn {
  uid: string;
  at: number;
}

/** The moments of the overlap that this node has looked at, by person. */
const seen = new Map<string, number>();

/** People who signed in since crowds looked the last time, where a crowd asks for that at all. */
export async function newSignIns(services: Services): Promise<SignIn[]> {
  const { db } = services.database;
  const { rows } = await sql<SignIn>`select l.uid, l.at from last_sign_in l, crowd_cursor here
    where l.at > here.signed_in_at - ${overlapMillis} order by l.at limit 20000`.execute(db);
  const fresh = rows.filter(({ uid, at }) => seen.get(uid) !== at);
  if (fresh.length === 0) return fresh;
  const { rows: asking } = await sql`select from crowd
    where not paused and conditions @? ${`$.**.field ? (@ == "${signedIn}")`}::jsonpath limit 1`.execute(db);
  if (asking.length > 0) return fresh;
  await passSignIns(services, fresh);
  return [];
}

/** Remembers how far sign-ins were looked at. */
export async function passSignIns({ database, now }: Pick<Services, 'database' | 'now'>, looked: readonly SignIn[]): Promise<void> {
  const last = looked.at(-1)?.at;
  if (last === undefined) return;
  for (const { uid, at } of looked) seen.set(uid, at);
  for (const [uid, at] of seen) if (at < Math.min(last, now()) - 2 * overlapMillis) seen.delete(uid);
  await sql`update crowd_cursor set signed_in_at = greatest(signed_in_at, ${last})`.execute(database.db);
}
