import type { ReactElement } from 'react';
import { useLanguage, useT, useTextIfAny } from '#kit/console/i18n/use-t.ts';
import { timeText } from '#kit/console/table/formats.ts';
import './access.css';

/** How a connection did when it was tested last. */
export function LastTest({ test }: { test: { at: number; class: string } | null }): ReactElement {
  const t = useT('access');
  if (!test) return <span className="acc-soft">{t('test.never')}</span>;
  return <Tested {...test} />;
}

/** In the words by which the call log names how a call ended. */
function Tested({ at, class: how }: { at: number; class: string }): ReactElement {
  const t = useT('access');
  const [language] = useLanguage();
  const failed = useTextIfAny('call-logs', `call.class.${how}`);
  return (
    <span className={how === 'ok' ? 'acc-good' : 'acc-wrong'}>
      {how === 'ok' ? t('test.ok') : (failed ?? '')} · {timeText(at, language)}
    </span>
  );
}
