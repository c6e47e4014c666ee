import { ThunderboltOutlined } from '@ant-design/icons';
import { Checkbox, Input as TextInput, Select, Tabs } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Input, Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { useStepDetail } from '#modules/call-logs/console/public.ts';
import { isWriting, type Definition } from '../../common/definition.ts';
import type { interfaceView } from '../../common/interface.contract.ts';
import { accessSystem } from '../../common/system.contract.ts';
import { apiTest, type TestReply } from '../../common/test.contract.ts';
import './access.css';
import { CaseSave } from './case-save.tsx';
import { EntitySelect } from './entity-select.tsx';

interface TryProps {
  view: Reply<typeof interfaceView>;
  draft: Definition;
  changed: boolean;
}

/** A test under way: what it came to, or why it was refused. */
function useTest(): {
  result: TestReply | undefined;
  problem: string;
  running: boolean;
  run: (input: Input<typeof apiTest>) => Promise<void>;
} {
  const [result, setResult] = useState<TestReply>();
  const [problem, setProblem] = useState('');
  const [running, setRunning] = useState(false);
  const run = async (input: Input<typeof apiTest>): Promise<void> => {
    setRunning(true);
    setProblem('');
    try {
      setResult(await call(apiTest, input, { silent: true }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setResult(undefined);
      setProblem([error.msg, ...error.issues.map(({ path, message }) => `${path}: ${message}`)].join(' · '));
    } finally {
      setRunning(false);
    }
  };
  return { result, problem, running, run };
}

interface TestCaller {
  kind: 'none' | 'employee' | 'system';
  id: string | null;
}

/** Tries what stands in the editor, saved or not, and shows every step. */
export function TryPane({ view, draft, changed }: TryProps): ReactElement | null {
  const t = useT('access');
  const { granted, name } = useActionName(apiTest);
  const [values, setValues] = useState<Record<string, string>>({});
  const [caller, setCaller] = useState<TestCaller>({ kind: 'none', id: null });
  const [write, setWrite] = useState(false);
  const [mock, setMock] = useState(false);
  const { result, problem, running, run } = useTest();
  if (!granted) return null;
  const typed = draft.params.filter(({ from }) => from === 'query' || from === 'body' || from === 'header');
  const writes = isWriting(draft);
  const input = (): Input<typeof apiTest> => ({
    id: view.id,
    ...(changed && { definition: draft }),
    ...inputOf(typed, values),
    caller: { kind: caller.kind, ...(caller.id !== null && { id: caller.id }) },
    target: mock ? 'mock' : 'live',
    write,
  });
  return (
    <section className="acc-section" aria-label={t('try.title')}>
      <h3>{t('try.title')}</h3>
      <div className="acc-fields">
        <CallerChoice value={caller} onChange={setCaller} />
        {typed.map((param) => (
          <label key={param.name}>
            {param.name}
            <TextInput
              className="acc-code"
              placeholder={param.value}
              value={values[param.name] ?? ''}
              onChange={(event) => setValues({ ...values, [param.name]: event.target.value })}
            />
          </label>
        ))}
      </div>
      <div className="acc-head acc-wide">
        <OffButton
          type="primary"
          icon={<ThunderboltOutlined aria-hidden="true" />}
          loading={running}
          off={writes && !mock && !write && 'consent'}
          onClick={() => void run(input())}
        >
          {name}
        </OffButton>
        {draft.mock.on && (
          <Checkbox checked={mock} onChange={(event) => setMock(event.target.checked)}>
            {t('try.mock')}
          </Checkbox>
        )}
        {writes && !mock && (
          <Checkbox checked={write} onChange={(event) => setWrite(event.target.checked)}>
            {t('try.write')}
          </Checkbox>
        )}
      </div>
      {problem !== '' && (
        <p role="alert" className="acc-wrong">
          {problem}
        </p>
      )}
      {result && <TestResult result={result} />}
      {result && !changed && <CaseSave interfaceId={view.id} values={inputOf(typed, values)} result={result} />}
    </section>
  );
}

/** As whom it is tried. */
function CallerChoice({ value, onChange }: { value: TestCaller; onChange: (value: TestCaller) => void }): ReactElement {
  const t = useT('access');
  return (
    <>
      <label>
        {t('try.caller')}
        <Select
          value={value.kind}
          options={(['none', 'employee', 'system'] as const).map((kind) => ({ value: kind, label: t(`try.caller.${kind}`) }))}
          onChange={(kind) => onChange({ kind, id: null })}
        />
      </label>
      {value.kind === 'system' && (
        <label>
          {t('role.bySystem')}
          <EntitySelect endpoint={accessSystem.list} value={value.id} onChange={(id) => onChange({ ...value, id })} />
        </label>
      )}
      {value.kind === 'employee' && (
        <label>
          {t('try.employee')}
          <EmployeePicker value={value.id} onChange={(id) => onChange({ ...value, id: typeof id === 'string' ? id : null })} />
        </label>
      )}
    </>
  );
}

function inputOf(params: readonly Definition['params'][number][], values: Readonly<Record<string, string>>) {
  const given = params.filter(({ name }) => (values[name] ?? '') !== '');
  const of = (from: string): [string, string][] => given.filter((param) => param.from === from).map(({ name }) => [name, values[name]!]);
  const body = Object.fromEntries(
    given.filter(({ from }) => from === 'body').map(({ name, type }) => [name, type === 'text' ? values[name] : jsonOr(values[name]!)]),
  );
  return {
    query: Object.fromEntries(of('query')),
    headers: Object.fromEntries(of('header').map(([name, value]) => [name.replaceAll('_', '-'), value])),
    body: Object.keys(body).length === 0 ? '' : JSON.stringify(body),
  };
}

function jsonOr(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

function TestResult({ result }: { result: TestReply }): ReactElement {
  const t = useT('access');
  const said = useStepDetail();
  const ok = result.class === 'ok';
  return (
    <div role="status">
      <p className={ok ? 'acc-good' : 'acc-wrong'}>
        {result.sentence} <span className="acc-soft">{t('step.ms', { ms: Math.round(result.ms) })}</span>
      </p>
      {!ok && <p>{result.next}</p>}
      <Tabs
        items={[
          {
            key: 'steps',
            label: t('try.steps'),
            children: (
              <ol className="acc-steps">
                {result.steps.map(({ step, state, ms, detail, data }, at) => (
                  // A step may come twice, when it was tried again.
                  <li key={`${step} ${at}`} data-state={state}>
                    <span>{t(stepKey(step))}</span>
                    <span className={state === 'skipped' ? 'acc-soft' : undefined}>
                      {state === 'skipped' ? t('step.skipped', { detail: said(detail ?? '') }) : said(detail ?? '')}
                    </span>
                    <span className="acc-soft">{t('step.ms', { ms: Math.round(ms * 10) / 10 })}</span>
                    {data !== undefined && <pre>{typeof data === 'string' ? data : JSON.stringify(data, null, 2)}</pre>}
                  </li>
                ))}
              </ol>
            ),
          },
          { key: 'answer', label: t('try.answer'), children: <pre className="acc-out">{pretty(result.answer)}</pre> },
          { key: 'sent', label: t('try.sent'), children: <pre className="acc-out">{result.sent}</pre> },
          { key: 'received', label: t('try.received'), children: <pre className="acc-out">{pretty(result.received)}</pre> },
        ]}
      />
    </div>
  );
}

const stepNames = [
  'route',
  'method',
  'caller',
  'grant',
  'limits',
  'params',
  'cache',
  'map',
  'target',
  'decode',
  'answerMap',
  'answerSchema',
  'store',
  'answer',
] as const;
const stepKey = (step: string) => `step.${stepNames.find((one) => one === step) ?? 'target'}` as const;

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
