import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { codeText, count, id, ids, longText, pageOf, pageQuery, searchText, stamps, text, time, version } from '#kit/common/schema.ts';
import { deliveries, sourceKinds } from './source-kinds.ts';
import { alarmPerson, brakeRules, leaverPolicy, mappingRow, matchKeys, sourceSchedule, sourceScope } from './source-parts.ts';
import { sourcePage as page } from './source.permissions.ts';

/** `draft`: no plan was read yet; `held`: the brake waits for somebody; `failing`: two runs failed in a row. */
export const sourceStates = ['draft', 'idle', 'running', 'held', 'failing'] as const;
export type SourceState = (typeof sourceStates)[number];

/** What an administrator decides of a source, beside its kind and code. */
export const sourceFields = {
  name: text(100),
  rootDepartmentId: id(),
  delivers: z.array(z.enum(deliveries)).max(5),
  /** By kind: `sourceConfigs`. */
  config: z.record(z.string(), z.json()),
  scope: sourceScope,
  mapping: z.array(mappingRow).max(200),
  matching: z.array(z.enum(matchKeys)).max(4),
  matchEverywhere: z.boolean(),
  leaverPolicy,
  deptPolicy: z.enum(['keepEmpty', 'disable', 'deleteEmpty']),
  createDepartments: z.boolean(),
  unknownDepartment: z.enum(['root', 'reject']),
  initialPassword: z.enum(['none', 'oneTime', 'bind']),
  brake: brakeRules,
  schedule: sourceSchedule,
  applyMode: z.enum(['review', 'auto']),
  lateAfter: z.int().min(1).max(168),
  priority: z.int().min(1).max(1000),
};

/** Secrets by name: what is not named stays, an empty one is cleared. They are never answered. */
const secrets = z.record(z.string().max(50), z.string().max(10_000));

/** What an administrator enters for a new source: saved disabled. */
export const sourceDraft = z.strictObject({
  kind: z.enum(sourceKinds),
  name: sourceFields.name,
  code: codeText(64),
  rootDepartmentId: sourceFields.rootDepartmentId,
  delivers: sourceFields.delivers.default([...deliveries]),
  config: sourceFields.config,
  secrets: secrets.optional(),
  scope: sourceFields.scope.prefault({}),
  mapping: sourceFields.mapping.default([]),
  matching: sourceFields.matching.default(['employeeNo', 'account']),
  matchEverywhere: sourceFields.matchEverywhere.default(false),
  leaverPolicy: sourceFields.leaverPolicy.prefault({}),
  deptPolicy: sourceFields.deptPolicy.default('disable'),
  createDepartments: sourceFields.createDepartments.default(true),
  unknownDepartment: sourceFields.unknownDepartment.default('reject'),
  initialPassword: sourceFields.initialPassword.default('none'),
  brake: sourceFields.brake.prefault({}),
  schedule: sourceFields.schedule.prefault({}),
  applyMode: sourceFields.applyMode.default('review'),
  lateAfter: sourceFields.lateAfter.default(24),
  priority: sourceFields.priority.default(100),
});

/** Changed fields of one. Its kind and code stay. */
export const sourceChange = z.strictObject({
  id: id(),
  version: version(),
  ...z.object(sourceFields).partial().shape,
  secrets: secrets.optional(),
});

/** A source as lists show it. */
export const sourceRow = z.object({
  ...stamps,
  name: z.string(),
  code: z.string(),
  kind: z.enum(sourceKinds),
  rootDepartmentId: id(),
  rootDepartmentName: z.string(),
  enabled: z.boolean(),
  state: z.enum(sourceStates),
  /** What was linked: people and departments. */
  people: z.int(),
  departments: z.int(),
  lastRun: z.object({ id: id(), state: z.string(), at: time(), counts: z.record(z.string(), z.int()) }).nullable(),
  lastGoodAt: time().nullable(),
  nextAt: time().nullable(),
  /** A plan was read: it may be enabled. */
  planRead: z.boolean(),
  /** The vendor's real service answered at least once; null where there is no such question. */
  proven: z.boolean().nullable(),
});
export type SourceRow = z.output<typeof sourceRow>;

