import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, time } from '#kit/common/schema.ts';
import { sourceKinds } from './source-kinds.ts';
import { runStates } from './source-run.contract.ts';
import { sourcePage as page } from './source.permissions.ts';

/** A field that a source wrote. */
const ownedField = z.object({
  field: z.string(),
  label: z.string(),
  /** From which attribute; `template` or `constant` where it is made otherwise. */
  attribute: z.string(),
  /** Always the source's, only where it was empty, or the source's first value and then whoever changes it; null where the mapping no longer has it. */
  own: z.enum(['always', 'ifEmpty', 'first']).nullable(),
});

/** What ties somebody to a source. */
const sourceTie = z.object({
  sourceId: id(),
  sourceName: z.string(),
  kind: z.enum(sourceKinds),
  enabled: z.boolean(),
  /** Whether the source itself lies in the caller's range, so that its pages open. */
  reachable: z.boolean(),
  externalId: z.string(),
  /** `missing`: gone from the source; `merged`: now somebody else here. */
  state: z.enum(['linked', 'missing', 'merged']),
  lastSeenAt: time().nullable(),
  /** The run that saw the person last; null when it is no longer kept. */
  lastRun: z.object({ id: id(), state: z.enum(runStates), startedAt: time() }).nullable(),
  /** What was received last, by attribute, as texts; without secrets, and what is masked elsewhere masked here too. */
  received: z.array(z.object({ name: z.string(), values: z.array(z.string()), masked: z.boolean() })),
  fields: z.array(ownedField),
});
export type SourceTie = z.output<typeof sourceTie>;

/** Where somebody comes from. */
export const employeeSources = endpoint({
  method: 'GET',
  path: 'muc/employee/sources',
  access: { code: page.code },
  scope: 'employee',
  input: z.object({ id: id() }),
  reply: z.object({ ties: z.array(sourceTie) }),
  summary: 'The sources an employee is tied to: what they sent last and which fields they wrote',
});
