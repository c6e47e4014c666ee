import { Alert, Select } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingRows } from '#kit/console/states/waiting.tsx';
import { areaDrift, areaList, configDrift } from '../../common/config.contract.ts';
import { lineSubject } from '../subjects.ts';
import { useGo } from '../use-go.ts';
import { useStarted } from '../use-started.ts';
import { DriftTable } from './drift-table.tsx';

/** What differs between an area and its file. */
export function Drift(): ReactElement {
  const t = useT('config-as-code');
  const { at, go } = useGo();
  const areas = useRead(areaList, { pageSize: 100 });
  const measured = areas.data?.list.filter(({ bundle }) => bundle !== null) ?? [];
  const chosen = measured.find(({ area }) => area === at.get('area')) ?? measured.find(({ drift }) => drift > 0) ?? measured[0];
  const checking = useStarted();
  if (areas.error) return <ErrorState error={areas.error} retry={() => void areas.refetch()} />;
  if (!areas.data) return <WaitingRows />;
  if (!chosen) return <EmptyState title={t('drift.none')} hint={t('area.noBundle')} />;
  return (
    <SubjectContext value={lineSubject}>
      <div className="cac-plan">
        <div className="cac-plan-head">
          <Select
            aria-label={t('drift.area')}
            value={chosen.area}
            popupMatchSelectWidth={false}
            options={measured.map(({ area, title, drift }) => ({ value: area, label: `${title} (${drift})` }))}
            onChange={(area: string) => go({ tab: 'drift', area })}
          />
          <ActionButton
            endpoint={configDrift}
            input={{ areas: [chosen.area] }}
            names={[chosen.title]}
            onDone={checking.start}
            disabled={checking.running}
          />
        </div>
        <Lines area={chosen.area} />
      </div>
    </SubjectContext>
  );
}

function Lines({ area }: { area: string }): ReactElement {
  const t = useT('config-as-code');
  const { data, error, refetch } = useRead(areaDrift, { area });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingRows />;
  if (data.total === 0) return <EmptyState title={t('drift.none')} hint={t('drift.noneHint')} />;
  return (
    <>
      {data.total > data.list.length && (
        <Alert type="info" showIcon title={t('drift.more', { shown: data.list.length, total: data.total })} />
      )}
      <DriftTable rows={data.list} />
    </>
  );
}
