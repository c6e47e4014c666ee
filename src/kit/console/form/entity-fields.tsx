import type { z } from 'zod';
import type { AnyField, FieldSet } from '#kit/common/crud/field.ts';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { AudienceInput } from '../audience/audience-input.tsx';
import { pickerOf } from '../pickers/picker-of.tsx';
import type { FieldProps } from './field-props.ts';
import { fieldsOf, type FieldComponent, type FieldsOf } from './fields-of.tsx';
import { PlatformSelect } from './platform-select.tsx';

/** An entity as its form needs it. */
interface FormEntity<D extends z.ZodObject> {
  readonly draft: D;
  readonly fields: FieldSet;
}

const made = new WeakMap<z.ZodObject, Readonly<Record<string, FieldComponent>>>();

/**
 * The fields of a declared entity as components, each with the input that its type asks for: `const F = entityFields(room)`, then
 * `<F.name/><F.departmentId/>`. A field that the entity lacks does not compile.
 */
export function entityFields<D extends z.ZodObject>({ draft, fields }: FormEntity<D>): FieldsOf<D> {
  const known = made.get(draft);
  if (known) return known as FieldsOf<D>;
  const plain: Readonly<Record<string, FieldComponent>> = fieldsOf(draft);
  const all = Object.fromEntries(
    Object.entries(plain).map(([name, Plain]): [string, FieldComponent] => {
      const usual = usualProps(fields[name]);
      return [name, (props) => <Plain {...usual} {...props} />];
    }),
  );
  made.set(draft, all);
  return all as FieldsOf<D>;
}

function usualProps(field: AnyField | undefined): FieldProps {
  if (!field) return {};
  const { traits, is } = field;
  if (is.secret) return { as: 'secret' };
  if (traits.type === 'local') return { as: 'local' };
  if (traits.type === 'moment') return { as: 'time' };
  if (traits.type === 'longText') return { as: 'area' };
  if (traits.type === 'platform')
    return { children: <PlatformSelect options={platforms.map((value) => ({ value, label: platformNames[value] }))} /> };
  if (traits.type === 'audience') return { children: <AudienceInput />, wide: true };
  const picker = pickerOf(field);
  return picker ? { children: picker } : {};
}
