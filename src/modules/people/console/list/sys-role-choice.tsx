import type { ComponentType, ReactElement } from 'react';
import { personParts } from '#kit/console/person/person-parts.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';

/** A choice of one role of administrators, made once its search is here. */
export async function sysRoleChoice(): Promise<ComponentType<PickerProps>> {
  const roles = await personParts().roles?.load();
  if (!roles) throw new Error('No module has roles of administrators');
  return (props: PickerProps): ReactElement => <RolePicker {...props} search={roles.search} />;
}
