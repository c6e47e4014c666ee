import { z } from 'zod';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import { choice, text, value } from '#kit/common/crud/fields.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, pageOf, pageQuery, text as line, time } from '#kit/common/schema.ts';
import { decisionView, fileCase } from './case.ts';
import { fileSecurity, mdmAuth } from './permissions.ts';
import { modes, needsWholeCompany, ruleKinds, verdicts } from './words.ts';

const page = { code: fileSecurity.code } as const;

/** A difference between the draft and the version in force. */
export const draftChange = z.object({
  kind: z.enum(['fileRule', 'sendUser', 'outerNet']),
  id: z.string(),
  name: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  by: z.string(),
  at: time().nullable(),
});

const testResult = z.object({ id: z.string(), name: z.string(), expected: z.enum(verdicts), got: z.enum(verdicts), passed: z.boolean() });

/** The draft against the version in force. */
export const draftGet = endpoint({
  method: 'GET',
  path: 'security/file/draft/get',
  access: page,
  scope: 'none',
  input: z.object({}),
  reply: z.object({
    /** The version in force. */
    published: z.object({ number: z.int(), at: time(), by: z.string(), note: z.string() }),
    changes: z.array(draftChange),
    /** Changes with every write to the draft. */
    hash: z.string(),
    tests: z.array(testResult),
    warnings: z.array(z.object({ ruleId: z.string(), name: z.string(), text: z.string() })),
    /** How much the decisions of seven days would change. */
    effect: z.object({ looked: z.int(), newlyBlocked: z.int(), newlyAllowed: z.int() }),
  }),
  summary: 'What the draft would change: differences, saved tests, warnings, and effect on the decisions of seven days',
});

/** Puts the draft in force. */
export const draftPublish = endpoint({
  method: 'POST',
  path: 'security/file/draft/publish',
  access: { code: fileSecurity.button.publish },
  scope: 'site',
  siteCode: needsWholeCompany,
  audit: 'fileRules.publish',
  stepUp: true,
  dryRun: true,
  input: z.strictObject({
    /** The version that the draft was compared with. */
    number: z.int().min(1),
    /** The draft as it was looked at. */
    hash: z.string().min(1).max(64),
    note: line(500),
    /** How many decisions of seven days would be newly blocked, as it was shown. */
    expected: z.int().min(0).optional(),
  }),
  reply: z.object({ number: z.int() }),
  errors: [18214, 18220, 18221, 18222, 18223, 18224],
  summary: 'Puts the draft in force as the next version',
});

/** Makes the draft equal to the version in force. */
export const draftDiscard = endpoint({
  method: 'POST',
  path: 'security/file/draft/discard',
  access: { code: fileSecurity.button.discard },
  scope: 'site',
  siteCode: needsWholeCompany,
  audit: 'fileDraft.discard',
  dryRun: true,
  input: z.strictObject({ hash: z.string().min(1).max(64) }),
  reply: z.object({ count: z.int() }),
  errors: [18224],
  summary: 'Gives the draft up: it is again what is in force',
});

/** Versions that were published. */
export const setList = endpoint({
  method: 'GET',
  path: 'security/file/set/list',
  access: page,
  scope: 'none',
  input: pageQuery(['number'] as const),
  reply: pageOf(
    z.object({
      id: z.string(),
      number: z.int(),
      inForce: z.boolean(),
      note: z.string(),
      publishedAt: time(),
      publishedBy: z.string(),
      rules: z.int(),
      sends: z.int(),
      /** Saved tests that passed. */
      tests: z.int(),
    }),
  ),
  summary: 'Versions of the file rules, the newest first',
});

const setRow = z.object({ id: z.string(), name: z.string(), enabled: z.boolean(), priority: z.int(), sentence: z.string() });

