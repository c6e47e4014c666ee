import type { ReactElement, ReactNode } from 'react';
import { roleChange, roleDraft, type RoleDetail } from '#kit/common/role/role.schema.ts';
import { fieldOf } from '../call/call-error.ts';
import { DrawerForm } from '../form/drawer-form.tsx';
import { fieldsOf } from '../form/fields-of.tsx';
import { useT } from '../i18n/use-t.ts';
import { DepartmentPicker } from '../pickers/pickers.tsx';
import { useHoldingArea } from './role-area.ts';
import { RolePicker } from './role-picker.tsx';

const F = fieldsOf(roleDraft);
const E = fieldsOf(roleChange);

/** Fields of roles that grant something. */
const usual = ['needsFactor', 'memberDays', 'exclusiveWith', 'ownerDeptId'];

interface RoleFormProps {
  role?: RoleDetail;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** A new role, or the fields of one; members, permissions and range have tabs of their own. */
export function RoleForm({ role, onSaved, onClose }: RoleFormProps): ReactElement {
  const { contract, subject, more } = useHoldingArea();
  const read = (object: unknown): Record<string, unknown> => valuesOf(object, more ? Object.keys(more.values) : usual);
  const readings = [contract.list, contract.find];
  if (role) {
    return (
      <DrawerForm
        endpoint={contract.update}
        subject={subject}
        initial={read(role)}
        target={{ roleId: role.id, version: role.version }}
        valuesOf={read}
        invalidates={readings}
        onClose={onClose}
      >
        <Fields fields={E} more={more?.fields} />
      </DrawerForm>
    );
  }
  return (
    <DrawerForm
      endpoint={contract.save}
      subject={subject}
      initial={more?.values ?? { exclusiveWith: [] }}
      invalidates={readings}
      onSaved={({ roleId }) => onSaved(roleId)}
      onClose={onClose}
    >
      <Fields fields={F} more={more?.fields} />
    </DrawerForm>
  );
}

function valuesOf(role: unknown, more: readonly string[]): Record<string, unknown> {
  const others = fieldOf(role, 'exclusiveWith');
  return {
    ...Object.fromEntries(['name', 'code', 'description', 'expiresAt', ...more].map((name) => [name, fieldOf(role, name)])),
    ...(more.includes('exclusiveWith') && {
      exclusiveWith: Array.isArray(others) ? others.map((other) => String(fieldOf(other, 'id') ?? other)) : [],
    }),
  };
}

interface FieldsProps {
  fields: Pick<typeof F, 'name' | 'code' | 'description' | 'expiresAt' | 'needsFactor' | 'memberDays' | 'exclusiveWith' | 'ownerDeptId'>;
  more: ReactNode;
}

function Fields({ fields, more }: FieldsProps): ReactElement {
  const { contract } = useHoldingArea();
  const t = useT('kit');
  return (
    <>
      <fields.name />
      <fields.code />
      <fields.description />
      <fields.expiresAt as="time" />
      {more ?? (
        <>
          <fields.needsFactor />
          <fields.memberDays />
          <fields.exclusiveWith>
            <RolePicker search={contract.search} multiple />
          </fields.exclusiveWith>
          <fields.ownerDeptId help={t('role.ownerHelp')}>
            <DepartmentPicker />
          </fields.ownerDeptId>
        </>
      )}
    </>
  );
}
