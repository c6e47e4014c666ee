import type { ReactElement } from 'react';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import { sysRole } from '#modules/system/common/role.contract.ts';

/** One role of administrators. */
export const SysRoleChoice = (props: PickerProps): ReactElement => <RolePicker {...props} search={sysRole.search} />;
