import { Form } from 'antd';
import type { ReactElement } from 'react';
import { StoredInput } from '#kit/console/form/stored-input.tsx';
import { sameValue, type FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { extraName, type ExtraTarget } from '../../common/extra/extra-fields.ts';
import type { ExtraFormField } from '../../common/extra/extra.contract.ts';
import { ExtraInput } from './extra-input.tsx';
import { sectionsOf, useExtraFields } from './use-extra-fields.ts';

interface ExtraFormFieldsProps {
  target: ExtraTarget;
  /** What is stored, sensitive values masked; without it a new object begins with defaults. */
  stored?: Readonly<Record<string, unknown>> | undefined;
  /** How a field stands, by the name `extra.<code>`: whose it is. */
  owned?: (name: string) => { disabled?: true; help?: string };
}

/** Extra fields in the form around, in their sections; nothing where there are none. */
export function ExtraFormFields({ target, stored, owned }: ExtraFormFieldsProps): ReactElement {
  const t = useT('user-centre');
  const fields = useExtraFields(target);
  return (
    <>
      {sectionsOf(fields, ({ section }) => section).map((section) => [
        <h3 key={`section ${section.name ?? ''}`}>{section.name ?? t('employee.field.extra')}</h3>,
        ...section.fields.map((field) => (
          <Field key={field.code} field={field} stored={stored} standing={owned?.(extraName(field.code))} />
        )),
      ])}
    </>
  );
}

interface FieldProps {
  field: ExtraFormField;
  stored: ExtraFormFieldsProps['stored'];
  standing: { disabled?: true; help?: string } | undefined;
}

function Field({ field, stored, standing }: FieldProps): ReactElement {
  const t = useT('user-centre');
  const before = stored?.[field.code];
  const kept = field.sensitive && typeof before === 'string' ? before : undefined;
  const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';
  // Who was there before the field became required may stay without it.
  const writable = field.writable && !standing?.disabled;
  const asked = field.required && writable && (stored === undefined || !isMissing(before));
  const hint = standing?.help ?? (field.writable ? field.description : t('issue.extra.sourceOnly'));
  const input = <ExtraInput field={field} disabled={!writable} />;
  return (
    <Form.Item
      name={['extra', field.code]}
      label={field.name}
      required={asked}
      className={field.type === 'multiline' ? 'whk-wide' : 'whk-field'}
      validateTrigger="onBlur"
      {...(stored === undefined && field.default !== null && { initialValue: field.default })}
      {...(hint !== null && { extra: hint })}
      rules={[
        {
          validator: (_rule, value: unknown) =>
            asked && isMissing(value) ? Promise.reject(new Error(t('issue.extra.required', { name: field.name }))) : Promise.resolve(),
        },
      ]}
    >
      {kept !== undefined && writable ? (
        <StoredInput kept={kept} label={field.name}>
          {input}
        </StoredInput>
      ) : (
        input
      )}
    </Form.Item>
  );
}

/** The values of a form with those extra ones alone that differ from what is stored: a masked value must never be sent back. */
export function withChangedExtras<V extends FormValues>(values: V, stored: Readonly<Record<string, unknown>>): V {
  const { extra } = values;
  if (typeof extra !== 'object' || extra === null) return values;
  const changed = Object.entries(extra).filter(([code, value]) => value !== undefined && !sameValue(value, stored[code]));
  return { ...values, extra: Object.fromEntries(changed) };
}
