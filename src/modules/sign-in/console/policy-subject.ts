import type { RoleArea } from '#kit/console/roles/role-area.ts';
import { subject } from '#kit/console/page/subject.ts';
import { roleManage } from '#modules/system/common/permissions.ts';
import { resourceTree } from '#modules/system/common/resource.contract.ts';
import { rights, sysRole } from '#modules/system/common/role.contract.ts';

/** The policy of signing in, for labels. */
export const policySubject = subject('sign-in', 'authenticate');

/** The system roles, for choosing among them. */
export const systemRoles: RoleArea = {
  contract: sysRole,
  rights,
  tree: resourceTree,
  subject: subject('system', 'sysRole'),
  page: roleManage.code.replaceAll('_', '-'),
};
