import { App } from 'antd';
import { useState } from 'react';
import type { JobView } from '#kit/common/jobs/job.contract.ts';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { download } from '#kit/console/call/download.ts';
import { resultOf, useJob } from '#kit/console/jobs/use-job.ts';
import { queryClient } from '#kit/console/shell/query-client.ts';

/** A job that the page began: what it ended with is read again, a file it made is handed over, why it failed is said. */
export function useStarted(onEnd?: (job: JobView) => void): { start: (reply: { jobId: string | null }) => void; running: boolean } {
  const { message } = App.useApp();
  const [jobId, setJobId] = useState<string>();
  useJob(jobId, (job) => {
    setJobId(undefined);
    const fileId = resultOf(job, 'fileId');
    if (fileId !== undefined) void download(downloadFile, { fileId }, { fallbackName: 'configuration.zip' });
    if (job.error) void message.error(job.error.message);
    void queryClient.invalidateQueries();
    onEnd?.(job);
  });
  return { start: (reply) => setJobId(reply.jobId ?? undefined), running: jobId !== undefined };
}
