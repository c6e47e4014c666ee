import type { useT } from '#kit/console/i18n/use-t.ts';

const minute = 60_000;

/** How long somebody has waited, in the largest unit that says something. */
export function waitingText(t: ReturnType<typeof useT<'public-replies'>>, since: number): string {
  const minutes = Math.max(0, Math.floor((Date.now() - since) / minute));
  const time =
    minutes < 60
      ? t('userConversation.minutes', { n: minutes })
      : minutes < 60 * 48
        ? t('userConversation.hours', { n: Math.floor(minutes / 60) })
        : t('userConversation.days', { n: Math.floor(minutes / 1440) });
  return t('userConversation.waiting', { time });
}
