import { Form, type FormItemProps } from 'antd';
import { cloneElement, isValidElement, useContext, type ReactElement, type ReactNode } from 'react';
import type { z } from 'zod';
import { fieldSchema, inputFacts } from '../page/filter-codec.ts';
import { useWords } from '../page/subject.ts';
import { FormInitial } from './form-initial.ts';
import { fieldValue, sameValue } from './form-values.ts';
import './form.css';
import { inputs, kindOf, type InputKind } from './inputs.tsx';
import { KeptInput } from './kept-input.tsx';
import { mistakeIn } from './issue-text.ts';

/** How one field stands in a form. */
export interface FieldProps {
  /** How it is entered; by its schema unless said. */
  as?: InputKind;
  label?: string;
  /** A line below the input: units, effects, where it is seen. */
  help?: ReactNode;
  disabled?: boolean;
  placeholder?: string;
  /** Two columns wide where the form has two. */
  wide?: boolean;
  /** What is shown of a sensitive value that the form does not know: it is kept until another is entered. */
  kept?: string | null | undefined;
  /** An input of one's own (a picker): it is given value, onChange and id. */
  children?: ReactElement;
}

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
  const facts = inputFacts(schema)[name];
  return function Field({ as, label, help, disabled, placeholder, wide, kept, children }: FieldProps) {
    const words = useWords();
    const before = useContext(FormInitial)[name];
    const kind = as ?? kindOf(facts);
    const Input = inputs[kind];
    const input = <Input name={name} facts={facts} words={words} disabled={disabled} placeholder={placeholder} />;
    const item: FormItemProps = {
      name,
      label: label ?? words.field(name),
      required: facts?.required ?? false,
      validateTrigger: 'onBlur',
      rules: [ruleOf(schema, name, before)],
      className: wide || kind === 'area' || kind === 'local' ? 'whk-wide' : 'whk-field',
      ...(help !== undefined && { extra: help }),
    };
    return (
      <Form.Item {...item}>
        {isValidElement<{ disabled?: boolean }>(children) ? (
          cloneElement(children, disabled === undefined ? {} : { disabled })
        ) : kept ? (
          <KeptInput kept={kept} label={label ?? words.field(name)}>
            {input}
          </KeptInput>
        ) : (
          input
        )}
      </Form.Item>
    );
  };
}

/** The schema of a field as a rule of the form. */
function ruleOf(schema: z.ZodObject, name: string, before: unknown): { validator: (rule: unknown, value: unknown) => Promise<void> } {
  const field = fieldSchema(schema, name);
  return {
    validator: (_rule, value) => {
      const untouched = before !== undefined && sameValue(value, before);
      const mistake = !untouched && field && mistakeIn(field, fieldValue(schema, name, value));
      return mistake === undefined || mistake === false ? Promise.resolve() : Promise.reject(new Error(mistake));
    },
  };
}
