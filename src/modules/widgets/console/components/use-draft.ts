import { useState } from 'react';

/** What is edited of something stored. */
export interface Draft<D> {
  readonly draft: D;
  readonly dirty: boolean;
  change(next: D): void;
  reset(): void;
}

/** A draft of something stored; it begins again when what is stored has another version. */
export function useDraft<D>(version: number, stored: D): Draft<D> {
  const [base, setBase] = useState(version);
  const [draft, setDraft] = useState(stored);
  if (version !== base) {
    setBase(version);
    setDraft(stored);
  }
  return { draft, dirty: JSON.stringify(draft) !== JSON.stringify(stored), change: setDraft, reset: () => setDraft(stored) };
}
