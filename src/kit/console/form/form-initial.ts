import { createContext } from 'react';
import type { FormValues } from './form-values.ts';

/** What the form around was opened with: a value that nobody touched is not checked again (a masked number would never pass). */
export const FormInitial = createContext<FormValues>({});
