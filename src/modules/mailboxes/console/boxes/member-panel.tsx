import { Checkbox } from 'antd';
import type { ReactElement } from 'react';
import { platformNames, platforms, type Platform } from '#kit/common/client/platforms.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter } from '#kit/console/page/filters.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { mailMember } from '../../common/boxes/member.contract.ts';
import { EndingFilter } from './ending-filter.tsx';
import type { PartsOf } from './part.tsx';

const F = entityFields(mailMember);

/** Platforms of terminals, several. */
function Platforms({ value = [], onChange, id }: PartsOf<Platform[]>): ReactElement {
  return (
    <Checkbox.Group<Platform>
      {...(id !== undefined && { id })}
      value={value}
      options={platforms.map((one) => ({ value: one, label: platformNames[one] }))}
      onChange={(chosen) => onChange?.(platforms.filter((one) => chosen.includes(one)))}
    />
  );
}

function MemberFields({ isNew }: { isNew: boolean }): ReactElement {
  const t = useT('mailboxes');
  return (
    <>
      {isNew && (
        <>
          <F.employeeId wide help={t('member.one')} />
          <F.departmentId />
          <F.crowdId />
        </>
      )}
      <F.functions wide />
      <F.terminalTypes wide>
        <Platforms />
      </F.terminalTypes>
      <F.offlineDays help={t('member.offlineHint')} />
      <F.until help={t('member.untilHint')} />
    </>
  );
}

/** Who may use mail on terminals, and what they may do there. */
export function MemberPanel(): ReactElement {
  const t = useT('mailboxes');
  const functions = (all: readonly (typeof mailMember.fields.functions.input._zod.output)[number][]): string =>
    all.map((one) => t(`mailMember.functions.${one}`)).join(' · ');
  const terminals = (all: readonly Platform[]): string => all.map((one) => platformNames[one]).join(', ');
  return (
    <CrudPanel
      entity={mailMember}
      columns={[
        { name: 'memberName', sortable: false },
        { name: 'memberKind', as: 'enum', sortable: false },
        { name: 'people', as: 'number', sortable: false },
        { name: 'functions', sortable: false, cell: (row) => functions(row.functions) },
        { name: 'terminalTypes', sortable: false, cell: (row) => terminals(row.terminalTypes) },
        { name: 'offlineDays', as: 'number', sortable: false, optional: true },
        'until',
        { name: 'state', as: 'enum', sortable: false },
      ]}
      filters={(list) => (
        <>
          <EnumFilter list={list} name="memberKind" />
          <PickFilter list={list} name="empId">
            <EmployeePicker />
          </PickFilter>
          <EndingFilter list={list} name="endingDays" />
        </>
      )}
      form={(object) => <MemberFields isNew={object === undefined} />}
      facts={[
        { name: 'memberName' },
        { name: 'fullName' },
        { name: 'memberKind', as: 'enum' },
        { name: 'people', as: 'number', always: true },
        { name: 'functions', show: (row) => functions(row.functions) },
        { name: 'terminalTypes', show: (row) => terminals(row.terminalTypes) },
        { name: 'offlineDays', as: 'number', always: true },
        { name: 'until', as: 'time' },
        { name: 'state', as: 'enum' },
        { name: 'createdAt', as: 'time' },
      ]}
    />
  );
}
