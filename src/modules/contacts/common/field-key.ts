import { z } from 'zod';
import { fieldKeys } from './words.ts';

/** The field behind a key: one of the product's own, or an extra field of people as `extra.<code>`. */
export const fieldKey = () =>
  z.union([z.enum(fieldKeys), z.templateLiteral(['extra.', z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/)])]);
