import { Alert, Button, Input, Space } from 'antd';
import { useState, type ReactElement } from 'react';
import { applyPlan, discardPlan, getPlan, listPlanItems, releasePlan, type PlanView } from '#kit/common/change/plan.contract.ts';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { OffButton } from '../action/off-button.tsx';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { textIfAny } from '../i18n/i18n.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { useJob } from '../jobs/use-job.ts';
import { invalidate, useRead } from '../page/query.ts';
import type { Subject } from '../page/subject.ts';
import { queryClient } from '../shell/query-client.ts';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { numberText, timeText } from '../table/formats.ts';
import '../form/form.css';
import './change.css';
import { ImpactCounts } from './impact-counts.tsx';
import { UndoButton } from './use-undo.tsx';
import { PlanGrid } from './plan-grid.tsx';

/** A plan: what it would do and to whom, what holds it, and the button that applies it. */
export function PlanBody({ planId, onDone }: { planId: string; onDone?: () => void }): ReactElement {
  const { data: plan, error, isPending, refetch } = useRead(getPlan, { id: planId });
  const [jobId, setJobId] = useState<string>();
  // One that is being applied already was begun by somebody else, or by a change of many at once.
  const running = jobId ?? (plan?.state === 'applying' ? plan.jobId : null) ?? undefined;
  const job = useJob(running, () => void queryClient.invalidateQueries());
  if (isPending) return <WaitingForm />;
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!plan) return <WaitingForm />;
  const subject: Subject = { namespace: plan.module, kind: plan.kind };
  return (
    <div className="whk-plan">
      <strong>{textIfAny(plan.title.namespace, plan.title.key, plan.title.params) ?? plan.kind}</strong>
      <ImpactCounts impact={plan.impact} />
      {plan.state === 'held' && <Held plan={plan} />}
      {job && <JobProgress job={job} />}
      <Outcome plan={plan} />
      <PlanGrid key={plan.state} plan={plan} subject={subject} />
      <PlanFoot plan={plan} running={running !== undefined && job?.state !== 'failed'} onStart={setJobId} {...(onDone && { onDone })} />
    </div>
  );
}

function Outcome({ plan }: { plan: PlanView }): ReactElement | null {
  const t = useT('kit');
  const [language] = useLanguage();
  const { refused = 0, stale = 0, ...done } = plan.outcome;
  const applied = Object.values(done).reduce((sum, count) => sum + (count ?? 0), 0);
  if (applied + refused + stale === 0) return null;
  const number = (count: number): string => numberText(count, language);
  // What did not happen is not told.
  const parts = [
    t('plan.applied', { count: number(applied) }),
    ...(refused > 0 ? [t('plan.refusedCount', { count: number(refused) })] : []),
    ...(stale > 0 ? [t('plan.staleCount', { count: number(stale) })] : []),
  ];
  return (
    <Alert
      type={refused + stale > 0 ? 'warning' : 'success'}
      showIcon
      role="status"
      title={parts.join(' · ')}
      {...(plan.state === 'applied' && plan.batchId !== null && applied > 0 && { action: <UndoButton batchId={plan.batchId} /> })}
    />
  );
}

/** Why a plan is held, and the way to let it run all the same. */
function Held({ plan }: { plan: PlanView }): ReactElement {
  const t = useT('kit');
  const [reason, setReason] = useState('');
  const release = async (): Promise<void> => {
    await quietly(async () => {
      await call(releasePlan, { id: plan.id, reason: reason.trim() });
      await invalidate(getPlan);
    });
  };
  return (
    <Alert
      type="warning"
      showIcon
      title={t('plan.held')}
      description={
        <>
          <p>{t('plan.heldText', { reason: plan.brake?.message ?? '' })}</p>
          <Space.Compact>
            <Input
              aria-label={t('plan.reason')}
              placeholder={t('plan.reasonNeeded')}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
            <OffButton danger off={reason.trim() === '' && 'reason'} onClick={() => void release()}>
              {t('plan.release')}
            </OffButton>
          </Space.Compact>
        </>
      }
    />
  );
}

interface FootProps {
  plan: PlanView;
  running: boolean;
  onStart: (jobId: string) => void;
  onDone?: () => void;
}

function PlanFoot({ plan, running, onStart, onDone }: FootProps): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const changes = Object.entries(plan.counts).reduce(
    (sum, [name, count]) => sum + (name === 'same' || name === 'refused' ? 0 : (count ?? 0)),
    0,
  );
  const apply = (): Promise<void> =>
    quietly(async () => {
      const { jobId } = await call(applyPlan, { id: plan.id, expected: plan.counts });
      onStart(jobId);
      await invalidate(listJobs, getPlan);
    });
  const discard = (): Promise<void> =>
    quietly(async () => {
      await call(discardPlan, { id: plan.id });
      await invalidate(getPlan, listPlanItems);
      onDone?.();
    });
  const open = plan.state === 'planned' || plan.state === 'held';
  return (
    <div className="whk-form-foot">
      {open && <span>{t('plan.expires', { time: timeText(plan.expiresAt, language) })}</span>}
      {open && <Button onClick={() => void discard()}>{t('plan.discard')}</Button>}
      {plan.state === 'planned' && (
        <Button type="primary" disabled={changes === 0} loading={running} onClick={() => void apply()}>
          {changes === 0 ? t('plan.nothing') : t('plan.apply', { count: numberText(changes, language) })}
        </Button>
      )}
      {plan.state === 'applied' && onDone && (
        <Button type="primary" onClick={onDone}>
          {t('form.close')}
        </Button>
      )}
    </div>
  );
}

/** Runs what may be refused: the error catalogue has said why, also that it waits for approval. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}
