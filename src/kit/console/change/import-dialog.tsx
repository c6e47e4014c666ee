import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Progress, Steps, Upload } from 'antd';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { z } from 'zod';
import type { Endpoint, Input } from '#kit/common/contract.ts';
import { getPlan } from '#kit/common/change/plan.contract.ts';
import { resumableLimit } from '#kit/common/files/file.contract.ts';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { download } from '../call/download.ts';
import { FileTooLarge, upload } from '../files/upload.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { sheetHead, sheetTitles } from '#kit/common/files/sheet.contract.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { resultOf, textsOf, useJob } from '../jobs/use-job.ts';
import { invalidate, useRead } from '../page/query.ts';
import { bytesText } from '../table/formats.ts';
import './change.css';
import { isTitle, type ImportColumnChoice, type SheetColumn } from './guess-columns.ts';
import { ImportMapping } from './import-mapping.tsx';
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
  /** What the columns may be: where the file calls them otherwise one says which is what. */
  columns?: readonly ImportColumnChoice[];
  /** Choices that the reading depends on, above the field for the file. */
  children?: ReactNode;
  onClose: () => void;
}

/** Imports a file: upload, reading into a plan, the plan with its refused rows, applying. May be closed at any step; the job tray goes on. */
export function ImportDialog<E extends StartEndpoint, T extends Endpoint>(props: ImportDialogProps<E, T>): ReactElement {
  const { title, start, options, template, columns, children, onClose } = props;
  const t = useT('kit');
  const [jobId, setJobId] = useState<string>();
  const job = useJob(jobId);
  const planId = resultOf(job, 'planId');
  const ignored = textsOf(job, 'ignored');
  const { send, go, sheet, again, percent, problem } = useSending(start, { options, columns, onJob: setJobId });
  const plan = useRead(getPlan, { id: planId ?? '' }, { enabled: planId !== undefined });
  const isDone = plan.data?.state === 'applied';
  const step = planId === undefined ? (sheet ? 1 : 0) : isDone ? 3 : 2;
  // What could not be read under its names can be given others.
  const running = percent !== undefined || (job !== undefined && job.state !== 'failed');
  return (
    <Modal open title={title} width={980} footer={null} onCancel={onClose} className="whk-wide-dialog">
      <Steps
        size="small"
        current={step}
        items={(['file', 'map', 'plan', 'done'] as const).map((one) => ({ title: t(`import.step.${one}`) }))}
      />
      {planId === undefined && sheet && columns && (
        <>
          <ImportMapping columns={columns} sheet={sheet} running={running} onDone={(titles) => void go(titles)} onBack={again} />
          {problem !== undefined && <Alert type="error" showIcon role="alert" title={problem} />}
          {job && <JobProgress job={job} />}
        </>
      )}
      {planId === undefined && !sheet && (
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
          <DropField onFile={(file) => void send(file)} disabled={running} />
          {percent !== undefined && <Progress aria-label={t('import.uploading', { percent })} percent={percent} />}
          {problem !== undefined && <Alert type="error" showIcon role="alert" title={problem} />}
          {job && <JobProgress job={job} />}
          {job && job.state !== 'failed' && <p>{t('import.background')}</p>}
        </>
      )}
      {planId !== undefined && ignored.length > 0 && (
        <Alert type="warning" showIcon role="status" title={t('import.ignored', { columns: ignored.join(', ') })} />
      )}
      {isDone && <p role="status">{t('import.doneHint')}</p>}
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

interface Sending<E extends Endpoint> {
  options: Omit<Input<E>, 'fileId'> | undefined;
  columns: readonly ImportColumnChoice[] | undefined;
  onJob: (jobId: string | undefined) => void;
}

interface Sent {
  send: (file: File) => Promise<void>;
  /** Goes on with what the columns were said to be. */
  go: (titles: string[]) => Promise<void>;
  /** The columns of a file that calls them otherwise. */
  sheet: readonly SheetColumn[] | undefined;
  /** Another file. */
  again: () => void;
  percent: number | undefined;
  problem: string | undefined;
}

/** Uploads a file and has it read; what goes wrong stands in the dialog, so that the reason does not vanish with a message. */
function useSending<E extends StartEndpoint>(start: E, { options, columns, onJob }: Sending<E>): Sent {
  const t = useT('kit');
  const [language] = useLanguage();
  const [percent, setPercent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [waiting, setWaiting] = useState<{ fileId: string; sheet: readonly SheetColumn[] }>();
  const stop = useRef(new AbortController());
  const telling = async (work: () => Promise<void>): Promise<void> => {
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (error instanceof FileTooLarge) setProblem(t('import.tooLarge', { size: bytesText(error.limit, language) }));
      else if (error instanceof CallError)
        setProblem(t('import.failed', { reason: [error.msg, ...error.issues.map(({ message }) => message)].join(' ') }));
      else throw error;
    } finally {
      setPercent(undefined);
    }
  };
  const read = async (fileId: string): Promise<void> => {
    const { jobId } = await call(start, { ...options, fileId } as Input<E>, { silent: true });
    onJob(jobId);
    await invalidate(listJobs);
  };
  return {
    send: (file) =>
      telling(async () => {
        setPercent(0);
        const progress = (sent: number, total: number): void => setPercent(total > 0 ? Math.floor((sent / total) * 100) : 0);
        const { fileId } = await upload(file, 'import', progress, stop.current.signal);
        if (!columns) return read(fileId);
        const head = await call(sheetHead, { fileId }, { silent: true });
        if (isPlain(columns, head.columns)) await read(fileId);
        else setWaiting({ fileId, sheet: head.columns });
      }),
    go: (titles) =>
      telling(async () => {
        if (!waiting) return;
        await call(sheetTitles, { fileId: waiting.fileId, titles }, { silent: true });
        await read(waiting.fileId);
      }),
    sheet: waiting?.sheet,
    again: () => {
      setWaiting(undefined);
      onJob(undefined);
    },
    percent,
    problem,
  };
}

/** Every column of the file says what it is, and none is missing: there is nothing to ask. */
function isPlain(columns: readonly ImportColumnChoice[], sheet: readonly SheetColumn[]): boolean {
  const known = (choice: ImportColumnChoice): boolean => sheet.some(({ title }) => isTitle(choice, title));
  return (
    sheet.length === 0 ||
    (columns.every((choice) => !choice.required || known(choice)) &&
      sheet.every(({ title }) => title === '' || columns.some((choice) => isTitle(choice, title))))
  );
}