/** A source as a whole, without secrets and cursor. */
export const sourceDetail = sourceRow.extend({
  ...z.object(sourceFields).omit({ name: true, rootDepartmentId: true }).shape,
  alarmPeople: z.array(alarmPerson),
  /** Names of the secrets that are set. */
  secretsSet: z.array(z.string()),
  /** The plan that waits to be decided on: until then, or until its time is over, nothing is read by schedule. */
  waiting: z.object({ runId: id(), at: time(), until: time() }).nullable(),
  /** People read in each of the last 30 good runs, the oldest first. */
  read: z.array(z.object({ at: time(), people: z.int() })),
});
export type SourceDetail = z.output<typeof sourceDetail>;

/** Sources whose root is in range. */
export const sourceList = endpoint({
  method: 'GET',
  path: 'muc/source/list',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['name', 'code', 'kind', 'updatedAt', 'lastGoodAt'] as const).extend({
    name: searchText().optional(),
    kind: z.array(z.enum(sourceKinds)).max(6).optional(),
    state: z.array(z.enum(sourceStates)).max(5).optional(),
    enabled: z.boolean().optional(),
  }),
  reply: pageOf(sourceRow),
  dedupe: 'cancel-previous',
  summary: 'User sources',
});

/** One of them. */
export const sourceGet = endpoint({
  method: 'GET',
  path: 'muc/source/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: sourceDetail,
  summary: 'One source',
});

const write = { method: 'POST', scope: 'department', dryRun: true } as const;

/** A new source, disabled. */
export const sourceAdd = endpoint({
  ...write,
  path: 'muc/source/add',
  access: { code: page.button.add },
  audit: 'source.add',
  errors: [12104, 12106, 12107],
  input: sourceDraft,
  reply: z.object({ id: id() }),
  summary: 'Adds a source',
});

/** Changed fields; where its address changes, secrets that are not given again are cleared. */
export const sourceUpdate = endpoint({
  ...write,
  path: 'muc/source/update',
  access: { code: page.button.update },
  audit: 'source.update',
  errors: [12101, 12104, 12106, 12107],
  input: sourceChange,
  reply: sourceDetail,
  summary: 'Changes a source',
});

const bulk = () => z.strictObject({ ids: ids(), reason: longText(500).optional() });

/** Enables a source: it runs by its schedule from now on; 12114 before a plan was read, 10400 without an alarm person. */
export const sourceEnable = endpoint({
  ...write,
  path: 'muc/source/enable',
  access: { code: page.button.enable },
  audit: 'source.enable',
  errors: [12107, 12114],
  input: bulk(),
  reply: count(),
  summary: 'Enables sources',
});

/** It does not run by itself any more. */
export const sourceDisable = endpoint({
  ...write,
  path: 'muc/source/disable',
  access: { code: page.button.disable },
  audit: 'source.disable',
  input: bulk(),
  reply: count(),
  summary: 'Disables sources',
});

/** Its people stay and are nobody's: whoever is to leave with it does so before, by a plan of the source or by hand (12101). */
export const sourceDelete = endpoint({
  ...write,
  path: 'muc/source/delete',
  access: { code: page.button.delete },
  stepUp: true,
  audit: 'source.delete',
  errors: [12101],
  input: z.strictObject({ ids: ids(), reason: longText(500).optional(), keepPeople: z.boolean().default(true) }),
  reply: count().extend({
    /** Without `keepPeople`, and as long as anybody is tied: the plan by which they go. It is applied like others, then the source is deleted. */
    runId: id().nullable(),
    jobId: id().nullable(),
  }),
  summary: 'Deletes sources; their people stay, or leave before by a plan',
});

/** Recipients of notifications. */
export const sourceAlarmList = endpoint({
  method: 'GET',
  path: 'muc/source/alarmPeople/list',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({ list: z.array(z.object({ ...alarmPerson.shape, name: z.string() })), version: version() }),
  summary: 'Alarm people of a source',
});

/** Replaces them. */
export const sourceAlarmSave = endpoint({
  ...write,
  path: 'muc/source/alarmPeople/save',
  access: { code: page.button.alarm },
  audit: 'source.alarm',
  input: z.strictObject({ id: id(), version: version(), people: z.array(alarmPerson).max(20) }),
  reply: count(),
  summary: 'Replaces the alarm people of a source',
});
