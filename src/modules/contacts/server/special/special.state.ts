import { z } from 'zod';
import type { Fields } from '#kit/server/change/kind.ts';
import { fieldOverride } from '../../common/special.contract.ts';
import { memberKinds, specialModes } from '../../common/words.ts';

const special = z.object({
  priority: z.number(),
  mode: z.enum(specialModes),
  fields: z.array(fieldOverride),
  deniedFunctions: z.array(z.string()),
  proxyEmpId: z.string().nullable(),
  exceptionsSee: z.object({ kind: z.enum(['general', 'fields']), fields: z.array(fieldOverride) }),
  exceptionRoleIds: z.array(z.string()),
  until: z.number().nullable(),
  belongs: z.array(z.object({ kind: z.enum(memberKinds), id: z.string() })),
});
/** What a special user rule says beyond its exceptions. */
export type Special = z.output<typeof special>;

/** The part of a role's fields that says what the rule does. */
export const specialIn = (fields: Fields | null | undefined): Partial<Special> => special.partial().parse(fields ?? {});

/** A rule that changes nothing yet. */
export const emptySpecial: Omit<Special, 'priority'> = {
  mode: 'limited',
  fields: [],
  deniedFunctions: [],
  proxyEmpId: null,
  exceptionsSee: { kind: 'general', fields: [] },
  exceptionRoleIds: [],
  until: null,
  belongs: [],
};
