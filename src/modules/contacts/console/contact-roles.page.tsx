import type { ReactElement } from 'react';
import { roleDraft, type RoleRow } from '#kit/common/role/role.schema.ts';
import { fieldOf } from '#kit/console/call/call-error.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, PickFilter } from '#kit/console/page/filters.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { MemberTools } from '#kit/console/roles/member-tools.tsx';
import type { HoldingArea, RoleTurn } from '#kit/console/roles/role-area.ts';
import { RoleManage } from '#kit/console/roles/role-manage.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { contactRolePage } from '../common/permissions.ts';
import { contactMembers, contactRole, contactRoleExport, contactRoleReorder } from '../common/role.contract.ts';
import { membersImpact } from './components/members-impact.tsx';
import { agreedTo, RuleImpact } from './components/rule-impact.tsx';
import { roleSubject } from './subjects.ts';

const F = fieldsOf(roleDraft);

function OwnerField(): ReactElement {
  const t = useT('contacts');
  return (
    <F.ownerDeptId help={t('contactRole.ownerHelp')}>
      <DepartmentPicker />
    </F.ownerDeptId>
  );
}

const isBuiltIn = (role: RoleRow): boolean => fieldOf(role, 'builtIn') === true;
const wordOf = (role: RoleRow, field: string): string => String(fieldOf(role, field) ?? '');

function Summary({ role }: { role: RoleRow }): ReactElement {
  const t = useT('contacts');
  const [language] = useLanguage();
  const people = isBuiltIn(role) ? t('contactRole.builtInHint') : t('contactRole.reach', { people: numberText(role.people, language) });
  const sees = t('contactRole.sees', { range: wordOf(role, 'authRange') });
  const finds = t('contactRole.finds', { range: wordOf(role, 'searchRange') });
  const functions = t('contactRole.mayDo', { count: wordOf(role, 'functions') });
  const owner = role.ownerDeptName === '' ? [] : [role.ownerDeptName];
  return <>{[people, sees, finds, functions, ...owner].join(' · ')}</>;
}

const states = { enable: 'enabled', disable: 'disabled', delete: 'deleted' } as const;

const wishOf = ({ id }: RoleRow, change: RoleTurn) => ({ kind: 'role' as const, roleId: id, state: states[change] });

const area: HoldingArea = {
  contract: contactRole,
  subject: roleSubject,
  page: contactRolePage.code.replaceAll('_', '-'),
  memberTools: (roleId) => <MemberTools files={contactMembers} roleId={roleId} />,
  filters: (list) => (
    <>
      <EnumFilter list={list} name="enabled" />
      <PickFilter list={list} name="ownerDeptId">
        <DepartmentPicker />
      </PickFilter>
      <ExportButton endpoint={contactRoleExport} input={(format) => ({ format })} />
    </>
  ),
  summary: (role) => <Summary role={role} />,
  fixed: isBuiltIn,
  reorder: contactRoleReorder,
  impact: (role, change) => <RuleImpact wish={wishOf(role, change)} />,
  agreed: (role, change) => agreedTo(wishOf(role, change)),
  membersImpact: membersImpact('role'),
  more: { fields: <OwnerField />, values: { ownerDeptId: null } },
};

/** Contact roles: who sees whom, and what each gives. */
export default function ContactRolesPage(): ReactElement {
  return <RoleManage area={area} />;
}
