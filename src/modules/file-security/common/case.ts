import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { id, text, time } from '#kit/common/schema.ts';
import { conditions } from './rule-fields.ts';
import { deviceForms, deviceOwnerships, fileActions, fileTypes, levels, modes, stepNames, verdicts } from './words.ts';

/** A file as it is described: one that is there by its id, or a made-up one. */
const caseFile = z.strictObject({
  fileId: id().nullable().default(null),
  name: text(255).default('file'),
  type: z.enum(fileTypes).default('document'),
  size: z.int().min(0).max(1_099_511_627_776).default(0),
  level: z.literal([...levels]).default(1),
});

/** A device as it is described. */
const caseDevice = z.strictObject({
  ownership: z.enum(deviceOwnerships).default('unknown'),
  formFactor: z.enum(deviceForms).default('phone'),
  compliant: z.boolean().default(true),
  bound: z.boolean().default(true),
  hardwareKey: z.boolean().default(false),
});

/** Who does what with which file, where and when. */
export const fileCase = z.strictObject({
  employeeId: id(),
  action: z.enum(fileActions),
  platform: platformNumber().default(2),
  /** A device that is there, or one that is described; neither: nothing is known of it. */
  deviceId: id().nullable().default(null),
  device: caseDevice.nullable().default(null),
  /** As the server would see it; empty is outside. */
  address: z.string().trim().max(64).default(''),
  /** Null: now. */
  at: time().nullable().default(null),
  file: caseFile,
  /** Recipients of a file that is sent. */
  recipientIds: z.array(id()).max(100).default([]),
  /** People outside the company are among the recipients. */
  external: z.boolean().default(false),
});
/** Who does what with which file, where and when. */
export type FileCase = z.output<typeof fileCase>;

const named = z.object({ id: z.string().nullable(), name: z.string() });

/** A step that was taken: what it looked at, and what came of it. */
const stepView = z.object({
  step: z.enum(stepNames),
  number: z.int(),
  result: z.enum(['passed', 'skipped', 'allowed', 'conditions', 'blocked']),
  /** The rule, role or entry that decided. */
  by: named.nullable(),
  /** What was found, in the reader's language. */
  text: z.string(),
});
/** A step that was taken. */
export type StepView = z.output<typeof stepView>;

/** A decision with its way. */
export const decisionView = z.object({
  verdict: z.enum(verdicts),
  step: z.enum(stepNames).nullable(),
  rule: named.nullable(),
  conditions,
  steps: z.array(stepView),
  /** Rules in observe mode that would have decided otherwise. */
  observed: z.array(named),
  /** Rules that matched as well but stand behind the one that decided. */
  later: z.array(named.extend({ mode: z.enum(modes) })),
  /** The smallest change that would let it through; empty where it is allowed. */
  nearest: z.string(),
});
/** A decision with its way. */
export type DecisionView = z.output<typeof decisionView>;
