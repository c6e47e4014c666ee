import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { timeText } from '#kit/console/table/formats.ts';
import './access.css';

/** How a connection did when it was tested last. */
export function LastTest({ test }: { test: { at: number; class: string } | null }): ReactElement {
  const t = useT('access');
  const [language] = useLanguage();
  if (!test) return <span className="acc-soft">{t('test.never')}</span>;
  return (
    <span className={test.class === 'ok' ? 'acc-good' : 'acc-wrong'}>
      {test.class === 'ok' ? t('test.ok') : test.class} · {timeText(test.at, language)}
    </span>
  );
}
