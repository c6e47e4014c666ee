import { App, Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { download } from '#kit/console/call/download.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { resultOf, useJob } from '#kit/console/jobs/use-job.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { emoticonExport } from '../../common/emoticon.contract.ts';
import { emoticonPackages } from '../../common/permissions.ts';

/** Packs a package as a zip and hands it to the browser when it is ready. */
export function ExportPackage({ id, code }: { id: string; code: string }): ReactElement {
  const t = useT('emoticons');
  const { message } = App.useApp();
  const [jobId, setJobId] = useState<string>();
  useJob(jobId, (job) => {
    setJobId(undefined);
    const fileId = resultOf(job, 'fileId');
    if (fileId !== undefined) void download(downloadFile, { fileId }, { fallbackName: `${code}.zip` });
    else if (job.error) void message.error(job.error.message);
  });
  const start = async (): Promise<void> => {
    try {
      setJobId((await call(emoticonExport, { packageId: id })).jobId);
      void message.info(t('package.exporting'));
      await invalidate(listJobs);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  };
  return (
    <Permit code={emoticonPackages.button.export}>
      {(name) => (
        <Button type="text" size="small" loading={jobId !== undefined} onClick={() => void start()}>
          {name}
        </Button>
      )}
    </Permit>
  );
}
