import { ExperimentOutlined, ExportOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Input as InputOf } from '#kit/common/contract.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import type { AuthKind } from '../../common/auth-config.ts';
import { authSettingGet, authSettingList, authSettingTest, type TestReport as Report } from '../../common/auth-setting.contract.ts';
import { TestReport } from './test-report.tsx';

interface TestPanelProps {
  kind: AuthKind;
  /** What is tried, asked at the click; undefined while it can't be tried yet. */
  subject: () => Pick<InputOf<typeof authSettingTest>, 'id' | 'draft'>;
  /** The last result of what is stored. */
  before?: Report | undefined;
}

/** Tries a setting: as it is stored, or as it stands in a form. */
export function TestPanel({ kind, subject, before }: TestPanelProps): ReactElement {
  const t = useT('sign-in');
  const { granted, name } = useActionName(authSettingTest);
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [made, setMade] = useState<Report>();
  const [problem, setProblem] = useState('');
  const [running, setRunning] = useState(false);
  const typed = kind === 'ldap' || kind === 'ad';
  const report = made ?? before;
  const run = async (): Promise<void> => {
    setRunning(true);
    setProblem('');
    try {
      setMade(
        await call(
          authSettingTest,
          { ...subject(), ...(typed && account && { account }), ...(typed && password && { password }) },
          { silent: true },
        ),
      );
      await invalidate(authSettingList, authSettingGet);
    } catch (error) {
      setMade(undefined);
      setProblem(error instanceof CallError ? wordsOf(error) : String(error));
    } finally {
      setRunning(false);
    }
  };
  return (
    <div className="signin-test">
      {typed && granted && <Person account={account} password={password} onAccount={setAccount} onPassword={setPassword} />}
      {granted && (
        <div className="signin-test-actions">
          <Button icon={<ExperimentOutlined aria-hidden="true" />} loading={running} onClick={() => void run()}>
            {name}
          </Button>
          {made?.tryOut && (
            <Button type="primary" icon={<ExportOutlined aria-hidden="true" />} href={made.tryOut} target="_blank" rel="noopener">
              {t('test.tryOut')}
            </Button>
          )}
        </div>
      )}
      {made?.tryOut && <p className="signin-hint">{t('test.tryOutHint')}</p>}
      {problem && (
        <p role="alert" className="signin-problem">
          {problem}
        </p>
      )}
      {report && <TestReport report={report} whole={typed ? true : made === undefined} />}
    </div>
  );
}

/** Mistakes of the input are told field by field. */
function wordsOf({ msg, data }: CallError): string {
  const issues = data && typeof data === 'object' && 'issues' in data && Array.isArray(data.issues) ? data.issues : [];
  const texts = issues.map((issue: { path?: string; message?: string }) => `${issue.path ?? ''}: ${issue.message ?? ''}`);
  return texts.length > 0 ? texts.join(' · ') : msg;
}

interface PersonProps {
  account: string;
  password: string;
  onAccount: (text: string) => void;
  onPassword: (text: string) => void;
}

/** With whom the whole way is tried; nothing of it is kept. */
function Person({ account, password, onAccount, onPassword }: PersonProps): ReactElement {
  const t = useT('sign-in');
  const id = useId();
  return (
    <div className="signin-person">
      <p className="signin-hint">{t('test.personHint')}</p>
      <label htmlFor={`${id}a`}>{t('field.account')}</label>
      <Input id={`${id}a`} value={account} maxLength={128} autoComplete="off" onChange={(event) => onAccount(event.target.value)} />
      <label htmlFor={`${id}p`}>{t('login.password')}</label>
      <Input.Password
        id={`${id}p`}
        value={password}
        maxLength={256}
        autoComplete="off"
        onChange={(event) => onPassword(event.target.value)}
      />
    </div>
  );
}
