import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import type { Fact } from '#kit/console/page/facts.tsx';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { robot, robotApprove, robotReject, type RobotDetail, type RobotRow } from '../../common/company/robot.contract.ts';
import { addressIn, useRobotPlace } from '../frame/robot-place.ts';
import { GroupPicker, GroupTypePicker } from './group-picker.tsx';
import { ProfileFields } from './robot-fields.tsx';
import { RobotAvatar } from './robot-avatar.tsx';
import { CopyButton, TransferButton } from './robot-dialogs.tsx';
import { StateTag } from './state-tag.tsx';
import { robotReadings } from './subjects.ts';
import './company.css';

const facts: readonly Fact<RobotDetail>[] = [
  { name: 'name', as: 'local' },
  { name: 'code', as: 'code' },
  { name: 'description', as: 'local' },
  { name: 'preset', as: 'enum' },
  { name: 'companyDeptName' },
  { name: 'ownerName' },
  { name: 'reads', as: 'enum' },
  { name: 'state', show: (row) => <StateTag row={row} /> },
  { name: 'groups', as: 'number' },
  { name: 'in24', as: 'number' },
  { name: 'out24', as: 'number' },
  { name: 'hook', as: 'code' },
  { name: 'createdAt', as: 'time' },
  { name: 'updatedAt', as: 'time' },
];

/** Robots of the company in range. */
export default function CompanyPage(): ReactElement {
  const t = useT('robots');
  const [language] = useLanguage();
  const go = useNavigate();
  const place = useRobotPlace();
  const { companyDetail } = place.frame;
  const shared = place.companyDeptId === undefined ? {} : { shared: { companyDeptId: place.companyDeptId } };
  const named = (row: Pick<RobotRow, 'name'>): string => pick(row.name, language);
  return (
    <CrudPanel
      entity={{ ...robot, ...shared }}
      columns={[
        {
          name: 'name',
          cell: (row) => (
            <span className="rb-name">
              <RobotAvatar avatar={row.avatar} /> {named(row)}
            </span>
          ),
        },
        { name: 'code', as: 'code' },
        { name: 'preset', as: 'enum', sortable: false },
        'ownerId',
        { name: 'groups', as: 'number', sortable: false },
        { name: 'in24', as: 'number', sortable: false },
        { name: 'out24', as: 'number', sortable: false },
        { name: 'failing', sortable: false, cell: ({ failing }) => `${failing} %` },
        { name: 'schedules', as: 'number', sortable: false, optional: true },
        { name: 'commands', as: 'number', sortable: false, optional: true },
        { name: 'keyChangedAt', as: 'time', sortable: false },
        { name: 'state', sortable: false, cell: (row) => <StateTag row={row} /> },
      ]}
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="state" />
          <EnumFilter list={list} name="open" />
          <EnumFilter list={list} name="preset" />
          <EnumFilter list={list} name="direction" />
          <EnumFilter list={list} name="failing" />
          <EnumFilter list={list} name="oldKey" />
          {place.companyDeptId === undefined && (
            <PickFilter list={list} name="companyDeptId">
              <DepartmentPicker />
            </PickFilter>
          )}
          <PickFilter list={list} name="ownerId">
            <EmployeePicker />
          </PickFilter>
          <PickFilter list={list} name="groupTypeId">
            <GroupTypePicker />
          </PickFilter>
          <PickFilter list={list} name="groupId">
            <GroupPicker />
          </PickFilter>
        </>
      )}
      form={(object) => <ProfileFields isNew={object === undefined} company={place.companyDeptId === undefined} />}
      rowActions={(row) => (
        <>
          <Permit code={companyDetail.code}>
            {() => (
              <Button type="text" onClick={() => void go(addressIn(place, companyDetail.route, { id: row.id }))}>
                {t('robot.openOne')}
              </Button>
            )}
          </Permit>
          <CopyButton row={row} />
          <Decide row={row} name={named(row)} />
        </>
      )}
      bulk={(selection) => <TransferButton ids={selection.ids} onDone={selection.clear} />}
      facts={facts}
    />
  );
}

/** The two answers to what a robot waits for. */
function Decide({ row, name }: { row: Pick<RobotRow, 'id' | 'open'>; name: string }): ReactElement | null {
  if (!row.open) return null;
  const shared = { input: { ids: [row.id] }, names: [name], type: 'text' as const, invalidates: robotReadings };
  return (
    <>
      <ActionButton endpoint={robotApprove} {...shared} />
      <ActionButton endpoint={robotReject} {...shared} />
    </>
  );
}
