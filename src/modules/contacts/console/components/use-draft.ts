import { useState } from 'react';

/** What is edited of something stored. */
export interface Draft<S, D> {
  /** What it was begun with. */
  readonly base: S;
  readonly draft: D;
  readonly dirty: boolean;
  change(next: D): void;
  /** Gives up what was changed. */
  reset(): void;
  /** What is stored is shown from now on. */
  take(): void;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A draft of something stored; a reading that arrives while somebody edits waits. */
export function useDraft<S, D>(stored: S, draftOf: (stored: S) => D): Draft<S, D> {
  const [base, setBase] = useState(stored);
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [taken, setTaken] = useState(false);
  const dirty = !taken && !same(draft, draftOf(base));
  if (stored !== base && !dirty) {
    setBase(stored);
    setDraft(draftOf(stored));
    setTaken(false);
  }
  return {
    base,
    draft,
    dirty,
    change: (next) => {
      setTaken(false);
      setDraft(next);
    },
    reset: () => setDraft(draftOf(base)),
    take: () => setTaken(true),
  };
}
