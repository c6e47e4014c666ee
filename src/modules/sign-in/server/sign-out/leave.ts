import { addressOf } from '#kit/common/contract.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { AuthConfig } from '../../common/auth-config.ts';
import { loginOut } from '../../common/login.contract.ts';
import { newState } from '../flow.ts';
import { linkOf } from './link.ts';
import { beginOut } from './out-flow.ts';

/** Whether sessions of a setting are to end in the other system too. */
function endsThere(config: AuthConfig | null): boolean {
  if (config === null) return false;
  if ('idpIssuer' in config) return (config.logoutUrl ?? '') !== '';
  // What was stored before there was a choice ends on both sides.
  return ('issuer' in config || 'server' in config) && (config.signOut ?? true);
}

/** Where a browser goes that has just signed out. The other system is not asked here: signing out does not wait for it. */
export async function leaveFor(tx: Tx, sessionId: string, services: Pick<Services, 'secrets' | 'now'>): Promise<string | null> {
  const known = await linkOf(tx, services.secrets, sessionId);
  if (!known) return null;
  const setting = await tx.selectFrom('auth_setting').select(['code', 'config']).where('id', '=', known.settingId).executeTakeFirst();
  if (!setting || !endsThere(setting.config)) return null;
  const state = newState();
  // The link stays with its session: the other system may tell us the same end by itself, and that is no forgery.
  await beginOut(tx, services.secrets, state, { settingId: known.settingId, kept: known.link, now: services.now() });
  return `${addressOf(loginOut).replace('{sysCode}', setting.code)}?state=${state}`;
}
