import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';

/** Enumerations by name, in one language: the caller's unless another is asked for. Names that nobody declares are absent. */
export const enumsGet = endpoint({
  method: 'GET',
  path: 'enums',
  access: { signedIn: true },
  scope: 'none',
  input: z.object({ names: z.array(z.string().max(64)).max(200).optional(), language: z.enum(languages).optional() }),
  reply: z.record(z.string(), z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), label: z.string() }))),
  summary: 'All enumerations of the wire with their names',
});
