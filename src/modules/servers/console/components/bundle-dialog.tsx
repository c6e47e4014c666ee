import { App, Modal } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { download } from '#kit/console/call/download.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { resultOf, useJob } from '#kit/console/jobs/use-job.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { bytesText } from '#kit/console/table/formats.ts';
import { supportBundle } from '../../common/overview.contract.ts';

/** What would leave, and then, when that is agreed to, the bundle itself. */
export function BundleDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('servers');
  const [language] = useLanguage();
  const { message } = App.useApp();
  const [found, setFound] = useState<Reply<typeof supportBundle>>();
  const [jobId, setJobId] = useState<string>();
  useEffect(() => {
    // The password may be asked for first: who gives that up gives up the bundle.
    call(supportBundle, { list: true }).then(setFound, (error: unknown) => (error instanceof CallError ? onClose() : undefined));
    // oxlint-disable-next-line react/exhaustive-deps -- asked once, when the dialog opens
  }, []);
  useJob(jobId, (job) => {
    const fileId = resultOf(job, 'fileId');
    if (fileId !== undefined) void download(downloadFile, { fileId }, { fallbackName: 'support.zip' });
    else if (job.error) void message.error(job.error.message);
    onClose();
  });
  const make = async (): Promise<void> => {
    try {
      setJobId((await call(supportBundle, {})).jobId ?? undefined);
      void message.info(t('bundle.started'));
      await invalidate(listJobs);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  };
  return (
    <Modal
      open
      title={t('bundle.title')}
      okText={t('bundle.make')}
      cancelText={t('stepup.cancel')}
      okButtonProps={{ disabled: found === undefined, loading: jobId !== undefined }}
      onOk={() => void make()}
      onCancel={onClose}
    >
      <p>{t('bundle.help')}</p>
      {!found && <WaitingForm lines={4} />}
      <ul>
        {found?.files.map(({ name, bytes, holds }) => (
          <li key={name}>{t('bundle.holds', { name, bytes: bytesText(bytes, language), holds: holds.join(', ') || '—' })}</li>
        ))}
      </ul>
    </Modal>
  );
}
