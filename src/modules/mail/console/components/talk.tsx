import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { MailStepView } from '../../common/mail-config.contract.ts';
import './mail.css';

/** The talk with a mail server, line by line. */
export function Talk({ steps }: { steps: readonly MailStepView[] }): ReactElement | null {
  const t = useT('mail');
  if (steps.length === 0) return null;
  return (
    <section className="mail-talk" aria-label={t('test.dialogue')}>
      <h3>{t('test.dialogue')}</h3>
      <ol>
        {steps.map(({ who, line, at }, index) => (
          <li key={index} data-who={who}>
            <small>{t(`test.${who}`)}</small>
            <code>{line}</code>
            <small>{at} ms</small>
          </li>
        ))}
      </ol>
    </section>
  );
}
