import { createContext } from 'react';
import type { FormValues } from './form-values.ts';

/** What the stored object held with which the form around was opened; empty for a new one: a value that nobody touched is not checked again (a masked number would never pass). */
export const FormInitial = createContext<FormValues>({});
