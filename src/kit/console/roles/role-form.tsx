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
  role: RoleDetail;
  onClose: () => void;
}

/** The fields of a role; members, permissions and range have tabs of their own. */
export function RoleForm({ role, onClose }: RoleFormProps): ReactElement {
  const { contract, subject, more } = useHoldingArea();
  const read = (object: unknown): Record<string, unknown> => valuesOf(object, more ? Object.keys(more.values) : usual);
  return (
    <DrawerForm
      endpoint={contract.update}
      subject={subject}
      initial={read(role)}
      target={{ roleId: role.id, version: role.version }}
      valuesOf={read}
      invalidates={[contract.list, contract.find]}
      onClose={onClose}
    >
      <Fields fields={E} more={more?.fields} />
    </DrawerForm>
  );
}

/** The fields of a new role: what is seldom asked for is folded away. */
export function NewRoleFields(): ReactElement {
  const t = useT('kit');
  const { more } = useHoldingArea();
  return (
    <>
      <F.name />
      <F.code />
      {more?.fields}
      <details className="whk-full">
        <summary>{t('grant.more')}</summary>
        <div className="whk-role-more">
          <F.description />
          <F.expiresAt as="time" />
          {!more && <Rules fields={F} />}
        </div>
      </details>
    </>
  );
}

/** A code made of a name: its Latin letters and figures, or one that is free where it has none. */
export function codeFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, 40);
  return name.trim() === '' || plain !== '' ? plain : `role_${Date.now().toString(36).slice(-6)}`;
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
}

function Fields({ fields, more }: FieldsProps & { more: ReactNode }): ReactElement {
  return (
    <>
      <fields.name />
      <fields.code />
      <fields.description />
      <fields.expiresAt as="time" />
      {more ?? <Rules fields={fields} />}
    </>
  );
}

function Rules({ fields }: FieldsProps): ReactElement {
  const { contract } = useHoldingArea();
  const t = useT('kit');
  return (
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
  );
}
