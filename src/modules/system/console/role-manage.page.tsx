import type { ReactElement } from 'react';
import { RoleManage } from '#kit/console/roles/role-manage.tsx';
import { sysArea } from './sys-area.tsx';

/** The system roles. */
export default function RoleManagePage(): ReactElement {
  return <RoleManage area={sysArea} />;
}
