import { useCallback, useEffect, useState } from 'react';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { verifyIdGet, type Verification } from '../boot/session-wire.ts';
import { store } from '../store/store.ts';

interface Verifying {
  verification: (Verification & { readonly fetchedAt: number }) | undefined;
  /** Why there is none. */
  problem: string;
  /** Asks for a new one: it serves once and lives five minutes. */
  renew: () => Promise<Verification | undefined>;
}

/** The verification that a sign-in carries: fetched when the page opens and after every attempt. */
export function useVerification(): Verifying {
  const [verification, setVerification] = useState<Verification & { readonly fetchedAt: number }>();
  const [problem, setProblem] = useState('');
  const renew = useCallback(async () => {
    try {
      const next = await call(verifyIdGet, {}, { silent: true });
      store.set('verifyId', next.verifyId);
      store.set('verifyTimestamp', next.verifyTimestamp);
      store.set('needVerifyCode', next.needVerifyCode);
      setVerification({ ...next, fetchedAt: Date.now() });
      setProblem('');
      return next;
    } catch (error) {
      setProblem(error instanceof CallError ? error.msg : String(error));
      return undefined;
    }
  }, []);
  useEffect(() => void renew(), [renew]);
  return { verification, problem, renew };
}

