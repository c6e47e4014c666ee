import type { Call } from '#kit/server/handle.ts';
import type { Services } from '#kit/server/services.ts';
import { isSame } from '#platform/secrets/is-same.ts';

const lifeMillis = 10 * 60_000;

const macOf = ({ secrets }: Pick<Services, 'secrets'>, setting: string, uid: string, until: string): string =>
  secrets.mac('sign-in-try', [setting, uid, until].join(' ')).toString('base64url');

/** Where an administrator tries a setting out that others can't use yet: for ten minutes, in the name of who asked. */
export function tryAddress({ services, caller }: Call, setting: { id: string; code: string }): string {
  const until = String(services.now() + lifeMillis);
  return `/api/login/start/${setting.code}?tries=${until}.${caller.uid}.${macOf(services, setting.id, caller.uid, until)}`;
}

/** Who tries a setting out with this word; undefined when it is no such word, or an old one. */
export function whoTries(services: Pick<Services, 'secrets' | 'now'>, settingId: string, word: string | undefined): string | undefined {
  const [until = '', uid = '', mac = ''] = (word ?? '').split('.');
  return isSame(mac, macOf(services, settingId, uid, until)) && Number(until) > services.now() ? uid : undefined;
}
