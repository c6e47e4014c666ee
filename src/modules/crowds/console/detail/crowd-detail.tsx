import { ArrowLeftOutlined, EditOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { DetailTabs } from '#kit/console/page/detail-tabs.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { crowdExport } from '../../common/crowd-people.contract.ts';
import { crowdGet, crowdList, type CrowdDetail } from '../../common/crowd.contract.ts';
import { dynamicGroup } from '../../common/crowd.permissions.ts';
import { crowd as subject } from '../subjects.ts';
import { CrowdPageActions, EditCrowdButton } from '../crowd-actions.tsx';
import '../crowd.css';
import { memberReadings } from '../crowd-readings.ts';
import { CrowdState, useReason } from '../crowd-state.tsx';
import { EventsTab } from './events-tab.tsx';
import { CrowdHistoryTab } from './history-tab.tsx';
import { MembersTab } from './members-tab.tsx';
import { SizesTab } from './sizes-tab.tsx';
import { UsedByTab } from './used-by-tab.tsx';
import { WhyTab } from './why-tab.tsx';

interface CrowdPageProps {
  id: string;
  onEdit: () => void;
  onClose: () => void;
}

/** Milliseconds between looks at a crowd that is being computed. */
const lookEvery = 3_000;

/** One crowd: its members, who joined and left, why, and what uses it. */
export function CrowdPage({ id, onEdit, onClose }: CrowdPageProps): ReactElement {
  const t = useT('user-centre');
  const list = useCodeName(dynamicGroup.code);
  const [computing, setComputing] = useState(false);
  const { data, error, refetch } = useRead(crowdGet, { id }, { every: computing ? lookEvery : false });
  if (data && (data.state === 'computing') !== computing) setComputing(data.state === 'computing');
  useNewMembers(data);
  const actions = data && (
    <>
      <EditCrowdButton type="primary" icon={<EditOutlined aria-hidden="true" />} onClick={onEdit} />
      <CrowdPageActions crowd={data} onRemoved={onClose} />
      <ExportButton endpoint={crowdExport} input={(format) => ({ crowdId: id, format })} />
    </>
  );
  return (
    <SubjectContext value={subject}>
      <PageFrame title={data?.name ?? t('crowd')} actions={actions}>
        <Button type="link" className="cr-back" icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={onClose}>
          {list}
        </Button>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <WaitingForm lines={8} />}
        {data && <One crowd={data} />}
      </PageFrame>
    </SubjectContext>
  );
}

/** Reads members anew when a computation has changed them. */
function useNewMembers(crowd: CrowdDetail | undefined): void {
  const seen = useRef<number | null>(undefined);
  const computedAt = crowd?.computedAt;
  useEffect(() => {
    if (computedAt === undefined) return;
    if (seen.current !== undefined && seen.current !== computedAt) void invalidate(...memberReadings, crowdList);
    seen.current = computedAt;
  }, [computedAt]);
}

const facts: readonly Fact<CrowdDetail>[] = [
  { name: 'memberCount', as: 'number', always: true },
  { name: 'state', show: (row) => <CrowdState crowd={{ ...row, held: null, problem: null }} /> },
  { name: 'kind', as: 'enum' },
  { name: 'code', as: 'code' },
  { name: 'ownerDeptName' },
  { name: 'computedAt', as: 'time' },
  { name: 'nextFlipAt', as: 'time' },
  { name: 'description' },
];

function One({ crowd }: { crowd: CrowdDetail }): ReactElement {
  const t = useT('user-centre');
  const reason = useReason(crowd);
  return (
    <>
      {reason !== undefined && (
        <Alert
          className="cr-alert"
          type={crowd.state === 'error' ? 'error' : 'warning'}
          showIcon
          title={t(`crowd.alert.${crowd.state === 'error' ? 'error' : 'held'}`)}
          description={reason}
        />
      )}
      <section className="whk-panel cr-facts" aria-label={t('crowd')}>
        <Facts row={crowd} facts={facts} />
      </section>
      <DetailTabs
        tabs={[
          { key: 'members', label: t('crowd.tab.members'), children: <MembersTab crowd={crowd} /> },
          { key: 'events', label: t('crowd.tab.events'), children: <EventsTab id={crowd.id} /> },
          { key: 'sizes', label: t('crowd.tab.sizes'), children: <SizesTab sizes={crowd.sizes} /> },
          { key: 'why', label: t('crowd.tab.why'), children: <WhyTab crowd={crowd} /> },
          { key: 'usedBy', label: t('crowd.tab.usedBy'), children: <UsedByTab id={crowd.id} /> },
          { key: 'history', label: t('crowd.tab.history'), children: <CrowdHistoryTab crowd={crowd} /> },
        ]}
      />
    </>
  );
}
