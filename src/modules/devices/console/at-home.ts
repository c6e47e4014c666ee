import { call } from '#kit/console/call/call.ts';
import { translate } from '#kit/console/i18n/i18n.ts';
import type { HomeFacts } from '#kit/console/routes/page-route.ts';
import { deviceStatistics } from '../common/device.contract.ts';
import { deviceInfoPage, deviceErasePage, userBindingPage } from '../common/permissions.ts';

/** How the devices in range stand: how many were seen today, and what waits. Nothing while there are none. */
export async function devicesAtHome(signal: AbortSignal): Promise<HomeFacts | null> {
  const figures = await call(deviceStatistics, {}, { signal, silent: true });
  if (figures.total === 0) return null;
  const lines = [
    { id: 'pending', n: figures.pending, to: `${userBindingPage.route}?tab=pending` },
    { id: 'eraseOpen', n: figures.eraseOpen, to: `${deviceErasePage.route}?state=open` },
    { id: 'locked', n: figures.locked, to: `${deviceInfoPage.route}?state=locked` },
    { id: 'notCompliant', n: figures.notCompliant, to: `${deviceInfoPage.route}?compliant=false` },
  ] as const;
  return {
    tone: figures.eraseOpen > 0 ? 'bad' : figures.pending + figures.notCompliant > 0 ? 'warn' : 'good',
    figure: translate('devices', 'home.figure', { active: figures.active, total: figures.total }),
    lines: lines.flatMap(({ id, n, to }) => (n > 0 ? [{ id, text: translate('devices', `tiles.${id}`), detail: String(n), to }] : [])),
  };
}
