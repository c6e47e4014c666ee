import { useEffect, useRef, useState } from 'react';
import { loadFrame } from '../boot/frame-chunk.ts';
import { loginPost, type SignedIn } from '../boot/session-wire.ts';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { useT } from '../i18n/use-t.ts';
import { takeReturned, type Returned } from './returned.ts';

const reasons = { browser: 'login.restart', state: 'login.restart', denied: 'login.denied', time: 'login.clock' } as const;

/** The end of a sign-in elsewhere: its ticket opens the session, or what went wrong is said. */
export function useReturned(onSignedIn: (answer: SignedIn) => Promise<void>): { arriving: boolean; problem: string } {
  const t = useT('kit');
  const [returned] = useState(takeReturned);
  const [arriving, setArriving] = useState(returned?.ticket !== undefined);
  const [refused, setRefused] = useState('');
  const begun = useRef(false);
  useEffect(() => {
    const { kind, ticket } = returned ?? {};
    if (!ticket || !kind || begun.current) return;
    // A ticket serves once, however often the page is drawn.
    begun.current = true;
    void loadFrame().catch(() => undefined);
    void call(loginPost, { kind, ticket }, { silent: true })
      .then(onSignedIn)
      .catch((error: unknown) =>
        setRefused(error instanceof CallError ? (error.code === 10401 ? t('login.restart') : error.msg) : String(error)),
      )
      .finally(() => setArriving(false));
  }, [returned, onSignedIn, t]);
  return { arriving, problem: refused || problemOf(returned, t) };
}

function problemOf(returned: Returned | undefined, t: ReturnType<typeof useT<'kit'>>): string {
  const { problem, reason = '' } = returned ?? {};
  if (!problem) return '';
  if (problem === 'out') return t('login.outHere');
  if (problem === '11023') return t('login.noEmployee');
  if (problem === '10502') return t('login.notReached');
  if (problem !== '11024') return t('login.wayGone');
  return reason in reasons ? t(reasons[reason as keyof typeof reasons]) : t('login.notBelieved');
}
