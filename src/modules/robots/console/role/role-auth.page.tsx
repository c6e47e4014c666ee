import { Button, Tag } from 'antd';
import { useMemo, useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { subject, type Subject } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { RoleManage } from '#kit/console/roles/role-manage.tsx';
import { RoleMembersOf } from '#kit/console/roles/role-members.tsx';
import { roleModuleArea } from '#kit/console/roles/role-module-area.tsx';
import { later } from '#kit/console/shell/later.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import type { RoleDetail, RoleHolder } from '#kit/common/role/role.schema.ts';
import { mrmExplain, mrmMembers, mrmRole } from '../../common/role/role.contract.ts';
import { useRobotPlace } from '../frame/robot-place.ts';
import { FunctionsPanel } from './functions-panel.tsx';

const ExplainDialog = later('mrm-explain', async () => (await import('./explain-dialog.tsx')).ExplainDialog);
const roleSubject = subject('robots', 'mrmRole');
const holder: Subject = { namespace: 'kit', kind: 'member' };

/** Roles of robots: who may do what with robots, assistants, mika and to-dos; for one company those that belong to it. */
export default function RoleAuthPage(): ReactElement {
  const { frame, companyDeptId } = useRobotPlace();
  const area = useMemo(
    () => ({
      ...roleModuleArea({
        contract: mrmRole,
        subject: roleSubject,
        page: frame.roleAuth.code,
        everyone: 'always',
        files: [mrmMembers],
        ...(companyDeptId !== undefined && { more: { fields: null, values: { ownerDeptId: companyDeptId } } }),
      }),
      ...(companyDeptId !== undefined && { narrowed: { ownerDeptId: companyDeptId } }),
    }),
    [frame, companyDeptId],
  );
  return <RoleManage area={area} tabs={(role) => <RoleTabs role={role} />} />;
}

function RoleTabs({ role }: { role: RoleDetail }): ReactElement {
  const t = useT('robots');
  const { employees, departments, crowds } = role.members;
  return (
    <DetailTabs
      tabs={[
        { key: 'relate_user', label: t('mrm.tab.user'), count: employees, children: <RoleMembersOf kind="employee" /> },
        { key: 'relate_dept', label: t('mrm.tab.dept'), count: departments, children: <RoleMembersOf kind="department" /> },
        { key: 'relate_group', label: t('mrm.tab.group'), count: crowds, children: <RoleMembersOf kind="crowd" /> },
        { key: 'relate_auth', label: t('mrm.tab.auth'), children: <FunctionsPanel key={role.id} roleId={role.id} /> },
        { key: 'role_user', label: t('mrm.tab.holders'), children: <Holders /> },
      ]}
    />
  );
}

const columns: readonly Column<RoleHolder>[] = [
  { name: 'name' },
  { name: 'account' },
  { name: 'departmentName' },
  { name: 'roles', wrap: true, width: 320, cell: ({ roles }) => roles.map(({ id, name }) => <Tag key={id}>{name}</Tag>) },
];

/** People with the roles they hold beside the built-in one. */
function Holders(): ReactElement {
  const list = useList(mrmRole.roleEmpList, { inAddress: false });
  const { name, granted } = useActionName(mrmExplain);
  const [asked, setAsked] = useState<{ id: string; name: string }>();
  return (
    <>
      <ListPanel
        subject={holder}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="way" />
            <PickFilter list={list} name="deptId">
              <DepartmentPicker />
            </PickFilter>
          </>
        }
        {...(granted && {
          rowActions: (row: RoleHolder) => (
            <Button type="text" size="small" onClick={() => setAsked({ id: row.id, name: row.name })}>
              {name}
            </Button>
          ),
        })}
      />
      {asked && <ExplainDialog person={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
