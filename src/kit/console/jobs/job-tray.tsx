import { ClockCircleOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { useT } from '../i18n/use-t.ts';
import { invalidate, useRead } from '../page/query.ts';
import { later } from '../shell/later.tsx';
import { useLive } from '../shell/live/live.ts';
import { hasEnded, latestJobs } from './use-job.ts';

const JobList = later('job-list', async () => (await import('./job-list.tsx')).JobList);

/** The administrator's own long work: how much runs, and behind a click each job with its progress and result. */
export function JobTray(): ReactElement {
  const t = useT('kit');
  const [open, setOpen] = useState(false);
  const { data } = useRead(listJobs, latestJobs, { every: 60_000 });
  useLive('job', () => void invalidate(listJobs));
  const running = (data?.list ?? []).filter((job) => !hasEnded(job)).length;
  return (
    <>
      <Badge count={running} size="small" offset={[-6, 6]}>
        <Button
          type="text"
          icon={<ClockCircleOutlined aria-hidden="true" />}
          aria-label={t('jobs.open', { count: running })}
          onClick={() => setOpen(true)}
        />
      </Badge>
      {open && <JobList onClose={() => setOpen(false)} />}
    </>
  );
}
