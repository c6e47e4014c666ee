import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { MovePlace } from '#kit/console/page/move-place.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import type { Column } from '#kit/console/table/column.ts';
import * as contract from '../common/member-limit.contract.ts';
import { memberValues } from './components/member-values.ts';
import { Hits } from './components/hits.tsx';
import { Parties } from './components/parties.tsx';
import { memberSubject } from './subjects.ts';

const MemberForm = later('member-form', async () => (await import('./components/member-form.tsx')).MemberForm, <WaitingForm lines={6} />);
const MemberFacts = later(
  'member-facts',
  async () => (await import('./components/member-facts.tsx')).MemberFacts,
  <WaitingForm lines={6} />,
);

/** Limits of one page whose people are counted. */
const mostCounted = 100;

const endpoints = {
  list: contract.memberLimitList,
  get: contract.memberLimitGet,
  add: contract.memberLimitAdd,
  update: contract.memberLimitUpdate,
  remove: contract.memberLimitRemove,
  enable: contract.memberLimitEnable,
  disable: contract.memberLimitDisable,
};

/** Who may have to do with whom, in the order in which the limits are asked. */
export default function MemberLimitsPage(): ReactElement {
  const t = useT('enterprise');
  const [language] = useLanguage();
  const list = useList(contract.memberLimitList, { searchKey: 'name' });
  const ids = list.rows.map(({ id }) => id).slice(0, mostCounted);
  const sizes = useRead(contract.memberLimitSizes, { ids }, { enabled: ids.length > 0 });
  const sizeText = (size: { from: number; to: number } | undefined): string =>
    size ? `${numberText(size.from, language)} × ${numberText(size.to, language)}` : '…';
  const columns: readonly Column<contract.MemberLimitRow, typeof memberSubject>[] = [
    { name: 'name' },
    {
      name: 'priority',
      sortable: false,
      width: 110,
      cell: (row) => <MovePlace row={row} name={row.name} place={row.priority} endpoint={contract.memberLimitReorder} />,
    },
    { name: 'from', cell: (row) => <Parties parties={row.from} /> },
    { name: 'to', cell: (row) => <Parties parties={row.to} /> },
    { name: 'effect', as: 'enum' },
    { name: 'direction', as: 'enum' },
    { name: 'actions', cell: (row) => row.actions.map((action) => t(`memberLimit.actions.${action}`)).join(' · ') },
    { name: 'exceptions', cell: (row) => row.exceptions.length, optional: true },
    { name: 'ownerDeptName', optional: true },
    {
      name: 'id',
      label: t('memberLimit.people'),
      sortable: false,
      cell: (row) => sizeText(sizes.data?.list.find(({ id }) => id === row.id)),
    },
    { name: 'hits', sortable: false, cell: (row) => <Hits hits={row.hits} /> },
    { name: 'enabled', as: 'enum' },
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  return (
    <CrudPanel
      subject={memberSubject}
      endpoints={endpoints}
      columns={columns}
      search="name"
      filters={(shown) => (
        <>
          <SearchFilter list={shown} name="name" />
          <PickFilter list={shown} name="person">
            <EmployeePicker />
          </PickFilter>
          <PickFilter list={shown} name="department">
            <DepartmentPicker />
          </PickFilter>
          <EnumFilter list={shown} name="effect" />
          <EnumFilter list={shown} name="direction" />
          <EnumFilter list={shown} name="action" />
          <EnumFilter list={shown} name="enabled" />
        </>
      )}
      form={<MemberForm />}
      valuesOf={memberValues}
      facts={(object) => <MemberFacts object={object} />}
    />
  );
}
