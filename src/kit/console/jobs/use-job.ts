import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getJob, type JobView } from '#kit/common/jobs/job.contract.ts';
import { call } from '../call/call.ts';
import { fieldOf } from '../call/call-error.ts';
import { queryKeyOf } from '../page/query.ts';
import { queryClient } from '../shell/query-client.ts';
import { useLive } from '../shell/live/live.ts';

/** Milliseconds between looks while a job runs: news arrive live, this is for those that were lost. */
const lookEvery = 2_000;

/** What the job tray asks for. */
export const latestJobs = { pageSize: 20, sort: '-createdAt' } as const;

/** Whether a job has ended, one way or another. */
export const hasEnded = (job: JobView): boolean => job.state === 'done' || job.state === 'failed' || job.state === 'cancelled';

/** A job as it stands, live; undefined until it was read. `onEnd` is called once, when it ends. */
export function useJob(jobId: string | undefined, onEnd?: (job: JobView) => void): JobView | undefined {
  const key = queryKeyOf(getJob, { id: jobId ?? '' });
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getJob, { id: jobId ?? '' }, { silent: true, signal }),
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : lookEvery),
  });
  // What travels live lacks the words of an error: the job is read again.
  useLive('job', (news) => {
    if (jobId !== undefined && fieldOf(news, 'id') === jobId) void queryClient.invalidateQueries({ queryKey: key });
  });
  const ended = data !== undefined && hasEnded(data);
  useEffect(() => {
    if (ended) onEnd?.(data);
    // Once for each job that ends.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [ended, jobId]);
  return data;
}

/** A named part of a job's result: `fileId` of a made file, `proofId` of the file that proves its rows, `planId` of a plan. */
export function resultOf(job: JobView | undefined, name: 'fileId' | 'planId' | 'proofId'): string | undefined {
  const value = fieldOf(job?.result, name);
  return typeof value === 'string' ? value : undefined;
}

/** Texts that a job left, such as the columns of a file that mean nothing here. */
export function textsOf(job: JobView | undefined, name: 'ignored'): readonly string[] {
  const value = fieldOf(job?.result, name);
  return Array.isArray(value) ? value.map(String) : [];
}
