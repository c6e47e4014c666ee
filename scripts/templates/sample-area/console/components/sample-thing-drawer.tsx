import { Drawer } from 'antd';
import type { ReactElement } from 'react';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/page/detail-tabs.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { sampleThingGet, type SampleThingRow } from '../../common/sample-thing.contract.ts';
import { sampleThingSubject } from '../sample-thing.subject.ts';
import { SampleThingActions } from './sample-thing-actions.tsx';

const facts: readonly Fact<SampleThingRow>[] = [
  { name: 'name' },
  { name: 'code', as: 'code' },
  { name: 'departmentName' }, // #scoped
  { name: 'description' },
  { name: 'enabled' },
  { name: 'createdAt', as: 'time' },
  { name: 'updatedAt', as: 'time' },
];

/** One of them with its history and the way to undo it. */
export function SampleThingDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('sample-area');
  const kit = useT('kit');
  const narrow = useNarrow();
  const { data, error, isPending, refetch } = useRead(sampleThingGet, { id });
  return (
    <SubjectContext value={sampleThingSubject}>
      <Drawer
        open
        size={narrow ? '100%' : 640}
        title={data?.name ?? t('sampleThing')}
        extra={data && <SampleThingActions row={data} onRemoved={onClose} />}
        onClose={onClose}
        closable={{ 'aria-label': kit('form.close') }}
      >
        {isPending && <WaitingForm />}
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {data && (
          <DetailTabs
            name="detail"
            tabs={[
              { key: 'facts', label: t('sampleThing.tab.facts'), children: <Facts row={data} facts={facts} /> },
              {
                key: 'history',
                label: t('sampleThing.tab.history'),
                children: <HistoryTab subject={sampleThingSubject} kind="sampleThing" objectId={id} />,
              },
            ]}
          />
        )}
      </Drawer>
    </SubjectContext>
  );
}
