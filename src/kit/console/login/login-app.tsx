import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { titleOf } from '#kit/common/product/product-config.ts';
import { CallError } from '../call/call-error.ts';
import { enter } from '../boot/enter.ts';
import { setMode, useMode } from '../boot/mode.ts';
import { productTitle } from '../boot/page-meta.ts';
import type { FactorStepFacts, SignedIn } from '../boot/session-wire.ts';
import { signOut } from '../boot/sign-out.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { store } from '../store/store.ts';
import { Wheel } from '../theme/wheel.tsx';
import { ChangePassword } from './change-password.tsx';
import { Credentials } from './credentials.tsx';
import './login.css';
import { LoginFooter, LoginTools } from './login-frame.tsx';
import { useLook } from './look.ts';
import { OtherWays, useLoginFacts } from './other-ways.tsx';
import { useReturned } from './use-returned.ts';

/** Asked of few, so fetched when it is. */
const loadStep = async () => ({ default: (await import('./factor-step.tsx')).FactorStep });
const FactorStep = lazy(loadStep);

/** The sign-in page: a small application of its own that brings no component library. As a preview it stands inside another page. */
export function LoginApp({ preview = false }: { preview?: boolean }): ReactElement {
  const t = useT('kit');
  const { changing } = useMode();
  const look = useLook();
  const [language] = useLanguage();
  const { org, env, loginLogo, loginBackground } = look;
  const Main = preview ? 'div' : 'main';
  const [entering, setEntering] = useState(false);
  const [problem, setProblem] = useState('');
  const [step, setStep] = useState<FactorStepFacts>();
  useEffect(() => {
    if (preview) return;
    document.title = `${t('login.title')} · ${productTitle('tabTitle')}`;
  }, [t, preview]);

  const open = async (): Promise<void> => {
    setEntering(true);
    setProblem('');
    await enter().catch((error: unknown) => {
      setProblem(error instanceof CallError ? error.msg || t('login.again') : t('login.chunk'));
      setEntering(false);
    });
  };
  const signedIn = async (answer: SignedIn): Promise<void> => {
    store.set('accessToken', answer.accessToken);
    if (answer.factor)
      return loadStep().then(
        () => setStep(answer.factor ?? undefined),
        () => setProblem(t('login.chunk')),
      );
    setStep(undefined);
    store.set('userInfo', answer.userInfo);
    if (answer.mustChangePassword) setMode({ changing: answer.userInfo });
    else await open();
  };

  return (
    <div className="wh-login">
      {/* A colour of the customer's own can stand in no style sheet. */}
      <aside className="wh-login-side" {...(loginBackground && { style: { background: loginBackground } })}>
        <div className="wh-login-art">
          <Wheel size={640} stroke={0.5} />
        </div>
        <div className="wh-login-brand">
          {loginLogo ? <img src={loginLogo} alt="" /> : <Wheel size={40} stroke={6} />}
          <span>{titleOf(look, 'menuTitle', language)}</span>
          {env && <em>{env}</em>}
        </div>
        <p className="wh-login-motto">{t('login.motto')}</p>
        {org && <p className="wh-login-org">{org}</p>}
      </aside>
      <div className="wh-login-main">
        <header>
          <LoginTools />
        </header>
        {/* A page has one main part; a preview is none. */}
        <Main aria-busy={entering}>
          <h1>{t(changing ? 'login.changeTitle' : step ? (step.due === 'enrol' ? 'factor.setup' : 'factor.title') : 'login.title')}</h1>
          {!changing && <WhyHere />}
          {changing ? (
            <>
              <ChangePassword person={{ userInfo: changing }} onChanged={open} />
              <button type="button" className="wh-link" onClick={() => void signOut()}>
                {t('frame.signOut')}
              </button>
            </>
          ) : step ? (
            <Suspense fallback={<p role="status">{t('boot.loading')}</p>}>
              <FactorStep step={step} onDone={signedIn} />
              <button type="button" className="wh-link wh-cancel" onClick={() => void signOut().finally(() => setStep(undefined))}>
                {t('factor.cancel')}
              </button>
            </Suspense>
          ) : (
            <SignInForms busy={entering} onSignedIn={signedIn} />
          )}
          {problem && (
            <p className="wh-error" role="alert">
              {problem}{' '}
              <button type="button" className="wh-link" onClick={() => window.location.reload()}>
                {t('login.reload')}
              </button>
            </p>
          )}
        </Main>
        <LoginFooter />
      </div>
    </div>
  );
}

/** Why somebody who was signed in stands here again; nothing for who just came. */
function WhyHere(): ReactElement | null {
  const t = useT('kit');
  const { ended, reason } = useMode();
  const why = ended === 65003 ? t('login.ended') : ended === 65001 ? t('login.expired') : reason && t('login.notOpened', { reason });
  return why ? (
    <p className="wh-note" role="status">
      {why}
    </p>
  ) : null;
}

/** The form of one way, and the others beside it. */
function SignInForms({ busy, onSignedIn }: { busy: boolean; onSignedIn: (answer: SignedIn) => Promise<void> }): ReactElement {
  const t = useT('kit');
  const facts = useLoginFacts();
  const kinds = facts?.loginKinds;
  const [language] = useLanguage();
  const { arriving, problem } = useReturned(onSignedIn);
  const [request, setRequest] = useState<string>();
  const typed = kinds?.filter(({ start }) => start === null) ?? [];
  const chosen = typed.find(({ code }) => code === request) ?? typed[0];
  if (arriving)
    return (
      <p role="status" className="wh-note">
        {t('login.signingIn')}
      </p>
    );
  return (
    <>
      {facts?.banner && <p className="wh-banner">{pick(facts.banner, language)}</p>}
      {problem && (
        <p className="wh-error" role="alert">
          {problem}
        </p>
      )}
      {chosen && chosen.kind !== 'local' && <p className="wh-way">{chosen.label}</p>}
      {(kinds === undefined || chosen) && (
        <Credentials
          key={chosen?.code ?? 'local'}
          busy={busy}
          kind={chosen?.code}
          remembers={facts?.rememberAccount}
          onSignedIn={onSignedIn}
        />
      )}
      {kinds && <OtherWays kinds={kinds} chosen={chosen?.code} onChoose={setRequest} />}
    </>
  );
}
