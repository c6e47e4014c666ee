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
import { messagingRolePage } from '../common/permissions.ts';
import { messagingMembers, messagingRole } from '../common/role.contract.ts';
import { roleSubject } from './subjects.ts';

const F = fieldsOf(roleDraft);

const isBuiltIn = (role: RoleRow): boolean => fieldOf(role, 'builtIn') === true;

function Summary({ role }: { role: RoleRow }): ReactElement {
  const t = useT('messaging');
  const [language] = useLanguage();
  const people = isBuiltIn(role) ? t('immRole.builtInHint') : t('immRole.reach', { people: numberText(role.people, language) });
  const functions = t('immRole.mayDo', { count: Number(fieldOf(role, 'functions') ?? 0) });
  return <>{[people, functions, ...(role.ownerDeptName === '' ? [] : [role.ownerDeptName])].join(' · ')}</>;
}

function OwnerField(): ReactElement {
  const t = useT('messaging');
  return (
    <F.ownerDeptId help={t('immRole.ownerHelp')}>
      <DepartmentPicker />
    </F.ownerDeptId>
  );
}

/** Messaging roles as their pages need them. */
export const messagingArea: HoldingArea = {
  contract: messagingRole,
  subject: roleSubject,
  page: messagingRolePage.code.replaceAll('_', '-'),
  memberTools: (roleId) => <MemberTools files={messagingMembers} roleId={roleId} />,
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

/** Messaging roles: who may do what. */
export default function MessagingRolesPage(): ReactElement {
  return <RoleManage area={messagingArea} />;
}
