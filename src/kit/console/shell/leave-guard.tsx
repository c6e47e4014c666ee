import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { discardAll, isLeft, isUnsaved } from '../form/unsaved.ts';
import { useAskLeave } from '../form/use-ask-leave.ts';

/** Asks once before anything unsaved on screen is left, whatever it is: forms, settings and trees say of themselves that they are. */
export function LeaveGuard(): null {
  const ask = useAskLeave();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isUnsaved() && isLeft(currentLocation, nextLocation));
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    return ask({
      leave: () => {
        discardAll();
        blocker.proceed();
      },
      stay: () => blocker.reset(),
    });
    // One question for each attempt.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [blocker.state]);
  useEffect(() => {
    const closing = (event: BeforeUnloadEvent): void => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', closing);
    return () => window.removeEventListener('beforeunload', closing);
  }, []);
  return null;
}
