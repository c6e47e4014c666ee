import { call } from '#kit/console/call/call.ts';
import { translate } from '#kit/console/i18n/i18n.ts';
import type { HomeFacts } from '#kit/console/routes/page-route.ts';
import { warningPage } from '../common/permissions.ts';
import { warningCount, warningList } from '../common/warning.contract.ts';

const severities = ['critical', 'error', 'warning', 'info'] as const;

/** Warnings in force, in range: how many of each severity, and the gravest. */
export async function warningsAtHome(signal: AbortSignal): Promise<HomeFacts> {
  const [counts, { list }] = await Promise.all([
    call(warningCount, {}, { signal, silent: true }),
    call(warningList, { sort: '-severity', pageSize: 4 }, { signal, silent: true }),
  ]);
  const parts = severities
    .filter((one) => counts[one] > 0)
    .map((one) => translate('warnings', 'home.count', { severity: translate('warnings', `warning.severity.${one}`), count: counts[one] }));
  return {
    tone: counts.critical + counts.error > 0 ? 'bad' : parts.length > 0 ? 'warn' : 'good',
    figure: parts.join(' · ') || translate('warnings', 'home.none'),
    lines: list.map((one) => ({ id: one.id, text: one.text, at: one.lastAt, to: `${warningPage.route}?id=${one.id}` })),
  };
}
