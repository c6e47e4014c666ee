import type { FieldFacts } from '#kit/common/field-facts.ts';
import type { Words } from '../page/subject.ts';

/** How a field is entered; guessed from the schema unless said. */
export type InputKind =
  | 'text'
  | 'area'
  | 'number'
  | 'switch'
  | 'select'
  | 'radio'
  | 'checks'
  | 'day'
  | 'time'
  | 'clock'
  | 'secret'
  | 'local'
  | 'phone'
  | 'tags';

/** What the form gives to an input, and what the schema says of its field. */
export interface InputProps {
  name: string;
  facts: FieldFacts | undefined;
  words: Words;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  /** From the form. */
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  /** Left: what stands in it is checked. */
  onBlur?: () => void;
}
