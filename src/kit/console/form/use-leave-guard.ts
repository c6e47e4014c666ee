import { useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { noteUnsaved } from './unsaved.ts';
import { useAskLeave } from './use-ask-leave.ts';

/**
 * The guard of everything that is changed and not saved: forms, drawers, settings, trees of permissions. While `dirty`, whoever goes to
 * another page, tab or object, or closes the browser's tab, is asked first (shell/leave-guard.tsx); `discard` gives the changes up when
 * they may be lost. What a button closes by itself asks through the answer: `leave(close)`.
 */
export function useLeaveGuard(dirty: boolean, discard: () => void = nothing): (leave: () => void) => void {
  const ask = useAskLeave();
  const given = useEffectEvent(discard);
  const forget = useRef(nothing);
  // Before the next event: what was saved and then closed is not asked about.
  useLayoutEffect(() => {
    if (!dirty) return undefined;
    forget.current = noteUnsaved(() => given());
    return () => forget.current();
  }, [dirty]);
  return useCallback(
    (leave) => {
      if (!dirty) return leave();
      ask({
        leave: () => {
          forget.current();
          leave();
        },
      });
    },
    [dirty, ask],
  );
}

const nothing = (): void => {};
