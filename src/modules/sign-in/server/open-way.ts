import type { Call } from '#kit/server/handle.ts';
import { secretPlace } from './auth-setting/auth-setting.service.ts';
import type { AuthSettingTable } from './auth-setting/auth-setting.table.ts';
import { callbackOf, originOf } from './auth-setting/auth-setting.view.ts';
import type { OpenSetting, RedirectWay } from './redirect-way.ts';
import { redirectWays } from './redirect-ways.ts';

/** Where the browser lands: words of the login page stand behind the number sign, where no server and no log sees them. */
export function toLogin(call: Call, words: Record<string, string>): void {
  void call.response.header('cache-control', 'no-store').redirect(`/login#${new URLSearchParams(words).toString()}`, 303);
}

/** A setting of a way that sends browsers away, whether it is enabled or not. */
export async function wayOf(
  call: Call,
  sysCode: string,
): Promise<{ way: RedirectWay; open: OpenSetting; row: AuthSettingTable } | undefined> {
  const row = await call.db.selectFrom('auth_setting').selectAll().where('code', '=', sysCode).executeTakeFirst();
  const way = row && (await redirectWays[row.kind]?.());
  return row && way ? { way, row, open: openedOf(call, row) } : undefined;
}

/** A setting with its secret open. */
function openedOf({ services, request }: Pick<Call, 'services' | 'request'>, setting: AuthSettingTable): OpenSetting {
  return {
    setting,
    secret: setting.secret === null ? null : services.secrets.open(setting.secret, secretPlace(setting.id)),
    callback: callbackOf(originOf(services, request), setting) ?? '',
  };
}
