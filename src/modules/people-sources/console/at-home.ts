import { call } from '#kit/console/call/call.ts';
import { translate } from '#kit/console/i18n/i18n.ts';
import type { HomeFacts } from '#kit/console/routes/page-route.ts';
import { sourceList, type SourceRow } from '../common/source.contract.ts';
import { sourcePage } from '../common/source.permissions.ts';

/** Sources that fail or that the brake holds; nothing where there are no sources. */
export async function sourcesAtHome(signal: AbortSignal): Promise<HomeFacts | null> {
  const all = await call(sourceList, { pageSize: 100 }, { signal, silent: true });
  if (all.total === 0) return null;
  // A plan that nobody has decided on also stops the readings by schedule.
  const waits = ({ lastRun }: SourceRow): boolean => lastRun?.state === 'planned';
  const bad = all.list.filter((one) => one.state === 'failing' || one.state === 'held' || waits(one));
  const off = all.list.filter(({ enabled }) => !enabled).length;
  return {
    tone: bad.some(({ state }) => state === 'failing') ? 'bad' : bad.length > 0 ? 'warn' : 'good',
    figure: figureOf(bad.length, off),
    lines: bad.map((one) => ({
      id: one.id,
      text: one.name,
      detail: translate('user-centre', waits(one) ? 'source.home.waits' : `source.state.${one.state}`),
      ...(one.lastRun && { at: one.lastRun.at }),
      to: `${sourcePage.route}?view=${waits(one) ? `run&runId=${one.lastRun?.id}` : 'log'}&id=${one.id}`,
    })),
  };
}

/** What is said of all of them: how many need attention, else how many do not read at all. */
function figureOf(bad: number, off: number): string {
  if (bad > 0) return translate('user-centre', 'source.home.bad', { count: bad });
  return off > 0 ? translate('user-centre', 'source.home.off', { count: off }) : translate('user-centre', 'source.home.good');
}
