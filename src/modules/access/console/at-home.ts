import { call } from '#kit/console/call/call.ts';
import { translate } from '#kit/console/i18n/i18n.ts';
import type { HomeFacts } from '#kit/console/routes/page-route.ts';
import { apiInterface } from '../common/interface.contract.ts';
import { interfacePage } from '../common/permissions.ts';

/** Interfaces that anybody may call for now; nothing while there are none. */
export async function openAtHome(signal: AbortSignal): Promise<HomeFacts | null> {
  const { list, total } = await call(apiInterface.list, { auth: 0, pageSize: 20 }, { signal, silent: true });
  if (total === 0) return null;
  return {
    tone: 'bad',
    figure: translate('access', 'home.open', { count: total }),
    lines: list.map(({ id, name, path, authUntil }) => ({
      id,
      text: name,
      detail: `/gateway/${path}`,
      ...(authUntil !== null && { at: authUntil }),
      to: `${interfacePage.route}?id=${id}`,
    })),
  };
}
