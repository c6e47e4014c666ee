import type { ComponentProps, ReactElement } from 'react';
import { ByNameDialog } from '#kit/console/roles/by-name-dialog.tsx';
import { mamRole } from '../../common/role.contract.ts';
import { mamRoleSubject } from '../subjects.ts';

const readings = [mamRole.roleEmpList, mamRole.getRoleEmpList, mamRole.list, mamRole.find];

/** Gives people an app role by name, or takes one that was given by name. */
export function RoleDialog(asked: Pick<ComponentProps<typeof ByNameDialog>, 'way' | 'people' | 'onDone' | 'onClose'>): ReactElement {
  return <ByNameDialog {...asked} contract={mamRole} subject={mamRoleSubject} without="mam_everyone" readings={readings} />;
}
