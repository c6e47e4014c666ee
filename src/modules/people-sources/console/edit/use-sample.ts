import { useState } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { sourceSample } from '../../common/source-try.contract.ts';

/** Records that were read to be looked at. */
export interface SampleState {
  readonly data: Reply<typeof sourceSample> | undefined;
  readonly running: boolean;
  readonly problem: string | undefined;
  /** Reads them; answers them too. */
  read(): Promise<Reply<typeof sourceSample> | undefined>;
}

/** Reads a few records of a stored source when it is asked to. */
export function useSample(id: string): SampleState {
  const [data, setData] = useState<Reply<typeof sourceSample>>();
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const read = async (): Promise<Reply<typeof sourceSample> | undefined> => {
    setRunning(true);
    setProblem(undefined);
    try {
      const reply = await call(sourceSample, { id }, { silent: true });
      setData(reply);
      return reply;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.msg);
      return undefined;
    } finally {
      setRunning(false);
    }
  };
  return { data, running, problem, read };
}
