import { Form, type FormItemProps } from 'antd';
import { cloneElement, isValidElement, useContext, type ReactElement } from 'react';
import type { z } from 'zod';
import { inputFacts } from '../page/filter-codec.ts';
import { useWords } from '../page/subject.ts';
import { fieldMistake } from './field-mistake.ts';
import type { FieldProps } from './field-props.ts';
import { FormInitial } from './form-initial.ts';
import { sameValue } from './form-values.ts';
import './form.css';
import { inputs, kindOf } from './inputs.tsx';
import { StoredInput } from './stored-input.tsx';

/** One field of a schema in a form: its input, label, bounds and the check of what is typed. */
export function FormField(props: FieldProps & { schema: z.ZodObject; name: string }): ReactElement {
  const { schema, name, as, label, help, disabled, placeholder, wide, kept, children } = props;
  const facts = inputFacts(schema)[name];
  const words = useWords();
  const before = useContext(FormInitial)[name];
  const kind = as ?? kindOf(facts);
  const Input = inputs[kind];
  const input = <Input name={name} facts={facts} words={words} disabled={disabled} placeholder={placeholder} />;
  const item: FormItemProps = {
    name,
    label: label ?? words.field(name),
    // A switch always says something: a star beside it would ask for nothing.
    required: (facts?.required ?? false) && kind !== 'switch',
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
        <StoredInput kept={kept} label={label ?? words.field(name)} disabled={disabled ?? false}>
          {input}
        </StoredInput>
      ) : (
        input
      )}
    </Form.Item>
  );
}

/** The validator and the schema of a field as a rule of the form. */
function ruleOf(schema: z.ZodObject, name: string, before: unknown): { validator: (rule: unknown, value: unknown) => Promise<void> } {
  return {
    validator: (_rule, value) => {
      const untouched = before !== undefined && sameValue(value, before);
      const mistake = untouched ? undefined : fieldMistake(schema, name, value);
      return mistake === undefined ? Promise.resolve() : Promise.reject(new Error(mistake));
    },
  };
}
