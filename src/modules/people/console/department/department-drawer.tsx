import { Drawer, Tag } from 'antd';
import type { ReactElement } from 'react';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/page/detail-tabs.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { pick } from '#kit/common/language.ts';
import { departmentGet, type DepartmentDetail } from '../../common/department.contract.ts';
import { ExtraFacts } from '../extra/extra-facts.tsx';
import { department } from '../subjects.ts';
import { DepartmentActions } from './department-actions.tsx';
import '../people.css';
import { FieldOwner } from '../person/field-owner.tsx';
import { Uses } from './uses.tsx';

const facts: readonly Fact<DepartmentDetail>[] = [
  { name: 'fullName' },
  { name: 'code', as: 'code' },
  { name: 'kind', as: 'enum' },
  { name: 'managers' },
  { name: 'deputies' },
  { name: 'directCount' },
  { name: 'totalCount' },
  { name: 'childCount' },
  { name: 'phone' },
  { name: 'email' },
  { name: 'address' },
  { name: 'costCentre' },
  { name: 'description' },
  { name: 'sources' },
  { name: 'createdAt', as: 'time' },
  { name: 'updatedAt', as: 'time' },
];

/** What is known of a department, with the values of its extra fields. */
function DepartmentFacts({ row }: { row: DepartmentDetail }): ReactElement {
  const note = (name: string): ReactElement => <FieldOwner person={{ owners: row.owners, ownFields: [] }} name={name} />;
  return (
    <>
      <Facts row={row} facts={facts} note={note} />
      <ExtraFacts target="department" texts={row.extraTexts} note={note} />
    </>
  );
}

/** A department: facts, who leads it, and the history with its undo. */
export function DepartmentDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const narrow = useNarrow();
  const [language] = useLanguage();
  const { data, error, isPending, refetch } = useRead(departmentGet, { id });
  const name = data ? pick(data.name, language) : t('department');
  return (
    <SubjectContext value={department}>
      <Drawer
        open
        size={narrow ? '100%' : 720}
        title={
          <span className="uc-title">
            {name}
            {data && !data.enabled && <Tag variant="filled">{t('department.off')}</Tag>}
          </span>
        }
        extra={data && <DepartmentActions id={id} name={name} enabled={data.enabled} />}
        onClose={onClose}
        closable={{ 'aria-label': t('people.close') }}
      >
        {isPending && <WaitingForm lines={8} />}
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {data && (
          <DetailTabs
            name="utab"
            tabs={[
              { key: 'facts', label: t('people.tab.facts'), children: <DepartmentFacts row={data} /> },
              {
                key: 'references',
                label: t('people.tab.references', { count: data.usedBy.reduce((sum, { count }) => sum + count, 0) }),
                children: <Uses uses={data.usedBy} none={t('department.noUses')} />,
              },
              {
                key: 'history',
                label: t('people.tab.history'),
                children: <HistoryTab subject={department} kind="department" objectId={id} />,
              },
            ]}
          />
        )}
      </Drawer>
    </SubjectContext>
  );
}
