import { Alert, Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Input, Reply } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { sourceMappingTry } from '../../common/source-try.contract.ts';
import type { SourceDetail } from '../../common/source.contract.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { useTargetWord } from './target-word.ts';
import type { SampleState } from './use-sample.ts';

interface RehearsalPanelProps {
  source: SourceDetail;
  sample: SampleState;
  mapping: SourceDetail['mapping'];
}

/** What the mapping as it is typed would give: on all rows of the last run that was read, else on the sample. The other side is not asked. */
export function RehearsalPanel({ source, sample, mapping }: RehearsalPanelProps): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const words = { employee: useTargetWord('employee'), department: useTargetWord('department') };
  const [running, setRunning] = useState(false);
  const [told, setTold] = useState<Reply<typeof sourceMappingTry>>();
  const [problem, setProblem] = useState<string>();
  const run = async (): Promise<void> => {
    setRunning(true);
    setProblem(undefined);
    try {
      const records = source.lastRun ? undefined : (sample.data ?? (await sample.read()))?.records;
      if (!source.lastRun && !records) return;
      const rows = source.lastRun ? { runId: source.lastRun.id } : { records };
      setTold(await call(sourceMappingTry, { sourceId: source.id, mapping, ...rows } as Input<typeof sourceMappingTry>, { silent: true }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem([error.msg, ...error.issues.map(({ message }) => message)].join(' '));
    } finally {
      setRunning(false);
    }
  };
  return (
    <section className="whk-panel so-try" aria-label={t('source.rehearse')}>
      <header>
        <h3>{t('source.rehearse')}</h3>
        <Permit code={sourcePage.button.test}>
          {() => (
            <Button loading={running} disabled={mapping.length === 0} onClick={() => void run()}>
              {t('source.rehearseRun')}
            </Button>
          )}
        </Permit>
        <span>{t(source.lastRun ? 'source.rehearseOnRun' : 'source.rehearseOnSample')}</span>
      </header>
      <div role="status">
        {problem !== undefined && <Alert type="error" showIcon title={problem} />}
        {told && t('source.rehearsed', { valid: numberText(told.valid, language), invalid: numberText(told.invalid, language) })}
      </div>
      {told && (
        <ul className="so-rows">
          {told.rows.map((row, at) => (
            // Rows of a rehearsal have no name of their own.
            <li key={at} data-bad={row.issues.length > 0}>
              {Object.entries(row.values).map(([name, value]) => (
                <span key={name}>
                  <b>{words[row.of](name)}</b> {typeof value === 'string' ? value : JSON.stringify(value)}
                </span>
              ))}
              {row.issues.map(({ path, message }) => (
                <em key={path}>
                  {words[row.of](path)}: {message}
                </em>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
