import { EditOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import type { Fact } from '#kit/console/page/facts.tsx';
import { ObjectPage } from '#kit/console/object/object-page.tsx';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
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
  return (
    <ObjectPage<CrowdDetail>
      subject={subject}
      read={{ data, error, refetch }}
      head={(crowd) => ({
        name: crowd.name,
        path: `${crowd.ownerDeptName} · ${crowd.code}`,
        state: <CrowdState crowd={{ ...crowd, held: null, problem: null }} />,
      })}
      actions={(crowd) => (
        <>
          <EditCrowdButton type="primary" icon={<EditOutlined aria-hidden="true" />} onClick={onEdit} />
          <CrowdPageActions crowd={crowd} onRemoved={onClose} />
          <ExportButton endpoint={crowdExport} input={(format) => ({ crowdId: id, format })} />
        </>
      )}
      back={{ label: list, go: onClose }}
      facts={facts}
      notice={(crowd) => <Reason crowd={crowd} />}
      tabs={(crowd) => [
        { key: 'members', label: t('crowd.tab.members'), count: crowd.memberCount, children: <MembersTab crowd={crowd} /> },
        { key: 'events', label: t('crowd.tab.events'), children: <EventsTab id={crowd.id} /> },
        { key: 'sizes', label: t('crowd.tab.sizes'), children: <SizesTab sizes={crowd.sizes} /> },
        { key: 'why', label: t('crowd.tab.why'), children: <WhyTab crowd={crowd} /> },
        { key: 'usedBy', label: t('crowd.tab.usedBy'), count: crowd.usedBy, children: <UsedByTab id={crowd.id} /> },
        { key: 'history', label: t('crowd.tab.history'), children: <CrowdHistoryTab crowd={crowd} /> },
      ]}
    />
  );
}

/** Reads members again when a computation has changed them. */
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
  { name: 'kind', as: 'enum' },
  { name: 'computedAt', as: 'time' },
  { name: 'nextFlipAt', as: 'time' },
  { name: 'description' },
];

/** Why it does not follow its rule. */
function Reason({ crowd }: { crowd: CrowdDetail }): ReactElement | null {
  const t = useT('user-centre');
  const reason = useReason(crowd);
  if (reason === undefined) return null;
  return (
    <Alert
      type={crowd.state === 'error' ? 'error' : 'warning'}
      showIcon
      title={t(`crowd.alert.${crowd.state === 'error' ? 'error' : 'held'}`)}
      description={reason}
    />
  );
}
