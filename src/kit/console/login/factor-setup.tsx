import { QRCodeSVG } from '@rc-component/qrcode';
import { useEffect, useState, type FormEvent, type ReactElement } from 'react';
import { deviceOf } from '#kit/common/session/device-name.ts';
import type { FactorKind } from '#kit/common/session/sign-in-policy.ts';
import { factorAdd, totpBegin, type FactorAdded } from '../boot/factor-wire.ts';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { useT } from '../i18n/use-t.ts';
import { Field } from './field.tsx';
import { makePasskey } from './passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface FactorSetupProps {
  kinds: readonly FactorKind[];
  /** What was answered, once the person has seen the recovery codes. */
  onDone: (added: FactorAdded) => Promise<void>;
}

/** Sets up a second factor: which kind, its proof, and the recovery codes that come with the first. */
export function FactorSetup({ kinds, onDone }: FactorSetupProps): ReactElement {
  const t = useT('kit');
  const [request, setRequest] = useState<FactorKind>();
  const [added, setAdded] = useState<FactorAdded>();
  const kind = request ?? (kinds.length === 1 ? kinds[0] : undefined);
  const keep = async (answer: FactorAdded): Promise<void> => {
    if (answer.recoveryCodes.length > 0) setAdded(answer);
    else await onDone(answer);
  };
  if (added) return <RecoveryCodes codes={added.recoveryCodes} onKept={() => void onDone(added)} />;
  if (kinds.length === 0) return <p className="wh-note">{t('factor.noneHere')}</p>;
  if (kind === 'totp') return <TotpSetup onAdded={keep} />;
  if (kind === 'passkey') return <PasskeySetup onAdded={keep} />;
  return (
    <div className="wh-ways">
      {kinds.map((one) => (
        <button key={one} type="button" onClick={() => setRequest(one)}>
          <span>
            {t(`factor.kind.${one}`)}
            <small>{t(`factor.kindHint.${one}`)}</small>
          </span>
        </button>
      ))}
    </div>
  );
}

interface SetupProps {
  onAdded: (answer: FactorAdded) => Promise<void>;
}

const wordsOf = (error: unknown, otherwise: string): string =>
  error instanceof CallError ? (error.issues[0]?.message ?? error.msg) : otherwise;

function TotpSetup({ onAdded }: SetupProps): ReactElement {
  const t = useT('kit');
  const [begun, setBegun] = useState<{ secret: string; uri: string }>();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [sending, setSending] = useState(false);
  useEffect(() => {
    let current = true;
    call(totpBegin, {}).then(
      (answer) => current && setBegun(answer),
      (error: unknown) => current && setProblem(wordsOf(error, String(error))),
    );
    return () => {
      current = false;
    };
  }, []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (code.trim() === '') return setProblem(t('factor.codeNeeded'));
    setSending(true);
    setProblem('');
    try {
      await onAdded(await call(factorAdd, { name: t('factor.kind.totp'), code: code.trim() }, { silent: true }));
    } catch (error) {
      setCode('');
      setProblem(wordsOf(error, String(error)));
    } finally {
      setSending(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p>{t('factor.scan')}</p>
      {begun && (
        <div className="wh-factor-qr">
          <div role="img" aria-label={t('factor.qr')}>
            <QRCodeSVG value={begun.uri} size={176} marginSize={2} level="M" bgColor="#ffffff" fgColor="#000000" aria-hidden="true" />
          </div>
          <p>
            {t('factor.secret')}
            <code>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
        </div>
      )}
      <p className="wh-error" role="alert">
        {problem}
      </p>
      <Field label={t('factor.appCode')}>
        {(field) => (
          <input
            {...field}
            name="otp"
            value={code}
            maxLength={10}
            inputMode="numeric"
            autoComplete="one-time-code"
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <button type="submit" className="wh-button" disabled={sending || !begun}>
        {t('factor.finish')}
      </button>
    </form>
  );
}

function PasskeySetup({ onAdded }: SetupProps): ReactElement {
  const t = useT('kit');
  const [problem, setProblem] = useState('');
  const [sending, setSending] = useState(false);
  const make = async (): Promise<void> => {
    setSending(true);
    setProblem('');
    try {
      const passkey = await makePasskey();
      await onAdded(await call(factorAdd, { name: deviceOf(navigator.userAgent), passkey }, { silent: true }));
    } catch (error) {
      setProblem(wordsOf(error, t('factor.noPasskey')));
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <p>{t('factor.passkeyHow')}</p>
      <p className="wh-error" role="alert">
        {problem}
      </p>
      <button type="button" className="wh-button" disabled={sending} onClick={() => void make()}>
        {t('factor.makePasskey')}
      </button>
    </>
  );
}
