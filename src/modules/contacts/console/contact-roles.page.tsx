import type { ReactElement } from 'react';
import type { RoleRow } from '#kit/common/role/role.schema.ts';
import { fieldOf } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import type { RoleTurn } from '#kit/console/roles/role-area.ts';
import { RoleManage } from '#kit/console/roles/role-manage.tsx';
import { FunctionCount, roleModuleArea } from '#kit/console/roles/role-module-area.tsx';
import { contactRolePage } from '../common/permissions.ts';
import { contactMembers, contactRole, contactRoleExport, contactRoleReorder } from '../common/role.contract.ts';
import { membersImpact } from './components/members-impact.tsx';
import { agreedTo, RuleImpact } from './components/rule-impact.tsx';
import { roleSubject } from './subjects.ts';

/** Whom holders see, or find, in words. */
function Range({ role, field, text }: { role: RoleRow; field: string; text: 'contactRole.sees' | 'contactRole.finds' }): ReactElement {
  const t = useT('contacts');
  return <>{t(text, { range: String(fieldOf(role, field) ?? '') })}</>;
}

const states = { enable: 'enabled', disable: 'disabled', delete: 'deleted' } as const;

const requestOf = ({ id }: RoleRow, change: RoleTurn) => ({ kind: 'role' as const, roleId: id, state: states[change] });

const area = roleModuleArea({
  contract: contactRole,
  subject: roleSubject,
  page: contactRolePage.code,
  everyone: 'else',
  files: [contactMembers],
  tools: () => <ExportButton endpoint={contactRoleExport} input={(format) => ({ format })} />,
  summary: (role) => [
    <Range key="sees" role={role} field="authRange" text="contactRole.sees" />,
    <Range key="finds" role={role} field="searchRange" text="contactRole.finds" />,
    <FunctionCount key="functions" role={role} />,
  ],
  reorder: contactRoleReorder,
  impact: (role, change) => <RuleImpact request={requestOf(role, change)} />,
  agreed: (role, change) => agreedTo(requestOf(role, change)),
  membersImpact: membersImpact('role'),
});

/** Contact roles: who sees whom, and what each gives. */
export default function ContactRolesPage(): ReactElement {
  return <RoleManage area={area} />;
}
