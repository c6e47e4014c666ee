import { randomBytes } from 'node:crypto';
import type { Db, Directory } from '../directory.ts';
import type { SessionView } from '../services.ts';
import { isAllowedAddress } from './allowed-address.ts';
import { hashOf } from './session-cookie.ts';
import './session.table.ts';

/** How every token of a program begins, so that one that was published by mistake is recognised. */
export const tokenMark = 'wht_';

/** Characters of a token that are shown. */
const shownLength = tokenMark.length + 6;
/** Milliseconds between two notes of a token's use. */
const noteMillis = 60_000;

/** A new token with what is kept of it; the token itself is told once. */
export function newApiToken(): { token: string; hash: Buffer; prefix: string } {
  const token = tokenMark + randomBytes(32).toString('base64url');
  return { token, hash: hashOf(token), prefix: token.slice(0, shownLength) };
}

interface TokenDeps {
  db: Db;
  directory: Directory;
  now: () => number;
}

/** The person behind a token, as the pipeline sees a session. Asked of the database on every call: one that was deleted is over at once. */
export async function findApiToken(
  { db, directory, now }: TokenDeps,
  token: string,
  address: string | undefined,
): Promise<SessionView | { refused: 65001 | 65003 }> {
  const at = now();
  const row = await db
    .selectFrom('api_token')
    .select(['id', 'name', 'employee_id', 'codes', 'step_ups', 'networks', 'last_used_at', 'last_address'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', at)
    .executeTakeFirst();
  if (!row || !isAllowedAddress(address, row.networks)) return { refused: 65001 };
  const person = await directory.byUid(db, row.employee_id);
  if (!person?.mayEnter) return { refused: 65003 };
  if (at - (row.last_used_at ?? 0) > noteMillis || row.last_address !== (address ?? null))
    await db
      .updateTable('api_token')
      .set({ last_used_at: at, last_address: address ?? null })
      .where('id', '=', row.id)
      .execute();
  return {
    id: row.id,
    uid: person.uid,
    account: person.account,
    name: person.name,
    // A program never knows the password.
    confirmedAt: 0,
    mustChangePassword: false,
    token: { id: row.id, name: row.name, codes: row.codes, stepUps: row.step_ups },
  };
}
