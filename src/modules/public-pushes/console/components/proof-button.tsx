import { useState, type ReactElement } from 'react';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { download } from '#kit/console/call/download.ts';
import { resultOf, useJob } from '#kit/console/jobs/use-job.ts';
import { pushExportProof } from '../../common/push.contract.ts';

/** Makes the signed proof of a push and hands it to the browser when it is ready. */
export function ProofButton({ id }: { id: string }): ReactElement {
  const [jobId, setJobId] = useState<string>();
  useJob(jobId, (job) => {
    setJobId(undefined);
    const fileId = resultOf(job, 'fileId');
    if (fileId !== undefined) void download(downloadFile, { fileId }, { fallbackName: 'proof.json' });
  });
  return <ActionButton endpoint={pushExportProof} input={{ id }} onDone={(made) => setJobId(made.jobId)} />;
}
