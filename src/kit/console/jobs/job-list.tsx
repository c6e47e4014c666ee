import { Drawer } from 'antd';
import { useState, type ReactElement } from 'react';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { useT } from '../i18n/use-t.ts';
import { useRead } from '../page/query.ts';
import { later } from '../shell/later.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { JobProgress } from './job-progress.tsx';
import { latestJobs } from './use-job.ts';

const PlanDialog = later('plan-dialog', async () => (await import('../change/plan-dialog.tsx')).PlanDialog);

/** The drawer of the job tray: each job with its progress and result. */
export function JobList({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('kit');
  const [planId, setPlanId] = useState<string>();
  const { data, isPending, error, refetch } = useRead(listJobs, latestJobs, { every: 3_000 });
  const jobs = data?.list ?? [];
  return (
    <>
      <Drawer open title={t('jobs.title')} size={420} onClose={onClose} closable={{ 'aria-label': t('form.close') }}>
        {isPending && <WaitingForm />}
        {error && jobs.length === 0 && <ErrorState error={error} retry={() => void refetch()} />}
        {!isPending && !error && jobs.length === 0 && <EmptyState title={t('jobs.title')} hint={t('jobs.none')} />}
        {jobs.map((job) => (
          <JobProgress key={job.id} job={job} onPlan={setPlanId} />
        ))}
      </Drawer>
      {planId !== undefined && <PlanDialog planId={planId} onClose={() => setPlanId(undefined)} />}
    </>
  );
}
