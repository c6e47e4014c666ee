import { App } from 'antd';
import { useCallback, useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { confirmPost, type SignedIn } from '../boot/session-wire.ts';
import { keepInFirst } from '../form/keep-in-first.ts';
import { useT } from '../i18n/use-t.ts';
import '../login/login.css';
import { PasswordField } from '../login/password-field.tsx';
import { store } from '../store/store.ts';
import { later } from './later.tsx';

/** Asks for the password again. Several calls that need it at once share one dialog. Answers whether it was confirmed. */
export function useStepUp(): () => Promise<boolean> {
  const t = useT('kit');
  const { modal } = App.useApp();
  const asking = useRef<Promise<boolean>>(undefined);
  return useCallback(() => {
    const ask = (): Promise<boolean> =>
      new Promise((resolve) => {
        const end = (confirmed: boolean): void => {
          dialog.destroy();
          resolve(confirmed);
        };
        const dialog = modal.confirm({
          title: t('stepup.title'),
          content: <Question onEnd={end} />,
          footer: null,
          closable: true,
          mask: { closable: false },
          onCancel: () => resolve(false),
        });
      });
    asking.current ??= ask().finally(() => (asking.current = undefined));
    return asking.current;
  }, [modal, t]);
}

const FactorQuestion = later('factor', async () => (await import('../login/factor-question.tsx')).FactorQuestion);

/** The password; of who came by another system's word the second factor, for that is what there is to ask for. */
function Question({ onEnd }: { onEnd: (confirmed: boolean) => void }): ReactElement {
  const kinds = (store.get('userInfo')?.confirmWith ?? []).filter((kind) => kind !== 'password');
  if (kinds.length === 0) return <PasswordQuestion onEnd={onEnd} />;
  const done = async ({ accessToken }: SignedIn): Promise<void> => {
    store.set('accessToken', accessToken);
    onEnd(true);
  };
  return (
    <div className="wh-login-form">
      <FactorQuestion kinds={kinds} trustedDays={0} onDone={done} />
    </div>
  );
}

function PasswordQuestion({ onEnd }: { onEnd: (confirmed: boolean) => void }): ReactElement {
  const t = useT('kit');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [sending, setSending] = useState(false);
  // The dialog would give it to its own cross, where Enter gives everything up.
  useEffect(() => keepInFirst('.ant-modal .wh-step-up'), []);
  const confirm = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!password) return setProblem(t('issue.missing'));
    setSending(true);
    try {
      const answer = await call(confirmPost, { password }, { silent: true });
      if (answer?.accessToken) store.set('accessToken', answer.accessToken);
      onEnd(true);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.msg);
      setSending(false);
    }
  };
  return (
    <form className="wh-login-form wh-step-up" onSubmit={(event) => void confirm(event)} noValidate>
      <p>{t('stepup.text')}</p>
      <PasswordField
        label={t('login.password')}
        value={password}
        autoComplete="current-password"
        error={problem}
        autoFocus
        onChange={setPassword}
      />
      <div className="wh-form-buttons">
        <button type="button" className="wh-button wh-button-plain" onClick={() => onEnd(false)}>
          {t('stepup.cancel')}
        </button>
        <button type="submit" className="wh-button" disabled={sending}>
          {t('stepup.confirm')}
        </button>
      </div>
    </form>
  );
}
