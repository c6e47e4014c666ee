import { App } from 'antd';
import { useState } from 'react';
import type { Input } from '#kit/common/contract.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { call } from '#kit/console/call/call.ts';
import { useJob } from '#kit/console/jobs/use-job.ts';
import { clearEstimate, Estimate, type EstimateResult } from '../../common/cleaning/clear.contract.ts';

/** Estimates of a cleaning: asked for, and what came of the last one. */
export function useEstimate(onReady?: (result: EstimateResult) => void): {
  begin: (request: Input<typeof clearEstimate>) => Promise<void>;
  running: boolean;
  result: EstimateResult | undefined;
} {
  const { message } = App.useApp();
  const [jobId, setJobId] = useState<string>();
  const [result, setResult] = useState<EstimateResult>();
  useJob(jobId, (job) => {
    setJobId(undefined);
    const found = Estimate.safeParse(job.result);
    if (found.success) {
      setResult(found.data);
      onReady?.(found.data);
    } else if (job.error) void message.error(job.error.message);
  });
  return {
    running: jobId !== undefined,
    result,
    begin: async (request) => {
      setResult(undefined);
      try {
        setJobId((await call(clearEstimate, request)).jobId);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
      }
    },
  };
}
