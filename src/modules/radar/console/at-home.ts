import { call } from '#kit/console/call/call.ts';
import { translate } from '#kit/console/i18n/i18n.ts';
import type { HomeFacts } from '#kit/console/routes/page-route.ts';
import { radarPage } from '../common/permissions.ts';
import { radarList, radarTimeline } from '../common/radar.contract.ts';

const urgent = ['overdue', 'due', 'soon'] as const;

/** What is over or ends soon, in range: how much of it, and the next. */
export async function radarAtHome(signal: AbortSignal): Promise<HomeFacts> {
  const [{ states }, { list }] = await Promise.all([
    call(radarTimeline, {}, { signal, silent: true }),
    call(radarList, { state: [...urgent], pageSize: 4 }, { signal, silent: true }),
  ]);
  const parts = urgent
    .filter((one) => states[one] > 0)
    .map((one) => translate('radar', 'home.count', { state: translate('radar', `radarItem.state.${one}`), count: states[one] }));
  return {
    tone: states.overdue + states.due > 0 ? 'bad' : parts.length > 0 ? 'warn' : 'good',
    figure: parts.join(' · ') || translate('radar', 'home.none'),
    lines: list.map(({ id, name, title, dueAt }) => ({
      id,
      text: name,
      detail: title,
      ...(dueAt !== null && { at: dueAt }),
      to: `${radarPage.route}?id=${id}`,
    })),
  };
}
