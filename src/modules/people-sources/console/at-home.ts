import { call } from '#kit/console/call/call.ts';
import { translate } from '#kit/console/i18n/i18n.ts';
import type { HomeFacts } from '#kit/console/routes/page-route.ts';
import { sourceList } from '../common/source.contract.ts';
import { sourcePage } from '../common/source.permissions.ts';

/** Sources that fail or that the brake holds; nothing where there are no sources. */
export async function sourcesAtHome(signal: AbortSignal): Promise<HomeFacts | null> {
  const all = await call(sourceList, { pageSize: 100 }, { signal, silent: true });
  if (all.total === 0) return null;
  const bad = all.list.filter(({ state }) => state === 'failing' || state === 'held');
  return {
    tone: bad.some(({ state }) => state === 'failing') ? 'bad' : bad.length > 0 ? 'warn' : 'good',
    figure:
      bad.length > 0 ? translate('user-centre', 'source.home.bad', { count: bad.length }) : translate('user-centre', 'source.home.good'),
    lines: bad.map(({ id, name, state, lastRun }) => ({
      id,
      text: name,
      detail: translate('user-centre', `source.state.${state}`),
      ...(lastRun && { at: lastRun.at }),
      to: `${sourcePage.route}?view=log&id=${id}`,
    })),
  };
}
