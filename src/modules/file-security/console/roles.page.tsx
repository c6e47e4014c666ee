import type { ReactElement } from 'react';
import type { RoleRow } from '#kit/common/role/role.schema.ts';
import { fieldOf } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { RoleManage } from '#kit/console/roles/role-manage.tsx';
import { FunctionCount, roleModuleArea } from '#kit/console/roles/role-module-area.tsx';
import { mdmRolePage } from '../common/permissions.ts';
import { mdmMembers, mdmRole } from '../common/role.contract.ts';
import { roleSubject } from './subjects.ts';

function Sets({ role }: { role: RoleRow }): ReactElement {
  const t = useT('file-security');
  const groups = fieldOf(role, 'groups');
  return <>{t('mdmRole.sets', { count: Array.isArray(groups) ? groups.length : 0 })}</>;
}

const area = roleModuleArea({
  contract: mdmRole,
  subject: roleSubject,
  page: mdmRolePage.code,
  everyone: 'always',
  files: [mdmMembers],
  summary: (role) => [<FunctionCount key="functions" role={role} />, <Sets key="groups" role={role} />],
});

/** Device roles: what people may do with files, and how their terminals are bound, unlocked and marked. */
export default function RolesPage(): ReactElement {
  return <RoleManage area={area} />;
}
