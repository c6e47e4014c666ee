import type { ReactElement } from 'react';
import type { AnyField } from '#kit/common/crud/field.ts';
import type { PickerProps } from './picked.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from './pickers.tsx';

/** The picker of what a field names; undefined where the kit has none (roles of an area, objects of a module's own). */
export function pickerOf({ traits, is }: AnyField): ReactElement<PickerProps> | undefined {
  const many = is.list ? { multiple: true } : {};
  if (traits.target === 'department') return <DepartmentPicker {...many} />;
  if (traits.target === 'employee') return <EmployeePicker {...many} />;
  return traits.target === 'crowd' ? <CrowdPicker {...many} /> : undefined;
}
