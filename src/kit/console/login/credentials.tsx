import { useEffect, useRef, useState, type FormEvent, type ReactElement, type RefObject } from 'react';
import { validators } from '#kit/common/validators.ts';
import { visibleText } from '#kit/common/visible.ts';
import { loadFrame } from '../boot/frame-chunk.ts';
import { loginPost, pictureAddress, type SignedIn } from '../boot/session-wire.ts';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { useT } from '../i18n/use-t.ts';
import { store } from '../store/store.ts';
import { Field } from './field.tsx';
import { PasswordField } from './password-field.tsx';
import { invitation } from './returned.ts';
import { useVerification } from './use-verification.ts';

interface CredentialsProps {
  busy: boolean;
  /** Code of the way whose account and password are asked for; those of this product unless said. */
  kind?: string | undefined;
  /** The account last used in this browser stands in its field. */
  remembers: boolean | undefined;
  onSignedIn: (answer: SignedIn) => Promise<void>;
}

/** Account, password and, when it is asked for, the code of a picture. Mistakes stand where they belong. */
export function Credentials({ busy, kind, remembers, onSignedIn }: CredentialsProps): ReactElement {
  const t = useT('kit');
  const form = useSignIn(kind, onSignedIn);
  const { values, set, tried } = form;
  useEffect(() => {
    const last = store.get('lastAccount');
    if (remembers && last && values.account === '') set({ account: last });
    if (remembers === false && last) store.set('lastAccount', '');
    // Once the server has said whether accounts are remembered; what is typed stays.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [remembers]);
  const missing = (name: 'account' | 'password' | 'code'): string | undefined =>
    tried && !validators.nonBlank(name === 'account' ? visibleText(values.account) : values[name]) ? t('issue.missing') : undefined;
  return (
    <form onSubmit={form.submit} noValidate onInput={() => void loadFrame().catch(() => undefined)}>
      <p className="wh-error" role="alert">
        {form.problem}
      </p>
      <Field label={t('login.account')} error={missing('account')}>
        {(field) => (
          <input
            {...field}
            name="account"
            value={values.account}
            maxLength={128}
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
            onChange={(event) => set({ account: event.target.value })}
          />
        )}
      </Field>
      <PasswordField
        label={t('login.password')}
        value={values.password}
        autoComplete="current-password"
        error={missing('password')}
        inputRef={form.password}
        onChange={(password) => set({ password })}
      />
      {form.verification?.needVerifyCode && (
        <Field label={t('login.code')} error={missing('code')}>
          {(field) => (
            <span className="wh-input-row wh-code">
              <input
                {...field}
                name="code"
                value={values.code}
                maxLength={10}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                onChange={(event) => set({ code: event.target.value })}
              />
              <img
                src={pictureAddress(form.verification?.verifyId ?? '', form.picture)}
                alt={t('login.codePicture')}
                width={120}
                height={40}
              />
              <button type="button" className="wh-link" onClick={form.refreshPicture}>
                {t('login.codeRefresh')}
              </button>
            </span>
          )}
        </Field>
      )}
      <button type="submit" className="wh-button" disabled={busy || form.sending}>
        {t(busy || form.sending ? 'login.signingIn' : 'login.signIn')}
      </button>
    </form>
  );
}

interface SignIn {
  values: { account: string; password: string; code: string };
  set: (part: Partial<SignIn['values']>) => void;
  tried: boolean;
  sending: boolean;
  problem: string;
  picture: number;
  refreshPicture: () => void;
  verification: ReturnType<typeof useVerification>['verification'];
  password: RefObject<HTMLInputElement | null>;
  submit: (event: FormEvent) => void;
}

/** A link that was sent is refused like any wrong password: the page alone knows that it was one, and says what to do. */
function isOverLink({ code }: CallError, typed: SignIn['values']): boolean {
  const invited = invitation();
  return code === 10401 && invited?.account === typed.account && invited.once === typed.password;
}

/** A verification lives five minutes; an older one would be refused (milliseconds). */
const renewAfter = 270_000;

function useSignIn(kind: string | undefined, onSignedIn: (answer: SignedIn) => Promise<void>): SignIn {
  const t = useT('kit');
  const { verification, problem, renew } = useVerification();
  const [values, setValues] = useState(() => {
    const invited = invitation();
    return { account: invited?.account ?? '', password: invited?.once ?? '', code: '' };
  });
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState('');
  const [picture, setPicture] = useState(0);
  const password = useRef<HTMLInputElement>(null);
  const set = (part: Partial<SignIn['values']>): void => setValues((now) => ({ ...now, ...part }));

  const send = async (): Promise<void> => {
    const usable = verification && Date.now() - verification.fetchedAt < renewAfter ? verification : await renew();
    if (!usable) return;
    if (usable.needVerifyCode && !validators.nonBlank(values.code)) return setRefused(t('login.codeNeeded'));
    const { code } = values;
    // What came along from a chat or a sheet and shows nothing is no part of an account.
    const account = visibleText(values.account);
    const answer = await call(
      loginPost,
      {
        account,
        password: values.password,
        verifyId: usable.verifyId,
        ...(usable.needVerifyCode && { verifyCode: code.trim() }),
        ...(kind !== undefined && { kind }),
      },
      { silent: true },
    );
    store.set('lastAccount', account);
    await onSignedIn(answer);
  };
  const submit = async (): Promise<void> => {
    setTried(true);
    if (visibleText(values.account) === '' || !validators.nonBlank(values.password)) return;
    setSending(true);
    setRefused('');
    try {
      await send();
    } catch (error) {
      setRefused(error instanceof CallError ? (isOverLink(error, values) ? t('login.linkOver') : error.msg) : String(error));
      set({ code: '' });
      setTried(false);
      setPicture(0);
      await renew();
      password.current?.focus();
      password.current?.select();
    } finally {
      setSending(false);
    }
  };
  return {
    values,
    set,
    tried,
    sending,
    picture,
    verification,
    password,
    problem: refused || problem,
    refreshPicture: () => setPicture((count) => count + 1),
    submit: (event) => {
      event.preventDefault();
      if (!sending) void submit();
    },
  };
}
