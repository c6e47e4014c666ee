import { Button, Progress } from 'antd';
import type { ReactElement } from 'react';
import { cancelJob, listJobs, type JobView } from '#kit/common/jobs/job.contract.ts';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { call } from '../call/call.ts';
import { download } from '../call/download.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { invalidate } from '../page/query.ts';
import { numberText, timeText } from '../table/formats.ts';
import './jobs.css';
import { useJobTitle } from './use-job-title.ts';
import { hasEnded, resultOf } from './use-job.ts';

interface JobProgressProps {
  job: JobView;
  /** Opens the plan that the job made. */
  onPlan?: (planId: string) => void;
}

/** One job: what it is, how far it is, what it ended with, and the way to stop it. */
export function JobProgress({ job, onPlan }: JobProgressProps): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const title = useJobTitle(job);
  const fileId = resultOf(job, 'fileId');
  const planId = resultOf(job, 'planId');
  // What a file said of itself may be too little.
  const total = job.total === null || job.total === 0 ? null : Math.max(job.total, job.done);
  const number = (value: number): string => numberText(value, language);
  const amount = amountOf({ state: job.state, done: job.done, total }, number, t);
  const cancel = async (): Promise<void> => {
    await call(cancelJob, { id: job.id });
    await invalidate(listJobs);
  };
  return (
    <div className="whk-job" data-state={job.state}>
      <header>
        <strong>{title}</strong>
        <span role="status">{job.cancelling && !hasEnded(job) ? t('jobs.cancelling') : t(`jobs.state.${job.state}`)}</span>
      </header>
      {/* A bar says how much is left, or only that it goes on where nobody knows. The numbers stand below it too. */}
      {!hasEnded(job) &&
        (total === null ? (
          <div className="whk-job-going" role="progressbar" aria-label={title} />
        ) : (
          <Progress aria-label={title} percent={Math.floor((job.done / total) * 100)} status="active" size="small" showInfo={false} />
        ))}
      <p>
        <time dateTime={new Date(job.createdAt).toISOString()}>{timeText(job.createdAt, language)}</time>
        {amount !== '' && ` · ${amount}`}
        {job.failed > 0 && ` · ${t('jobs.failedRows', { count: number(job.failed) })}`}
        {remaining(job, t)}
      </p>
      {job.error && <p className="whk-job-error">{job.error.message}</p>}
      <div>
        {!hasEnded(job) && (
          <Button size="small" disabled={job.cancelling} aria-label={t('jobs.cancel', { name: title })} onClick={() => void cancel()}>
            {t('jobs.stop')}
          </Button>
        )}
        {fileId !== undefined && (
          <Button
            size="small"
            aria-label={t('jobs.downloadNamed', { name: title })}
            onClick={() => void download(downloadFile, { fileId }, { fallbackName: title })}
          >
            {t('jobs.download')}
          </Button>
        )}
        {planId !== undefined && onPlan && (
          <Button size="small" aria-label={t('jobs.openPlan', { name: title })} onClick={() => onPlan(planId)}>
            {t('jobs.plan')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** How much is done: of how much, as long as that is known and matters. */
function amountOf(
  { state, done, total }: { state: JobView['state']; done: number; total: number | null },
  number: (value: number) => string,
  t: ReturnType<typeof useT<'kit'>>,
): string {
  if (done === 0 && (total === null || state === 'queued' || state === 'done')) return '';
  if (state === 'done') return t('jobs.processed', { done: number(done) });
  return total === null ? t('jobs.progressOpen', { done: number(done) }) : t('jobs.progress', { done: number(done), total: number(total) });
}

/** The time that is left at the speed so far; nothing before there is a speed. */
function remaining({ startedAt, endedAt, done, total }: JobView, t: ReturnType<typeof useT<'kit'>>): string {
  if (startedAt === null || endedAt !== null || total === null || done === 0 || done >= total) return '';
  const seconds = Math.round((((Date.now() - startedAt) / done) * (total - done)) / 1000);
  if (seconds < 2) return '';
  const time =
    seconds < 90
      ? t('jobs.seconds', { count: seconds })
      : seconds < 5400
        ? t('jobs.minutes', { count: Math.round(seconds / 60) })
        : t('jobs.hours', { count: Math.round(seconds / 3600) });
  return ` · ${t('jobs.remaining', { time })}`;
}
