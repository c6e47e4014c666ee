import type { ReactElement, ReactNode } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import type { SendingState } from '../../common/mail-outbox.contract.ts';
import './mail.css';

/** How the sending stands, in one line of facts. */
export function SendingStateStrip({ state }: { state: SendingState | undefined }): ReactElement {
  const t = useT('mail');
  const [language] = useLanguage();
  const number = (value: number | undefined): string => (value === undefined ? '—' : numberText(value, language));
  const at = (value: number): string => timeText(value, language);
  const [tone, words, more] = state ? standing(state, t, at) : (['idle', '—', undefined] as const);
  return (
    <section className="mail-state" aria-label={t('state.title')} aria-busy={!state}>
      <Part label={t('state.title')} tone={tone} more={more}>
        {words}
      </Part>
      <Part label={t('state.waiting')} more={state?.oldestAt ? t('state.oldest', { at: at(state.oldestAt) }) : undefined}>
        {number(state?.waiting)}
      </Part>
      <Part label={t('state.lastSent')}>{state?.lastSentAt ? at(state.lastSentAt) : t('role.never')}</Part>
      <Part label={t('state.failed24')} tone={state && state.failed24 > 0 ? 'bad' : 'idle'}>
        {number(state?.failed24)}
      </Part>
      <Part label={t('state.suppressed')}>{number(state?.suppressed)}</Part>
    </section>
  );
}

type Tone = 'ok' | 'warn' | 'bad' | 'idle';

function standing(
  state: SendingState,
  t: ReturnType<typeof useT<'mail'>>,
  at: (value: number) => string,
): [Tone, string, string | undefined] {
  if (state.pausedAt !== null)
    return ['warn', t('state.paused'), t('state.pausedBy', { name: state.pausedBy ?? '—', at: at(state.pausedAt) })];
  if (!state.configured) return ['warn', t('state.notConfigured'), undefined];
  if (state.trouble)
    return ['bad', t('state.trouble', { reason: state.trouble.reason }), t('state.since', { at: at(state.trouble.since) })];
  return ['ok', t('state.sending'), undefined];
}

interface PartProps {
  label: string;
  tone?: Tone;
  more?: string | undefined;
  children: ReactNode;
}

function Part({ label, tone = 'idle', more, children }: PartProps): ReactElement {
  return (
    <div data-tone={tone}>
      <small>{label}</small>
      <strong>{children}</strong>
      {more !== undefined && <small>{more}</small>}
    </div>
  );
}
