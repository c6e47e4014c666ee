import { DownloadOutlined } from '@ant-design/icons';
import { App, Button, Checkbox, Input, Modal, Radio } from 'antd';
import { useState, type ReactElement } from 'react';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { useOff } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { useRunning } from '#kit/console/call/use-running.ts';
import { download } from '#kit/console/call/download.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { resultOf, useJob } from '#kit/console/jobs/use-job.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { usePersonDefault } from '#kit/console/store/person-defaults.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { ColumnsInput } from '../saved/columns-input.tsx';
import { exportFormats, logExport, provedRows, reasonLetters, type ExportedLog, type ExportFormat } from '../../common/export.contract.ts';

interface ExportLogProps {
  log: ExportedLog;
  /** Right to export this log. */
  code: string;
  /** What the list is narrowed by. */
  filters: Readonly<Record<string, unknown>>;
}

const isFormat = (value: unknown): value is ExportFormat => exportFormats.some((format) => format === value);

/** Exports what is filtered, with the reason why it is taken away; the file is handed over when it is ready. */
export function ExportLog({ log, code, filters }: ExportLogProps): ReactElement {
  const off = useOff();
  const t = useT('logs');
  const [language] = useLanguage();
  const { message } = App.useApp();
  const [open, setOpen] = useState(false);
  const [sending, run] = useRunning();
  const [reason, setReason] = useState('');
  const [format, setFormat] = usePersonDefault<ExportFormat>('export.format', 'xlsx', isFormat);
  const [withProof, setWithProof] = useState(false);
  const [columns, setColumns] = useState<string[] | null>(null);
  const [jobId, setJobId] = useState<string>();
  useJob(jobId, (job) => {
    setJobId(undefined);
    const fileId = resultOf(job, 'fileId');
    const proofId = resultOf(job, 'proofId');
    if (fileId !== undefined) void download(downloadFile, { fileId }, { fallbackName: `${t(`export.${log}`)}.${format}` });
    if (proofId !== undefined) void download(downloadFile, { fileId: proofId }, { fallbackName: 'proof.json' });
    if (job.error) void message.error(job.error.message);
  });
  const start = (): Promise<void> =>
    run(async () => {
      const request = {
        log,
        format,
        withProof,
        ...(columns !== null && { columns }),
        reason: reason.trim(),
        filters: JSON.parse(JSON.stringify(filters)) as Record<string, string>,
      };
      setJobId((await call(logExport, request)).jobId);
      setOpen(false);
      setReason('');
      void message.info(t('export.started'));
      await invalidate(listJobs);
    });
  return (
    <Permit code={code}>
      {(name) => (
        <>
          <Button icon={<DownloadOutlined aria-hidden="true" />} loading={jobId !== undefined} onClick={() => setOpen(true)}>
            {name}
          </Button>
          <Modal
            open={open}
            title={t('export.title', { log: t(`export.${log}`) })}
            okText={name}
            cancelText={t('operation.cancel')}
            okButtonProps={{ loading: sending, ...off(reason.trim().length < reasonLetters.least && 'short') }}
            onOk={() => void start()}
            onCancel={() => setOpen(false)}
          >
            <p className="wl-soft">{t('export.help')}</p>
            <Radio.Group
              aria-label={t('export.format')}
              value={format}
              options={exportFormats.map((value) => ({ value, label: value }))}
              onChange={({ target: { value } }) => setFormat(value as ExportFormat)}
            />
            <div className="wl-export-columns">
              <ColumnsInput log={log} label={t('export.columns')} value={columns} onChange={setColumns} />
            </div>
            <Checkbox className="wl-export-proof" checked={withProof} onChange={({ target }) => setWithProof(target.checked)}>
              {t('export.withProof')}
            </Checkbox>
            {withProof && <p className="wl-soft">{t('export.proofHelp', { n: numberText(provedRows, language) })}</p>}
            <Input.TextArea
              className="wl-export-reason"
              aria-label={t('export.reason')}
              placeholder={t('export.reason')}
              maxLength={reasonLetters.most}
              rows={3}
              value={reason}
              onChange={({ target: { value } }) => setReason(value)}
            />
          </Modal>
        </>
      )}
    </Permit>
  );
}
