import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { audience, localText, moment, refers, text } from '#kit/common/crud/fields.ts';
import { count, id, ids, longText, time } from '#kit/common/schema.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { orientationPage as page } from './permissions.ts';

/** Days for which a test runs at most. */
export const longestDays = 180;
const dayMillis = 86_400_000;

/** What is known of a tester's terminal. */
const result = z.object({
  employeeId: id().nullable(),
  employeeName: z.string(),
  model: z.string(),
  system: z.string(),
  state: z.string(),
  installedAt: time().nullable(),
  crashedAt: time().nullable(),
  lastSeen: time(),
});

/** A directed test: a version that named people get before its release. */
export const testRelease = crudContract({
  module: 'app-tests',
  kind: 'testRelease',
  path: 'mam/test',
  title: { zh_CN: '定向测试', en_US: 'Directed test', ja_JP: '限定テスト' },
  page,
  scope: 'inside',
  fields: {
    name: text(100).searched(),
    appId: refers('app').readOnly().filtered(),
    versionId: refers('appVersion').immutable(),
    what: localText(1000).nullable(),
    testers: audience(500).example([{ kind: 'department', id: rootDepartmentId }]),
    until: moment().example(Date.now() + 30 * dayMillis),
    endedAt: moment().nullable().readOnly(),
  },
  without: ['delete', 'enable', 'disable'],
  operations: { add: { errors: [13020] } },
  more: {
    row: {
      state: z.enum(['running', 'ended']),
      platform: platformNumber().nullable(),
      buildNo: z.string(),
      /** People who are testers, terminals that took it, had it installed, crashed with it; messages about it. */
      people: z.int(),
      terminals: z.int(),
      installed: z.int(),
      crashed: z.int(),
      feedback: z.int(),
    },
    detail: { results: z.array(result) },
    filters: { running: z.stringbool().optional() },
  },
});
/** A test in the list. */
export type TestRow = CrudRow<typeof testRelease>;
/** A test with its results. */
export type TestDetail = CrudDetail<typeof testRelease>;

const write = { method: 'POST', scope: 'department' } as const;

/** Ends tests: their versions are given to nobody any more. */
export const testEnd = endpoint({
  ...write,
  path: 'mam/test/end',
  access: { code: page.button.end },
  audit: 'testRelease.end',
  dryRun: true,
  input: z.strictObject({ ids: ids(), reason: longText(500).optional() }),
  reply: count(),
  summary: 'Ends tests; testers are no longer given the version, installed ones go on working',
});
/** Writes to testers who have not installed the version yet. */
export const testRemind = endpoint({
  ...write,
  path: 'mam/test/remind',
  access: { code: page.button.remind },
  audit: 'testRelease.remind',
  input: z.strictObject({ id: id() }),
  reply: count(),
  summary: 'Mails testers who have not installed the version yet; answers how many mails are on their way',
});
/** Releases the version of a test to everybody, and ends the test. */
export const testPromote = endpoint({
  ...write,
  path: 'mam/test/promote',
  access: { code: page.button.promote },
  audit: 'testRelease.promote',
  dryRun: true,
  errors: [13020],
  input: z.strictObject({ id: id() }),
  reply: count(),
  summary: 'Puts the version of a test on shelf and ends the test',
});
/** What a tester's terminal shows of a test. */
export const testPreview = endpoint({
  method: 'GET',
  path: 'mam/test/preview',
  access: { code: page.button.preview },
  scope: 'department',
  input: z.object({ id: id(), empId: id() }),
  reply: z.object({
    included: z.boolean(),
    appName: z.string(),
    name: z.string(),
    what: z.string(),
    versionName: z.string(),
    buildNo: z.string(),
    notes: z.string(),
    size: z.int(),
  }),
  summary: 'What the terminal of a person shows of a test, and whether that person is among the testers',
});
