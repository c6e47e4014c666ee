import type { ReactElement, ReactNode } from 'react';
import type { InputKind } from './input-props.ts';

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
