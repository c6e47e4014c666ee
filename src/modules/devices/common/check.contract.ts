import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, time } from '#kit/common/schema.ts';
import { formFactors } from './device-words.ts';
import { deviceManagement, deviceSafety } from './permissions.ts';

/** Steps of the one rule, by their numbers in refusals. */
export const stepNames = [
  'proof',
  'deviceState',
  'person',
  'lock',
  'rule',
  'platform',
  'address',
  'loginWhiteList',
  'binding',
  'checks',
  'gesture',
] as const;

/** One step of the rule with what was found. */
export const traceStep = z.object({
  step: z.int().min(1).max(11),
  name: z.enum(stepNames),
  result: z.enum(['pass', 'refuse', 'bind', 'wait', 'later', 'warn', 'unchecked']),
  /** A word of the catalogue that says what was found, and what fills it. */
  found: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
/** One step of the rule with what was found. */
export type TraceStep = z.output<typeof traceStep>;

/** What the rule says about a sign-in: all steps, as they were or would be taken. */
export const checkSignIn = endpoint({
  method: 'POST',
  reads: true,
  path: 'device/check',
  access: { anyOf: [deviceManagement.button.check, deviceSafety.button.check] },
  scope: 'employee',
  audit: 'device.check',
  errors: [18001],
  input: z.strictObject({
    /** Code of a refusal: what was seen then. */
    ref: z.string().max(20).optional(),
    empId: id().optional(),
    deviceId: id().optional(),
    /** A new device of this platform. */
    platform: platformNumber().optional(),
    formFactor: z.enum(formFactors).optional(),
    address: z.string().max(64).optional(),
    at: time().optional(),
  }),
  reply: z.object({
    ref: z.string().nullable(),
    at: time(),
    verdict: z.enum(['allow', 'enrol', 'bind', 'pending', 'refuse']),
    code: z.int(),
    message: z.string(),
    deciding: z.int(),
    ruleId: z.string().nullable(),
    ruleName: z.string(),
    person: z.object({ id: id(), name: z.string() }).nullable(),
    device: z.object({ id: id(), name: z.string() }).nullable(),
    address: z.string(),
    platform: z.int(),
    steps: z.array(traceStep),
    /** Steps that nothing, or not all, could be said of, because no address was given. */
    unchecked: z.array(z.enum(stepNames)),
  }),
  summary: 'Why somebody may sign in by a device, or may not',
});
