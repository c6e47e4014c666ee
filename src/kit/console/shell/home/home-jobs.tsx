import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { listJobs, type JobView } from '#kit/common/jobs/job.contract.ts';
import { call } from '../../call/call.ts';
import { useT } from '../../i18n/use-t.ts';
import { useJobTitle } from '../../jobs/use-job-title.ts';
import { useLive } from '../live/live.ts';

const stuckAfter = 10 * 60_000;
const shown = 4;

/** One's own jobs that failed or do not come to an end, as a part of the inbox; nothing where all is well. */
export function JobsWaiting(): ReactElement | null {
  const t = useT('kit');
  const client = useQueryClient();
  const jobs = useQuery({
    queryKey: ['home', 'jobs'],
    queryFn: ({ signal }) => call(listJobs, { pageSize: 50 }, { signal, silent: true }),
  });
  useLive('job', () => void client.invalidateQueries({ queryKey: ['home', 'jobs'] }));
  const list = jobs.data?.list ?? [];
  const failed = list.filter((job) => job.state === 'failed');
  const stuck = list.filter(
    (job) => (job.state === 'running' || job.state === 'queued') && jobs.dataUpdatedAt - job.createdAt > stuckAfter,
  );
  if (failed.length + stuck.length === 0) return null;
  return (
    <div className="wh-inbox-group" data-tone="bad">
      <h3>
        {t('home.jobs')}{' '}
        <small>
          {[
            failed.length > 0 && t('home.jobsFailed', { count: failed.length }),
            stuck.length > 0 && t('home.jobsStuck', { count: stuck.length }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </h3>
      <ul>
        {[...stuck, ...failed].slice(0, shown).map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
    </div>
  );
}

function JobLine({ job }: { job: JobView }): ReactElement {
  return (
    <li>
      <span>
        <span>{useJobTitle(job)}</span>
        {job.error && <small>{job.error.message}</small>}
      </span>
    </li>
  );
}
