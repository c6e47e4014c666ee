import type { RoleArea } from '#kit/console/roles/role-area.ts';
import { subject } from '#kit/console/page/subject.ts';
import { MemberTools } from '#kit/console/roles/member-tools.tsx';
import { roleManage } from '../common/permissions.ts';
import { resourceTree } from '../common/resource.contract.ts';
import { RoleFilters } from './components/role-filters.tsx';
import { memberFiles, rights, sysRole } from '../common/role.contract.ts';

/** The system roles, for the pages that all areas of roles share. */
export const sysArea: RoleArea = {
  contract: sysRole,
  rights,
  tree: resourceTree,
  subject: subject('system', 'sysRole'),
  page: roleManage.code.replaceAll('_', '-'),
  filters: (list) => <RoleFilters list={list} />,
  memberTools: (roleId) => <MemberTools files={memberFiles} roleId={roleId} />,
};
