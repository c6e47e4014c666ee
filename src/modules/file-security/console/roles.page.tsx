import type { ReactElement } from 'react';
import { roleDraft, type RoleRow } from '#kit/common/role/role.schema.ts';
import { fieldOf } from '#kit/console/call/call-error.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter } from '#kit/console/page/filters.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { MemberTools } from '#kit/console/roles/member-tools.tsx';
import type { HoldingArea } from '#kit/console/roles/role-area.ts';
import { RoleManage } from '#kit/console/roles/role-manage.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { mdmRolePage } from '../common/permissions.ts';
import { mdmMembers, mdmRole } from '../common/role.contract.ts';
import { roleSubject } from './subjects.ts';

const F = fieldsOf(roleDraft);

function OwnerField(): ReactElement {
  const t = useT('file-security');
  return (
    <F.ownerDeptId help={t('mdmRole.ownerHelp')}>
      <DepartmentPicker />
    </F.ownerDeptId>
  );
}

const isBuiltIn = (role: RoleRow): boolean => fieldOf(role, 'builtIn') === true;

function Summary({ role }: { role: RoleRow }): ReactElement {
  const t = useT('file-security');
  const [language] = useLanguage();
  const groups = fieldOf(role, 'groups');
  const people = t('mdmRole.reach', { people: numberText(role.people, language) });
  const gives = t('mdmRole.gives', { count: Number(fieldOf(role, 'functions') ?? 0) });
  const sets = t('mdmRole.sets', { count: Array.isArray(groups) ? groups.length : 0 });
  const owner = role.ownerDeptName === '' ? [] : [role.ownerDeptName];
  return <>{[people, gives, sets, ...owner].join(' · ')}</>;
}

const area: HoldingArea = {
  contract: mdmRole,
  subject: roleSubject,
  page: mdmRolePage.code.replaceAll('_', '-'),
  memberTools: (roleId) => <MemberTools files={mdmMembers} roleId={roleId} />,
  filters: (list) => (
    <>
      <EnumFilter list={list} name="enabled" />
      <PickFilter list={list} name="ownerDeptId">
        <DepartmentPicker />
      </PickFilter>
    </>
  ),
  summary: (role) => <Summary role={role} />,
  fixed: isBuiltIn,
  more: { fields: <OwnerField />, values: { ownerDeptId: null } },
};

/** Device roles: what people may do with files, and how their terminals are bound, unlocked and marked. */
export default function RolesPage(): ReactElement {
  return <RoleManage area={area} />;
}
