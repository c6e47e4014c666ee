import { Form } from 'antd';
import type { ReactElement } from 'react';
import { ExtraInput } from './extra-input.tsx';
import { useExtraFields } from './use-extra-fields.ts';

/** The name of an extra field among those that several people can be given at once. */
export const extraBulkName = (code: string): `extra.${string}` => `extra.${code}`;

/** The input for the new value of an extra field for several people. */
export function ExtraBulkField({ name }: { name: `extra.${string}` }): ReactElement | null {
  const code = name.slice('extra.'.length);
  const field = useExtraFields('employee').find((one) => one.code === code);
  if (!field) return null;
  return (
    <Form.Item name={['extra', code]} label={field.name} {...(field.description !== null && { extra: field.description })}>
      <ExtraInput field={field} />
    </Form.Item>
  );
}
