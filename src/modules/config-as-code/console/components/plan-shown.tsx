import { Alert, Button, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { ImpactCounts } from '#kit/console/change/impact-counts.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { queryClient } from '#kit/console/shell/query-client.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { configApply, configDiscard, configUndo, planGet, planItems, type ConfigPlanRow } from '../../common/config.contract.ts';
import { lineSubject } from '../subjects.ts';
import { useStarted } from '../use-started.ts';
import { lineColumns } from './lines.tsx';
import '#kit/console/change/change.css';

/** A plan: what it would do, line by line, and the button that does exactly that. */
export function PlanShown({ id, onOther }: { id: string; onOther: () => void }): ReactElement {
  const t = useT('config-as-code');
  const { data: plan, error, refetch } = useRead(planGet, { id });
  const list = useList(planItems, { fixed: { planId: id }, name: 'l', searchKey: 'text' });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!plan) return <WaitingForm />;
  return (
    <div className="cac-plan">
      <PlanHead plan={plan} onOther={onOther} />
      <ImpactCounts impact={plan.impact} />
      {(plan.counts.refused ?? 0) > 0 && <Alert type="warning" showIcon title={t('plan.refusedHint')} />}
      {actingIn(plan) === 0 && !plan.counts.refused && <Alert type="success" showIcon title={t('plan.nothing')} />}
      <ListPanel
        subject={lineSubject}
        list={list}
        columns={lineColumns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="action" />
          </>
        }
        empty={<EmptyState title={t('line.empty')} />}
      />
    </div>
  );
}

const actingIn = ({ counts }: ConfigPlanRow): number =>
  Object.entries(counts).reduce((sum, [action, count]) => sum + (action === 'same' || action === 'refused' ? 0 : (count ?? 0)), 0);

function PlanHead({ plan, onOther }: { plan: ConfigPlanRow; onOther: () => void }): ReactElement {
  const t = useT('config-as-code');
  const [language] = useLanguage();
  const [reason, setReason] = useState('');
  const work = useStarted();
  const words = Object.entries(plan.counts).map(
    ([action, count]) => `${t(`action.${action as 'same'}`)} ${numberText(count ?? 0, language)}`,
  );
  const reread = (): void => void queryClient.invalidateQueries();
  const why = reason.trim() === '' ? {} : { reason: reason.trim() };
  const names = [plan.bundle.name];
  return (
    <div className="cac-plan-head">
      <strong>
        {plan.bundle.name} · {t(`plan.state.${plan.state}`)} · {words.join(' · ')}
      </strong>
      <span className="whk-header-actions">
        <Button onClick={onOther}>{t('plan.other')}</Button>
        {plan.state === 'planned' && (
          <>
            <Input
              aria-label={t('plan.reason')}
              placeholder={t('plan.reason')}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
            <ActionButton endpoint={configDiscard} input={{ planId: plan.id }} names={names} onDone={onOther} />
            <ActionButton
              endpoint={configApply}
              type="primary"
              input={{ planId: plan.id, expected: plan.counts, ...why }}
              names={names}
              count={actingIn(plan)}
              confirm="ask"
              disabled={actingIn(plan) === 0 || work.running}
              onDone={(reply) => (reply.jobId === null ? reread() : work.start(reply))}
            />
          </>
        )}
        {plan.state === 'applied' && (
          <ActionButton endpoint={configUndo} input={{ planId: plan.id }} names={names} onDone={work.start} disabled={work.running} />
        )}
      </span>
    </div>
  );
}
