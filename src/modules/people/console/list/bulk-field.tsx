import { Form, Input } from 'antd';
import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { ExtraBulkField } from '../extra/extra-bulk-field.tsx';
import { bulkFields, type BulkFields } from '../../common/employee-fields.ts';

const F = fieldsOf(bulkFields);

/** Fields that several people can be given at once, in the order in which they are offered. */
export const bulkNames = [
  'title',
  'primaryDepartmentId',
  'managerId',
  'jobLevel',
  'workplace',
  'costCentre',
  'employmentType',
  'hireDate',
  'expiresAt',
  'locale',
  'timeZone',
  'remark',
  'rename',
] as const satisfies readonly (keyof BulkFields)[];
export type BulkName = (typeof bulkNames)[number] | `extra.${string}`;

/** The input for the new value of one of them. */
export function BulkField({ name }: { name: BulkName }): ReactElement {
  if (isExtra(name)) return <ExtraBulkField name={name} />;
  if (name === 'rename') return <Rename />;
  if (name === 'primaryDepartmentId') {
    return (
      <F.primaryDepartmentId>
        <DepartmentPicker />
      </F.primaryDepartmentId>
    );
  }
  if (name === 'managerId') {
    return (
      <F.managerId>
        <EmployeePicker />
      </F.managerId>
    );
  }
  if (name === 'expiresAt') return <F.expiresAt as="time" />;
  const Field = F[name];
  return <Field />;
}

const isExtra = (name: BulkName): name is `extra.${string}` => name.startsWith('extra.');

/** How names change: a part that is replaced, and text put before or after them. */
function Rename(): ReactElement {
  const t = useT('user-centre');
  return (
    <div className="whk-form">
      {(['find', 'replace', 'prefix', 'suffix'] as const).map((part) => (
        <Form.Item key={part} name={['rename', part]} label={t(`people.rename.${part}`)}>
          <Input maxLength={50} />
        </Form.Item>
      ))}
    </div>
  );
}
