import { z } from 'zod';
import { audienceRow } from '#kit/common/audience.ts';
import { outerNetFields } from '../../common/outer-net.contract.ts';
import { anyDevice, conditions, deviceCondition, ruleMessage, segment, timeWindow } from '../../common/rule-fields.ts';
import { effects, fileActions, fileTypes, modes, places, ruleKinds, ruleTargets, sendTargets } from '../../common/words.ts';

const ids = z.array(z.string());
const rows = z.array(audienceRow);
const types = z.array(z.enum(fileTypes));
const level = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

/** A file rule as a version keeps it. */
const ruleContent = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(ruleKinds),
  actions: z.array(z.enum(fileActions)),
  everyone: z.boolean(),
  who: rows,
  roleIds: ids,
  platforms: z.array(z.int()),
  place: z.enum(places),
  segments: z.array(segment),
  // Versions that were published before there were these hold for every device and network.
  inGroups: ids.default([]),
  notInGroups: ids.default([]),
  device: deviceCondition.default(anyDevice),
  window: timeWindow.nullable(),
  fileTypes: types,
  extensions: ids,
  sizeMin: z.number().nullable(),
  sizeMax: z.number().nullable(),
  namePattern: z.string().nullable(),
  levels: z.array(level),
  target: z.enum(ruleTargets),
  effect: z.enum(effects),
  conditions,
  mode: z.enum(modes),
  message: ruleMessage.nullable(),
  until: z.number().nullable(),
  note: z.string(),
  priority: z.int(),
  enabled: z.boolean(),
});
/** A file rule as a version keeps it. */
export type FileRuleContent = z.output<typeof ruleContent>;

const sendContent = z.object({
  id: z.string(),
  name: z.string(),
  everyone: z.boolean(),
  who: rows,
  target: z.enum(sendTargets),
  targets: rows,
  fileTypes: types,
  sizeMax: z.number().nullable(),
  effect: z.enum(['allow', 'block']),
  until: z.number().nullable(),
  priority: z.int(),
  enabled: z.boolean(),
});
/** A send permission as a version keeps it. */
export type SendContent = z.output<typeof sendContent>;

/** What holds outside, as a version keeps it. */
export type OuterContent = z.output<typeof outerNetFields>;

/** What a version consists of. */
export const ruleSetContent = z.object({ rules: z.array(ruleContent), sends: z.array(sendContent), outer: outerNetFields });
/** What a version consists of. */
export type RuleSetContent = z.output<typeof ruleSetContent>;
