import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { hashOf } from '#kit/server/session/session-cookie.ts';
import { originOf } from '../auth-setting/auth-setting.view.ts';
import '../auth-setting/auth-setting.table.ts';
import { redirectWays } from '../redirect-ways.ts';

/** A sign-in that a terminal begins in a browser of its system. */
interface BrowserRequest {
  readonly settingId: string;
  readonly platform: number;
  /** SHA-256 of the secret that ends it, base64url. */
  readonly challenge: string;
  readonly returnLink: string;
  readonly thumbprint: string;
}

/** What the browser brought back, with the secret of the challenge. */
interface BrowserProof {
  readonly state: string;
  readonly code: string;
  readonly verifier: string;
  readonly thumbprint: string;
}

const flowMillis = 10 * 60_000;
const random = (): string => randomBytes(32).toString('base64url');

/** Begins it; answers the address that the browser opens. 23011 where the way is not offered to terminals of this platform. */
export async function beginBrowser(
  { db, services, request }: Pick<Call, 'db' | 'services' | 'request'>,
  { settingId, platform, challenge, returnLink, thumbprint }: BrowserRequest,
): Promise<{ address: string; state: string; until: number }> {
  const offered = (await services.signIn?.forTerminals(db, platform)) ?? [];
  const found = offered.find((one) => one.settingId === settingId);
  const isRedirect = (kind: string): boolean => Object.hasOwn(redirectWays, kind);
  if (!found || !isRedirect(found.kind)) throw new Refusal(23011);
  const [word, state, until] = [random(), random(), services.now() + flowMillis];
  await db.deleteFrom('sign_in_browser').where('expires_at', '<', services.now()).execute();
  await db
    .insertInto('sign_in_browser')
    .values({
      id: newId(),
      setting_id: settingId,
      word_hash: hashOf(word),
      state_hash: hashOf(state),
      state,
      challenge,
      return_link: returnLink,
      key_thumbprint: thumbprint,
      code_hash: null,
      uid: null,
      strong: false,
      expires_at: until,
    })
    .execute();
  return { address: `${originOf(services, request)}/api/login/start/${found.code}?terminal=${word}`, state, until };
}

/** Ends it, once: who was proven, and by which way. 23020 for whatever does not fit. */
export async function finishBrowser(
  db: Db,
  { state, code, verifier, thumbprint }: BrowserProof,
  now: number,
): Promise<{ uid: string; strong: boolean; way: string }> {
  const row = await db.deleteFrom('sign_in_browser').where('state_hash', '=', hashOf(state)).returningAll().executeTakeFirst();
  const secret = createHash('sha256').update(verifier).digest('base64url');
  if (!row || row.expires_at <= now || row.key_thumbprint !== thumbprint || row.uid === null || row.code_hash === null)
    throw new Refusal(23020);
  if (!timingSafeEqual(row.code_hash, hashOf(code)) || row.challenge !== secret) throw new Refusal(23020);
  const setting = await db.selectFrom('auth_setting').select(['code', 'enabled']).where('id', '=', row.setting_id).executeTakeFirst();
  if (!setting?.enabled) throw new Refusal(23011);
  return { uid: row.uid, strong: row.strong, way: setting.code };
}
