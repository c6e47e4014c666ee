import { Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { callUnmask } from '../../common/call.contract.ts';

/** Masked values of which the original was kept: each is shown for a reason, once the password was confirmed. */
export function SealedValues({ id, paths }: { id: string; paths: readonly string[] }): ReactElement | null {
  const t = useT('call-logs');
  const { granted, name } = useActionName(callUnmask);
  const [reason, setReason] = useState('');
  const [values, setValues] = useState<Record<string, string>>({});
  if (!granted || paths.length === 0) return null;
  const show = async (path: string): Promise<void> => {
    try {
      const { value } = await call(callUnmask, { id, path, reason: reason.trim() });
      setValues({ ...values, [path]: value ?? t('call.notKept') });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  };
  return (
    <section className="wcl-message">
      <h3>{t('call.masked')}</h3>
      <Input
        aria-label={t('call.unmaskReason')}
        placeholder={t('call.unmaskReason')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <dl>
        {paths.map((path) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>
              {values[path] ?? (
                <OffButton
                  type="link"
                  size="small"
                  off={reason.trim().length < 5 && 'short'}
                  aria-label={`${name} ${path}`}
                  onClick={() => void show(path)}
                >
                  {name}
                </OffButton>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