/** What a version holds. */
export const setGet = endpoint({
  method: 'GET',
  path: 'security/file/set/get',
  access: page,
  scope: 'none',
  input: z.object({ number: z.coerce.number().int().min(1) }),
  reply: z.object({
    number: z.int(),
    note: z.string(),
    publishedAt: time(),
    publishedBy: z.string(),
    hash: z.string(),
    rules: z.array(setRow.extend({ kind: z.enum(ruleKinds), mode: z.enum(modes) })),
    sends: z.array(setRow),
    /** Networks that count as inside, and actions that differ outside. */
    outer: z.object({ segments: z.int(), actions: z.int(), exceptions: z.int(), sendDefault: z.enum(['allow', 'block']) }),
  }),
  errors: [10404],
  summary: 'What a version of the file rules holds, each rule in a sentence',
});

/** How two versions differ. */
export const setDiff = endpoint({
  method: 'GET',
  path: 'security/file/set/diff',
  access: page,
  scope: 'none',
  input: z.object({
    from: z.coerce.number().int().min(1),
    /** The draft where it is left out. */
    to: z.coerce.number().int().min(1).optional(),
  }),
  reply: z.object({
    list: z.array(
      z.object({
        kind: z.enum(['fileRule', 'sendUser', 'outerNet']),
        id: z.string(),
        name: z.string(),
        change: z.enum(['added', 'changed', 'removed']),
        before: z.string(),
        after: z.string(),
        /** Fields that differ. */
        fields: z.array(z.string()),
      }),
    ),
  }),
  errors: [10404],
  summary: 'How two versions of the file rules differ, or a version and the draft',
});

/** Brings the content of a version into the draft. */
export const setRestore = endpoint({
  method: 'POST',
  path: 'security/file/set/restore',
  access: { code: fileSecurity.button.restore },
  scope: 'site',
  siteCode: needsWholeCompany,
  audit: 'fileRules.restore',
  dryRun: true,
  input: z.strictObject({ number: z.int().min(1) }),
  reply: z.object({ count: z.int() }),
  errors: [10404],
  summary: 'Brings the content of a past version into the draft',
});

/** Asks what would be decided. */
export const fileSimulate = endpoint({
  method: 'POST',
  path: 'security/file/simulate',
  reads: true,
  access: { anyOf: [fileSecurity.button.simulate, mdmAuth.button.simulate] },
  scope: 'employee',
  input: z.strictObject({
    case: fileCase.optional(),
    /** The code of a refusal: the case as it was then. */
    ref: z.string().trim().max(16).optional(),
    set: z.enum(['published', 'draft', 'both']).default('published'),
  }),
  reply: z.object({
    /** The case that was decided; the terminal fills it in by the code of a refusal. */
    case: fileCase,
    employeeName: z.string(),
    published: decisionView.nullable(),
    draft: decisionView.nullable(),
    /** By a code: what was decided then. */
    earlier: decisionView.nullable(),
  }),
  errors: [18231],
  summary: 'What would be decided for a person, a terminal, a place, a moment and a file, and by which rule',
});

/** A case that every version must decide as it says. */
export const fileTest = crudContract({
  module: 'file-security',
  kind: 'fileTest',
  path: 'security/file/test',
  title: { zh_CN: '规则用例', en_US: 'Saved test', ja_JP: 'ルールのテスト' },
  page: {
    ...fileSecurity,
    button: {
      add: fileSecurity.button.simulate,
      update: fileSecurity.button.simulate,
      delete: fileSecurity.button.simulate,
      enable: fileSecurity.button.simulate,
      disable: fileSecurity.button.simulate,
    },
  },
  scope: 'site',
  fields: {
    name: text(100).unique().searched(),
    testCase: value(fileCase)
      .column('test_case')
      .example({ employeeId: id().parse('01a00000-0000-7000-8000-00000000dead'), action: 'download', file: {} }),
    expected: choice(verdicts).filtered().example('block'),
  },
});

/** Decides the saved tests now. */
export const testRun = endpoint({
  method: 'POST',
  path: 'security/file/test/run',
  reads: true,
  access: { code: fileSecurity.button.simulate },
  scope: 'site',
  input: z.strictObject({ set: z.enum(['published', 'draft']).default('draft') }),
  reply: z.object({ list: z.array(testResult), failed: z.int() }),
  summary: 'What becomes of the saved tests under the draft, or the version in force',
});
