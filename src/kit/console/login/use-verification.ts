import { useCallback, useEffect, useState } from 'react';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { verifyIdGet, type Verification } from '../boot/session-wire.ts';
import { store } from '../store/store.ts';

interface Asked {
  verification: (Verification & { readonly fetchedAt: number }) | undefined;
  /** Why there is none. */
  problem: string;
}

interface Verifying extends Asked {
  /** Asks for a new one: it serves once and lives five minutes. */
  renew: () => Promise<Asked['verification']>;
}

async function ask(): Promise<Asked> {
  try {
    const next = await call(verifyIdGet, {}, { silent: true });
    store.set('verifyId', next.verifyId);
    store.set('verifyTimestamp', next.verifyTimestamp);
    store.set('needVerifyCode', next.needVerifyCode);
    return { verification: { ...next, fetchedAt: Date.now() }, problem: '' };
  } catch (error) {
    return { verification: undefined, problem: error instanceof CallError ? error.msg : String(error) };
  }
}

/** The verification that a sign-in carries: fetched when the page opens and after every attempt. */
export function useVerification(): Verifying {
  const [asked, setAsked] = useState<Asked>({ verification: undefined, problem: '' });
  const renew = useCallback(async () => {
    const next = await ask();
    setAsked(next);
    return next.verification;
  }, []);
  useEffect(() => {
    let current = true;
    void ask().then((fresh) => {
      if (current) setAsked(fresh);
    });
    return () => {
      current = false;
    };
  }, []);
  return { ...asked, renew };
}
