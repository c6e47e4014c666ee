import { useState } from 'react';
import { CallError } from './call-error.ts';

/** Runs what a click began; ends also when it was refused, which the client's rules have told already or `refused` tells. */
export type Run = (work: () => Promise<unknown>, refused?: (error: CallError) => void) => Promise<void>;

/** Whether work that a click began is running, and how it is run. A fault that is no refusal is thrown. */
export function useRunning(): readonly [boolean, Run] {
  const [running, setRunning] = useState(false);
  const run: Run = async (work, refused) => {
    setRunning(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      refused?.(error);
    } finally {
      setRunning(false);
    }
  };
  return [running, run];
}
