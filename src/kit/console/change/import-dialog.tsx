import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Progress, Steps, Upload } from 'antd';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { z } from 'zod';
import type { Endpoint, Input } from '#kit/common/contract.ts';
import { resumableLimit } from '#kit/common/files/file.contract.ts';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { download } from '../call/download.ts';
import { FileTooLarge, upload } from '../files/upload.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { resultOf, textsOf, useJob } from '../jobs/use-job.ts';
import { invalidate } from '../page/query.ts';
import { bytesText } from '../table/formats.ts';
import './change.css';
import { PlanBody } from './plan-view.tsx';

type StartEndpoint = Endpoint<z.ZodType<unknown, { fileId: string }>, z.ZodType<{ jobId: string }>>;

interface ImportDialogProps<E extends StartEndpoint, T extends Endpoint> {
  title: string;
  /** Reads the uploaded file into a plan. */
  start: E;
  /** Further input of `start`. */
  options?: Omit<Input<E>, 'fileId'>;
  /** An empty file to fill in. */
  template?: { endpoint: T; input: Input<T>; name: string };
  /** Choices that the reading depends on, above the field for the file. */
  children?: ReactNode;
  onClose: () => void;
}

/** Imports a file: upload, reading into a plan, the plan with its refused rows, applying. May be closed at any step; the job tray goes on. */
export function ImportDialog<E extends StartEndpoint, T extends Endpoint>(props: ImportDialogProps<E, T>): ReactElement {
  const { title, start, options, template, children, onClose } = props;
  const t = useT('kit');
  const [jobId, setJobId] = useState<string>();
  const job = useJob(jobId);
  const planId = resultOf(job, 'planId');
  const ignored = textsOf(job, 'ignored');
  const { send, percent, problem } = useSending(start, options, setJobId);
  const step = planId !== undefined ? 1 : 0;
  return (
    <Modal open title={title} width={980} footer={null} onCancel={onClose} className="whk-wide-dialog">
      <Steps
        size="small"
        current={step}
        items={[{ title: t('import.step.file') }, { title: t('import.step.plan') }, { title: t('import.step.done') }]}
      />
      {planId === undefined && (
        <>
          {children}
          {template && (
            <Button
              type="link"
              icon={<DownloadOutlined aria-hidden="true" />}
              onClick={() => void download(template.endpoint, template.input, { fallbackName: template.name }).catch(() => undefined)}
            >
              {t('import.template')}
            </Button>
          )}
          <DropField onFile={(file) => void send(file)} disabled={percent !== undefined || (job !== undefined && job.state !== 'failed')} />
          {percent !== undefined && <Progress aria-label={t('import.uploading', { percent })} percent={percent} />}
          {problem !== undefined && <Alert type="error" showIcon role="alert" title={problem} />}
          {job && <JobProgress job={job} />}
          {job && <p>{t('import.background')}</p>}
        </>
      )}
      {planId !== undefined && ignored.length > 0 && (
        <Alert type="warning" showIcon role="status" title={t('import.ignored', { columns: ignored.join(', ') })} />
      )}
      {planId !== undefined && <PlanBody planId={planId} onDone={onClose} />}
    </Modal>
  );
}

function DropField({ onFile, disabled }: { onFile: (file: File) => void; disabled: boolean }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  return (
    <div className="whk-drop">
      <Upload.Dragger
        accept=".xlsx,.csv"
        multiple={false}
        showUploadList={false}
        disabled={disabled}
        beforeUpload={(file) => {
          onFile(file);
          return Upload.LIST_IGNORE;
        }}
      >
        <p>
          <InboxOutlined aria-hidden="true" />
        </p>
        <p>{t('import.drop')}</p>
        <p>{t('import.kinds', { kinds: 'xlsx, csv', size: bytesText(resumableLimit, language) })}</p>
      </Upload.Dragger>
    </div>
  );
}

/** Uploads a file and has it read; what goes wrong stands in the dialog, so that the reason does not vanish with a message. */
function useSending<E extends StartEndpoint>(
  start: E,
  options: Omit<Input<E>, 'fileId'> | undefined,
  onJob: (jobId: string) => void,
): { send: (file: File) => Promise<void>; percent: number | undefined; problem: string | undefined } {
  const t = useT('kit');
  const [language] = useLanguage();
  const [percent, setPercent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const stop = useRef(new AbortController());
  const send = async (file: File): Promise<void> => {
    setProblem(undefined);
    setPercent(0);
    try {
      const progress = (sent: number, total: number): void => setPercent(total > 0 ? Math.floor((sent / total) * 100) : 0);
      const { fileId } = await upload(file, 'import', progress, stop.current.signal);
      const { jobId } = await call(start, { ...options, fileId } as Input<E>, { silent: true });
      onJob(jobId);
      await invalidate(listJobs);
    } catch (error) {
      if (error instanceof FileTooLarge) setProblem(t('import.tooLarge', { size: bytesText(error.limit, language) }));
      else if (error instanceof CallError)
        setProblem(t('import.failed', { reason: [error.msg, ...error.issues.map(({ message }) => message)].join(' ') }));
      else throw error;
    } finally {
      setPercent(undefined);
    }
  };
  return { send, percent, problem };
}
