import type { ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { fieldOf } from '#kit/console/call/call-error.ts';
import { useRead } from '#kit/console/page/query.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import {
  departmentAdd,
  departmentChange,
  departmentDraft,
  departmentGet,
  departmentUpdate,
  type DepartmentDraft,
} from '../../common/department.contract.ts';
import { ExtraFormFields, withChangedExtras } from '../extra/extra-form-fields.tsx';
import { department } from '../subjects.ts';
import { useOwned } from '../person/field-owner.tsx';
import { departmentReadings } from './move-department.ts';

const F = fieldsOf(departmentDraft);
const E = fieldsOf(departmentChange);

interface DepartmentFormProps {
  /** The department that is changed. */
  id?: string;
  /** Where a new one goes. */
  parentId?: string;
  onClose: () => void;
}

/** A new department below another, or the fields of one. */
export function DepartmentForm({ id, parentId, onClose }: DepartmentFormProps): ReactElement | null {
  const read = useRead(departmentGet, { id: id ?? '' }, { enabled: id !== undefined });
  const owned = useOwned(read.data && { owners: read.data.owners, ownFields: [] });
  if (id === undefined) {
    return (
      <DrawerForm
        endpoint={departmentAdd}
        subject={department}
        initial={{ parentId, kind: 'department', managerIds: [], deputyIds: [] }}
        invalidates={departmentReadings}
        onClose={onClose}
      >
        <F.parentId wide>
          <DepartmentPicker />
        </F.parentId>
        <Common fields={F} owned={owned} />
        <ExtraFormFields target="department" />
      </DrawerForm>
    );
  }
  if (!read.data) return null;
  return (
    <DrawerForm
      endpoint={departmentUpdate}
      subject={department}
      initial={valuesOf(read.data)}
      target={{ id, version: read.data.version }}
      input={(values) => withChangedExtras(values, read.data.extra) as Partial<DepartmentDraft> & { id: string; version: number }}
      invalidates={departmentReadings}
      onClose={onClose}
    >
      <Common fields={E} owned={owned} />
      <ExtraFormFields target="department" stored={read.data.extra} owned={owned} />
    </DrawerForm>
  );
}

const names = ['name', 'code', 'kind', 'phone', 'email', 'address', 'costCentre', 'description', 'extra'];
const idsIn = (people: unknown): string[] => (Array.isArray(people) ? people.map((person) => String(fieldOf(person, 'id'))) : []);

function valuesOf(current: unknown): Record<string, unknown> {
  return {
    ...Object.fromEntries(names.map((name) => [name, fieldOf(current, name)])),
    managerIds: idsIn(fieldOf(current, 'managers')),
    deputyIds: idsIn(fieldOf(current, 'deputies')),
  };
}

interface CommonProps {
  fields: Omit<typeof F, 'parentId'>;
  owned: ReturnType<typeof useOwned>;
}

function Common({ fields: { name: Name, ...fields }, owned }: CommonProps): ReactElement {
  return (
    <>
      <Name as="local" {...owned('name')} />
      <fields.code {...owned('code')} />
      <fields.kind as="radio" {...owned('kind')} />
      <fields.managerIds {...owned('managerIds')}>
        <EmployeePicker multiple />
      </fields.managerIds>
      <fields.deputyIds {...owned('deputyIds')}>
        <EmployeePicker multiple />
      </fields.deputyIds>
      <fields.phone {...owned('phone')} />
      <fields.email {...owned('email')} />
      <fields.address {...owned('address')} />
      <fields.costCentre {...owned('costCentre')} />
      <fields.description {...owned('description')} />
    </>
  );
}
