import type { ReactElement } from 'react';
import type { z } from 'zod';
import { later } from '../shell/later.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import type { FieldProps } from './field-props.ts';

/** One field of a form, as a component. */
export type FieldComponent = (props: FieldProps) => ReactElement;
/** The fields of a schema by name; one that the schema lacks does not compile. */
export type FieldsOf<S extends z.ZodObject> = { readonly [K in Extract<keyof S['shape'], string>]: FieldComponent };

const made = new WeakMap<z.ZodObject, Record<string, FieldComponent>>();

/**
 * The fields of a schema as components: `const F = fieldsOf(employeeAdd.input)`, then `<F.name/>`. Label, required mark, length, bounds and
 * options come from the contract; what is typed is checked by the schema itself before it is sent.
 */
export function fieldsOf<S extends z.ZodObject>(schema: S): FieldsOf<S> {
  const known = made.get(schema);
  if (known) return known as FieldsOf<S>;
  const fields = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, fieldComponent(schema, name)]));
  made.set(schema, fields);
  return fields as FieldsOf<S>;
}

function fieldComponent(schema: z.ZodObject, name: string): FieldComponent {
  return function Field(props: FieldProps) {
    return <FormField schema={schema} name={name} {...props} />;
  };
}

// A page that names its fields is mostly a list: calendars and choices come with the first form that is opened.
const FormField = later('form-field', async () => (await import('./form-field.tsx')).FormField, <WaitingForm lines={1} />);
