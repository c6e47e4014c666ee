import { useState } from 'react';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';

/** What is edited of something stored. */
export interface Draft<D> {
  readonly draft: D;
  readonly dirty: boolean;
  change(next: D): void;
  reset(): void;
}

/** A draft of something stored; it begins again when what is stored has another version, and is not lost without a question. */
export function useDraft<D>(version: number, stored: D): Draft<D> {
  const [base, setBase] = useState(version);
  const [draft, setDraft] = useState(stored);
  if (version !== base) {
    setBase(version);
    setDraft(stored);
  }
  const dirty = JSON.stringify(draft) !== JSON.stringify(stored);
  const reset = (): void => setDraft(stored);
  useLeaveGuard(dirty, reset);
  return { draft, dirty, change: setDraft, reset };
}
