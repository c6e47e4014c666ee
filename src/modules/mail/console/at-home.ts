import { call } from '#kit/console/call/call.ts';
import { translate } from '#kit/console/i18n/i18n.ts';
import type { HomeFacts } from '#kit/console/routes/page-route.ts';
import { mailState } from '../common/mail-outbox.contract.ts';
import { consoleMail } from '../common/permissions.ts';

/** Whether mail leaves, what waits and what failed; nothing where no server was ever entered. */
export async function mailAtHome(signal: AbortSignal): Promise<HomeFacts | null> {
  const { configured, pausedAt, trouble, waiting, oldestAt, failed24 } = await call(mailState, {}, { signal, silent: true });
  if (!configured) return null;
  const to = `${consoleMail.route}?tab=outbox`;
  return {
    tone: trouble ? 'bad' : pausedAt !== null || failed24 > 0 ? 'warn' : 'good',
    figure: trouble
      ? translate('mail', 'state.trouble', { reason: trouble.reason })
      : translate('mail', pausedAt === null ? 'state.sending' : 'state.paused'),
    lines: [
      ...(waiting > 0
        ? [{ id: 'waiting', text: translate('mail', 'home.waiting', { count: waiting }), ...(oldestAt !== null && { at: oldestAt }), to }]
        : []),
      ...(failed24 > 0 ? [{ id: 'failed', text: translate('mail', 'home.failed', { count: failed24 }), to }] : []),
    ],
  };
}
