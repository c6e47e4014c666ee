import { Input, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Input as InputOf, Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { sysApiTest } from '../common/open-api.contract.ts';
import './open-api.css';

interface TrialProps {
  id: string;
  /** Systems that were granted it. */
  systems: readonly { id: string; name: string }[];
}

/** What a system would get; what writes or sends is not done. */
export function Trial({ id, systems }: TrialProps): ReactElement {
  const t = useT('open-api');
  const base = useId();
  const [systemId, setSystem] = useState<string | null>(null);
  const [text, setText] = useState('{}');
  const [running, setRunning] = useState(false);
  const [found, setFound] = useState<Reply<typeof sysApiTest>>();
  const [problem, setProblem] = useState('');
  const input = objectOf(text);
  const run = async (): Promise<void> => {
    if (input === undefined) return;
    setRunning(true);
    setProblem('');
    setFound(undefined);
    try {
      setFound(await call(sysApiTest, { id, systemId, input }, { silent: true }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem([error.msg, ...error.issues.map(({ message }) => message)].join(' · '));
    } finally {
      setRunning(false);
    }
  };
  return (
    <section className="woa-new">
      <h3>{t('try.title')}</h3>
      <p>{t('try.help')}</p>
      <label htmlFor={`${base}s`}>{t('try.as')}</label>
      <Select
        id={`${base}s`}
        value={systemId ?? ''}
        options={[{ value: '', label: t('try.everybody') }, ...systems.map((one) => ({ value: one.id, label: one.name }))]}
        onChange={(next: string) => setSystem(next === '' ? null : next)}
      />
      <label htmlFor={`${base}i`}>{t('try.input')}</label>
      <Input.TextArea
        id={`${base}i`}
        className="woa-code"
        rows={4}
        spellCheck={false}
        status={input === undefined ? 'error' : ''}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <OffButton off={input === undefined && 'fields'} loading={running} onClick={() => void run()}>
        {t('try.run')}
      </OffButton>
      {problem !== '' && (
        <p role="alert" className="woa-wrong">
          {problem}
        </p>
      )}
      {found && (
        <pre role="status" className="woa-code">
          {JSON.stringify(found, null, 2)}
        </pre>
      )}
    </section>
  );
}

/** What was typed, where it is an object. */
function objectOf(text: string): InputOf<typeof sysApiTest>['input'] {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as InputOf<typeof sysApiTest>['input'])
      : undefined;
  } catch {
    return undefined;
  }
}
