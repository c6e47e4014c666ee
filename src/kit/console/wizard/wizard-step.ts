import type { ReactNode } from 'react';
import type { FormValues } from '../form/form-values.ts';

/** One step: its part of the address, its name, and its fields. */
export interface WizardStep {
  key: string;
  title: string;
  /** One sentence: what is asked here and why. */
  hint?: ReactNode;
  /** The fields, made by `fieldsOf`; what is wrong with them holds the step. */
  fields: ReactNode;
  /** How the review shows what was entered, where that is not the fields with their values. */
  review?: (values: FormValues) => ReactNode;
}
