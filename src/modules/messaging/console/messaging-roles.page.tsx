import type { ReactElement } from 'react';
import { RoleManage } from '#kit/console/roles/role-manage.tsx';
import { roleModuleArea } from '#kit/console/roles/role-module-area.tsx';
import { messagingRolePage } from '../common/permissions.ts';
import { messagingMembers, messagingRole } from '../common/role.contract.ts';
import { roleSubject } from './subjects.ts';

const area = roleModuleArea({
  contract: messagingRole,
  subject: roleSubject,
  page: messagingRolePage.code,
  everyone: 'else',
  files: [messagingMembers],
});

/** Messaging roles: who may do what. */
export default function MessagingRolesPage(): ReactElement {
  return <RoleManage area={area} />;
}
