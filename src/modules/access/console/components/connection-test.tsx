import { ExperimentOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useState, type ReactElement } from 'react';
import type { z } from 'zod';
import type { Endpoint, Input } from '#kit/common/contract.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { wireValues, type FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import type { ConnectionReport } from '../../common/test.contract.ts';
import './access.css';

/** Tests what a form holds before it is saved. A stored secret goes along only to the address that it was entered for. */
export function FormTest({ id, endpoint, list }: { id: string | undefined; endpoint: Endpoint; list: Endpoint }): ReactElement {
  const form = Form.useFormInstance<FormValues>();
  const input = (): object => {
    const { draft } = (endpoint.input as z.ZodObject<{ draft: z.ZodOptional<z.ZodObject> }>).shape;
    const schema = draft.unwrap();
    const typed = Object.entries(form.getFieldsValue(true)).filter(([name]) => name in schema.shape);
    return { ...(id !== undefined && { id }), draft: wireValues(schema, Object.fromEntries(typed)) };
  };
  return (
    <div className="acc-form-test">
      <ConnectionTest endpoint={endpoint} list={list} input={input} />
    </div>
  );
}

interface ConnectionTestProps {
  endpoint: Endpoint;
  list: Endpoint;
  /** What is tested: the stored one, or what is entered. */
  input: () => object;
}

/** Tests a connection and shows each step with what it means. */
export function ConnectionTest({ endpoint, list, input }: ConnectionTestProps): ReactElement | null {
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
      setReport((await call(endpoint, input() as Input<Endpoint>, { silent: true })) as ConnectionReport);
      await invalidate(list);
    } catch (error) {
      setReport(undefined);
      setProblem(error instanceof CallError ? [error.msg, ...error.issues.map(({ message }) => message)].join(' · ') : String(error));
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
        <div role="status" ref={(shown) => shown?.scrollIntoView({ block: 'nearest' })}>
          <ol className="acc-steps">
            {report.checks.map(({ step, class: how, ms, detail }, at) => (
              // A prefix with several addresses has each step several times.
              <li key={`${at} ${step}`} data-state={how === 'ok' ? 'done' : 'failed'}>
                <span>{t(`check.${step}`)}</span>
                <span>{step === 'rights' && /^\d+$/.test(detail) ? t('check.tables', { count: Number(detail) }) : detail}</span>
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
