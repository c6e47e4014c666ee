import { ExperimentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Endpoint, Input } from '#kit/common/contract.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import type { ConnectionReport } from '../../common/test.contract.ts';
import './access.css';

/** Tests a stored connection and shows each step with what it means. */
export function ConnectionTest({ id, endpoint, list }: { id: string; endpoint: Endpoint; list: Endpoint }): ReactElement | null {
  const t = useT('access');
  const { granted, name } = useActionName(endpoint);
  const [report, setReport] = useState<ConnectionReport>();
  const [problem, setProblem] = useState('');
  const [running, setRunning] = useState(false);
  if (!granted) return null;
  const run = async (): Promise<void> => {
    setRunning(true);
    setProblem('');
    try {
      setReport((await call(endpoint, { id } as Input<Endpoint>, { silent: true })) as ConnectionReport);
      await invalidate(list);
    } catch (error) {
      setReport(undefined);
      setProblem(error instanceof CallError ? error.msg : String(error));
    } finally {
      setRunning(false);
    }
  };
  return (
    <section className="acc-test">
      <Button icon={<ExperimentOutlined aria-hidden="true" />} loading={running} onClick={() => void run()}>
        {name}
      </Button>
      {problem !== '' && (
        <p role="alert" className="acc-wrong">
          {problem}
        </p>
      )}
      {report && (
        <div role="status">
          <ol className="acc-steps">
            {report.checks.map(({ step, class: how, ms, detail }) => (
              <li key={step} data-state={how === 'ok' ? 'done' : 'failed'}>
                <span>{t(`check.${step}`)}</span>
                <span>{detail}</span>
                <span>{t('step.ms', { ms: Math.round(ms) })}</span>
              </li>
            ))}
          </ol>
          <p className={report.ok ? 'acc-good' : 'acc-wrong'}>{report.sentence}</p>
          {!report.ok && <p className="acc-soft">{report.next}</p>}
        </div>
      )}
    </section>
  );
}
