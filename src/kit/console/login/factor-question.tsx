import { useState, type FormEvent, type ReactElement } from 'react';
import type { FactorKind } from '#kit/common/session/sign-in-policy.ts';
import { factorVerify } from '../boot/factor-wire.ts';
import type { SignedIn } from '../boot/session-wire.ts';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { useT } from '../i18n/use-t.ts';
import { Field } from './field.tsx';
import { givePasskey } from './passkey.ts';

interface FactorQuestionProps {
  kinds: readonly FactorKind[];
  /** Days for which this browser may be trusted; 0: nothing is offered. */
  trustedDays: number;
  onDone: (answer: SignedIn) => Promise<void>;
}

/** Asks for the second factor: a code of an app or a recovery code, or a passkey. */
export function FactorQuestion({ kinds, trustedDays, onDone }: FactorQuestionProps): ReactElement {
  const t = useT('kit');
  const [code, setCode] = useState('');
  const [trustDevice, setTrust] = useState(false);
  const [problem, setProblem] = useState('');
  const [sending, setSending] = useState(false);
  const hasPasskey = kinds.includes('passkey');
  const give = async (proof: () => Promise<{ code: string } | { passkey: Record<string, unknown> }>): Promise<void> => {
    setSending(true);
    setProblem('');
    try {
      await onDone(await call(factorVerify, { ...(await proof()), trustDevice }, { silent: true }));
    } catch (error) {
      setCode('');
      setProblem(error instanceof CallError ? (error.code === 10401 ? t('factor.refused') : error.msg) : t('factor.noPasskey'));
    } finally {
      setSending(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() === '') setProblem(t('factor.codeNeeded'));
    else if (!sending) void give(async () => ({ code: code.trim() }));
  };
  return (
    <form onSubmit={submit} noValidate>
      <p className="wh-note">{t(kinds.includes('totp') ? 'factor.ask' : 'factor.askPasskey')}</p>
      <p className="wh-error" role="alert">
        {problem}
      </p>
      {hasPasskey && (
        <button
          type="button"
          className="wh-button wh-passkey"
          disabled={sending}
          onClick={() => void give(async () => ({ passkey: await givePasskey() }))}
        >
          {t('factor.usePasskey')}
        </button>
      )}
      <Field label={t(kinds.includes('totp') ? 'factor.code' : 'factor.recoveryCode')}>
        {(field) => (
          <input
            {...field}
            name="otp"
            value={code}
            maxLength={40}
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus={!hasPasskey}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      {trustedDays > 0 && (
        <label className="wh-check">
          <input type="checkbox" checked={trustDevice} onChange={(event) => setTrust(event.target.checked)} />
          {t('factor.trust', { days: trustedDays })}
        </label>
      )}
      <button type="submit" className={hasPasskey ? 'wh-button wh-button-plain' : 'wh-button'} disabled={sending}>
        {t('factor.continue')}
      </button>
    </form>
  );
}
