import { Button, Alert } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { sourceTest } from '../../common/source-try.contract.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { wordOf } from '../counts-text.tsx';
import { triedInput } from './tried-input.ts';

/** Tries the connection as it is typed, and says step by step how far it came. */
export function TestPanel({ id, values }: { id: string; values: FormValues }): ReactElement {
  const t = useT('user-centre');
  const [running, setRunning] = useState(false);
  const [told, setTold] = useState<Reply<typeof sourceTest>>();
  const [problem, setProblem] = useState<string>();
  const run = async (): Promise<void> => {
    setRunning(true);
    setProblem(undefined);
    try {
      setTold(await call(sourceTest, triedInput(id, values), { silent: true }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setTold(undefined);
      setProblem([error.msg, ...error.issues.map(({ message }) => message)].join(' '));
    } finally {
      setRunning(false);
    }
  };
  return (
    <section className="whk-panel so-try" aria-label={t('source.testTitle')}>
      <header>
        <h3>{t('source.testTitle')}</h3>
        <Permit code={sourcePage.button.test}>
          {(name) => (
            <Button loading={running} onClick={() => void run()}>
              {name}
            </Button>
          )}
        </Permit>
      </header>
      <div role="status">
        {problem !== undefined && <Alert type="error" showIcon title={problem} />}
        {told && (
          <ol className="so-steps">
            {told.lines.map(({ step, ok, category, what, ms }) => (
              <li key={step} data-ok={ok}>
                <strong>{wordOf(`source.step.${step}`)}</strong>{' '}
                {ok ? t('source.stepOk') : wordOf(`source.failure.${category ?? 'unavailable'}`)}
                {what !== undefined && what !== '' && ` (${what})`} <small>{t('source.ms', { ms })}</small>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}
