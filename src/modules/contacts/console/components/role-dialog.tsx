import type { ComponentProps, ReactElement } from 'react';
import { ByNameDialog } from '#kit/console/roles/by-name-dialog.tsx';
import { contactRole } from '../../common/role.contract.ts';
import { contactRoleUserCounts, contactRoleUsers } from '../../common/role-user.contract.ts';
import { roleSubject } from '../subjects.ts';

/** What may be old after somebody got or lost a role. */
export const holderReadings = [contactRoleUsers, contactRoleUserCounts, contactRole.getRoleEmpList, contactRole.list, contactRole.find];

/** Gives people a contact role by name, or takes one that was given by name. */
export function RoleDialog(asked: Pick<ComponentProps<typeof ByNameDialog>, 'way' | 'people' | 'onDone' | 'onClose'>): ReactElement {
  return <ByNameDialog {...asked} contract={contactRole} subject={roleSubject} without="contact_everyone" readings={holderReadings} />;
}
