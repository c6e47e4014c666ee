import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import type { Reply } from '#kit/common/contract.ts';
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
  const [language] = useLanguage();
  const read = useRead(departmentGet, { id });
  const nameOf = ({ name }: DepartmentDetail): string => pick(name, language);
  return (
    <DetailDrawer<Reply<typeof departmentGet>>
      subject={department}
      read={read}
      title={nameOf}
      head={({ enabled, fullName }) => ({ path: fullName, ...(!enabled && { state: <Tag variant="filled">{t('department.off')}</Tag> }) })}
      actions={(row) => <DepartmentActions id={id} name={nameOf(row)} enabled={row.enabled} />}
      tabName="utab"
      tabs={(row) => [
        { key: 'facts', label: t('people.tab.facts'), children: <DepartmentFacts row={row} /> },
        {
          key: 'references',
          label: t('people.tab.references', { count: row.usedBy.reduce((sum, { count }) => sum + count, 0) }),
          children: <Uses uses={row.usedBy} none={t('department.noUses')} />,
        },
      ]}
      history={() => ({ kind: 'department', objectId: id })}
      onClose={onClose}
    />
  );
}
