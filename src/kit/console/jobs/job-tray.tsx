import { ClockCircleOutlined } from '@ant-design/icons';
import { Badge, Button, Drawer } from 'antd';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { useT } from '../i18n/use-t.ts';
import { invalidate, useRead } from '../page/query.ts';
import { useLive } from '../shell/live.ts';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { JobProgress } from './job-progress.tsx';
import { hasEnded } from './use-job.ts';

const PlanDialog = lazy(async () => ({ default: (await import('../change/plan-dialog.tsx')).PlanDialog }));

/** The administrator's own long work: how much runs, and behind a click each job with its progress and result. */
export function JobTray(): ReactElement {
  const t = useT('kit');
  const [open, setOpen] = useState(false);
  const [planId, setPlanId] = useState<string>();
  const { data, isPending, error, refetch } = useRead(listJobs, { pageSize: 20, sort: '-createdAt' }, { every: open ? 3_000 : 60_000 });
  useLive('job', () => void invalidate(listJobs));
  const jobs = data?.list ?? [];
  const running = jobs.filter((job) => !hasEnded(job)).length;
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
      <Drawer open={open} title={t('jobs.title')} size={420} onClose={() => setOpen(false)} closable={{ 'aria-label': t('form.close') }}>
        {isPending && <WaitingForm />}
        {error && jobs.length === 0 && <ErrorState error={error} retry={() => void refetch()} />}
        {!isPending && !error && jobs.length === 0 && <EmptyState title={t('jobs.title')} hint={t('jobs.none')} />}
        {jobs.map((job) => (
          <JobProgress key={job.id} job={job} onPlan={setPlanId} />
        ))}
      </Drawer>
      {planId !== undefined && (
        <Suspense fallback={null}>
          <PlanDialog planId={planId} onClose={() => setPlanId(undefined)} />
        </Suspense>
      )}
    </>
  );
}
