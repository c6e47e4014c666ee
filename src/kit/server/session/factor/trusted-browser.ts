import { randomBytes } from 'node:crypto';
import type { Tx } from '../../directory.ts';
import type { Call } from '../../handle.ts';
import { newId } from '../../ids.ts';
import { hashOf } from '../session-cookie.ts';

const dayMillis = 86_400_000;
const nameFor = (secure: boolean): string => (secure ? '__Host-whd' : 'whd');

function wordsOf(header: string | undefined): string[] {
  const found = (header ?? '').slice(0, 8192).matchAll(/(?:^|;)\s*(?:__Host-)?whd=([\w-]{1,100})(?=;|\s|$)/g);
  return [...found].slice(0, 10).map((match) => match[1]!);
}

/** Whether this browser was trusted by this person, and still is. */
export async function isTrusted({ db, services, request }: Pick<Call, 'db' | 'services' | 'request'>, uid: string): Promise<boolean> {
  const words = wordsOf(request.headers.cookie);
  if (words.length === 0 || (await services.policy.now()).factor.trustedDays === 0) return false;
  const row = await db
    .selectFrom('factor_trust')
    .select('id')
    .where('token_hash', 'in', words.map(hashOf))
    .where('uid', '=', uid)
    .where('expires_at', '>', services.now())
    .executeTakeFirst();
  return row !== undefined;
}

/** Trusts this browser for the days of the policy. */
export async function trustBrowser(tx: Tx, { services, request, response, caller }: Call, uid: string): Promise<void> {
  const { trustedDays } = (await services.policy.now()).factor;
  if (trustedDays === 0) return;
  const now = services.now();
  const word = randomBytes(32).toString('base64url');
  await tx.deleteFrom('factor_trust').where('expires_at', '<', now).execute();
  await tx
    .insertInto('factor_trust')
    .values({
      token_hash: hashOf(word),
      id: newId(),
      uid,
      user_agent: caller.userAgent.slice(0, 400),
      created_at: now,
      expires_at: now + trustedDays * dayMillis,
    })
    .execute();
  const secure = request.protocol === 'https';
  const cookie = `${nameFor(secure)}=${word}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${trustedDays * 86_400}${secure ? '; Secure' : ''}`;
  response.header('set-cookie', cookie);
}
