import { useState, type ReactElement } from 'react';
import { copyText } from '../action/copy-text.ts';
import { useT } from '../i18n/use-t.ts';

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }): ReactElement {
  const t = useT('kit');
  const [copied, setCopied] = useState(false);
  // Where nothing can be copied the codes can still be written down.
  const copy = async (): Promise<void> => setCopied(await copyText(codes.join('\n')));
  return (
    <div className="wh-recovery">
      <p className="wh-note">{t('factor.recoveryWhy')}</p>
      <ul aria-label={t('factor.recovery')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="wh-form-buttons">
        <button type="button" className="wh-button wh-button-plain" onClick={() => void copy()}>
          {t(copied ? 'factor.copied' : 'factor.copy')}
        </button>
        <button type="button" className="wh-button" onClick={onKept}>
          {t('factor.kept')}
        </button>
      </div>
    </div>
  );
}
