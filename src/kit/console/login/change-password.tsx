import { useEffect, useId, useState, type FormEvent, type ReactElement } from 'react';
import { checkPolicy, scorePassword, type PasswordPolicy } from '#kit/common/password-rules.ts';
import { passwordChange, policyGet, type SignedIn } from '../boot/session-wire.ts';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { useT } from '../i18n/use-t.ts';
import { store } from '../store/store.ts';
import { forgetInvitation, invitation } from './returned.ts';
import { PasswordField } from './password-field.tsx';

interface ChangePasswordProps {
  person: Pick<SignedIn, 'userInfo'>;
  onChanged: () => Promise<void>;
  /** Changed by one's own request: nobody is told that it has to be. */
  voluntary?: boolean;
}

const unknownPolicy: PasswordPolicy = { preset: 'modern' };

/** A new password, scored while it is typed by the same rules that the server holds it against. */
export function ChangePassword({ person, onChanged, voluntary = false }: ChangePasswordProps): ReactElement {
  const t = useT('kit');
  const rules = useId();
  const policy = usePolicy();
  const { name, account = '' } = person.userInfo.empInfoDto;
  const [old, setOld] = useState(() => invitation()?.once ?? '');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState('');
  const [issueOf, setIssueOf] = useState<Record<string, string>>({});
  const [sending, setSending] = useState(false);
  const contextWords = [name, account];
  const issues = next ? checkPolicy(next, policy, { contextWords }) : [];
  const score = next ? scorePassword(next, { contextWords }) : 0;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setProblem('');
    setIssueOf({});
    if (!old || !next) return setProblem(t('login.fillAll'));
    if (issues.length > 0) return setProblem(t('login.policyFails'));
    if (next !== again) return setIssueOf({ again: t('login.differ') });
    setSending(true);
    try {
      const answer = await call(passwordChange, { oldPassword: old, newPassword: next }, { silent: true });
      forgetInvitation();
      if (answer?.accessToken) store.set('accessToken', answer.accessToken);
      await onChanged();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setIssueOf(Object.fromEntries(error.issues.map((issue) => [issue.path, issue.message])));
      setProblem(error.issues.length > 0 ? '' : error.msg);
    } finally {
      setSending(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {!voluntary && <p className="wh-note">{t('login.changeWhy')}</p>}
      <p className="wh-error" role="alert">
        {problem}
      </p>
      {/* Password managers tie the new password to the account by this field. */}
      <input className="wh-hidden" aria-hidden="true" tabIndex={-1} readOnly autoComplete="username" value={account} />
      <PasswordField
        label={t('login.oldPassword')}
        value={old}
        onChange={setOld}
        autoComplete="current-password"
        error={issueOf['oldPassword']}
      />
      <PasswordField
        label={t('login.newPassword')}
        value={next}
        onChange={setNext}
        autoComplete="new-password"
        error={issueOf['newPassword']}
        describedBy={rules}
      />
      <div id={rules} className="wh-score">
        <meter min={0} max={4} low={2} high={3} optimum={4} value={score} aria-label={t('login.strength')} />
        <span role="status">{next ? t(`login.score${score}`) : t('login.scoreHint')}</span>
        {issues.length > 0 && (
          <ul>
            {issues.map((issue) => (
              <li key={issue}>{t(`login.rule.${issue}`)}</li>
            ))}
          </ul>
        )}
      </div>
      <PasswordField
        label={t('login.repeatPassword')}
        value={again}
        onChange={setAgain}
        autoComplete="new-password"
        error={issueOf['again']}
      />
      <button type="submit" className="wh-button" disabled={sending}>
        {t('login.changeSubmit')}
      </button>
    </form>
  );
}

function usePolicy(): PasswordPolicy {
  const [policy, setPolicy] = useState(unknownPolicy);
  useEffect(() => {
    // Without it the stricter preset is shown; the server decides in any case.
    call(policyGet, {}, { silent: true }).then(setPolicy, () => undefined);
  }, []);
  return policy;
}
