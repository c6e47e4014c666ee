import { Button, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { call } from '#kit/console/call/call.ts';
import { FileButton } from '#kit/console/files/file-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useJob } from '#kit/console/jobs/use-job.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { fanGet, fanImport, fanImportResult, fanList, type FanImportResult } from '../../common/fan.contract.ts';
import { fanTag } from '../../common/tag.contract.ts';

/** Tags the people of a file, and ends with the lines that were refused and why. */
export function ImportDialog({ snoId, onClose }: { snoId: string; onClose: () => void }): ReactElement {
  const t = useT('public-fans');
  const kit = useT('kit');
  const [jobId, setJobId] = useState<string>();
  const [result, setResult] = useState<FanImportResult>();
  const [mistake, setMistake] = useState<string>();
  useJob(jobId, (job) => {
    setJobId(undefined);
    const told = fanImportResult.safeParse(job.result);
    if (told.success) setResult(told.data);
    else setMistake(job.error?.message);
    void invalidate(fanList, fanGet, fanTag.list, fanTag.get);
  });
  return (
    <Modal open title={t('import.title')} onCancel={onClose} footer={<Button onClick={onClose}>{kit('form.close')}</Button>}>
      {result ? (
        <div role="status">
          <p>{t('import.done', { count: result.count, n: result.newTags })}</p>
          <ul>
            {result.refused.map(({ line, account, reason }) => (
              <li key={line}>{t('import.line', { line, account, reason: t(`import.reason.${reason}`) })}</li>
            ))}
          </ul>
          {result.more > 0 && <p>{t('import.more', { count: result.more })}</p>}
        </div>
      ) : (
        <>
          <p>{t('import.hint')}</p>
          {mistake !== undefined && <p role="alert">{mistake}</p>}
          <FileButton
            purpose="import"
            accept=".xlsx,.csv"
            disabled={jobId !== undefined}
            mistake={t('import.mistake')}
            sent={async ({ fileId }) => {
              setMistake(undefined);
              setJobId((await call(fanImport, { snoId, fileId })).jobId);
            }}
          >
            {t('import.choose')}
          </FileButton>
        </>
      )}
    </Modal>
  );
}
