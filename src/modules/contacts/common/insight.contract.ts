import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { codeText, id, searchText, time } from '#kit/common/schema.ts';
import { contactConfigFields } from './config.contract.ts';
import { contactField } from './field.contract.ts';
import {
  authRangePage,
  belongsPage,
  contactAuth,
  contactRolePage,
  functionPage,
  generalFieldPage,
  personDetail,
  relateDeptPage,
  relateGroupPage,
  relateUserPage,
  roleUserPage,
  searchRangePage,
  specialRolePage,
  specialUserPage,
} from './permissions.ts';
import { rangeRow } from './role.contract.ts';
import { specialChange } from './special.contract.ts';
import { peopleAnswer, personAnswer, searchAnswer, terminalInput, treeAnswer, why } from './terminal.contract.ts';
import { fieldKey } from './field-key.ts';
import { contactFunctions, exactFields, memberKinds } from './words.ts';

const party = z.strictObject({ kind: z.enum(memberKinds), id: id() });

/** A change that is not saved yet, of whichever rule. */
export const ruleDraft = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('range'),
    roleId: id(),
    range: z.enum(['auth', 'search']),
    rows: z.array(rangeRow).max(50),
    sameAsAuth: z.boolean().default(false),
    exactMatch: z.array(z.enum(exactFields)).max(4).optional(),
  }),
  z.strictObject({ kind: z.literal('function'), roleId: id(), functions: z.array(z.enum(contactFunctions)).max(50) }),
  /** A role that is switched on or off, or deleted, or given to others. */
  z.strictObject({
    kind: z.literal('role'),
    roleId: id(),
    state: z.enum(['enabled', 'disabled', 'deleted']).optional(),
    membersAdd: z.array(party).max(500).optional(),
    membersRemove: z.array(party).max(500).optional(),
  }),
  z.strictObject({ kind: z.literal('field'), fields: z.array(contactField).min(1).max(120) }),
  z.strictObject({
    kind: z.literal('special'),
    roleId: id(),
    change: specialChange.omit({ roleId: true, version: true, expect: true }).optional(),
    state: z.enum(['enabled', 'disabled', 'deleted']).optional(),
    belongsAdd: z.array(party).max(500).optional(),
    belongsRemove: z.array(party).max(500).optional(),
    /** Who is an exception from then on, or no longer. */
    membersAdd: z.array(party).max(500).optional(),
    membersRemove: z.array(party).max(500).optional(),
  }),
  z.strictObject({
    kind: z.literal('whitelist'),
    add: party.optional(),
    removeId: id().optional(),
    includeHidden: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('config'), change: contactConfigFields.partial() }),
]);
/** A change that is not saved yet. */
export type RuleDraft = z.output<typeof ruleDraft>;

const some = z.object({ count: z.int(), sample: z.array(z.object({ id: z.string(), name: z.string() })) });

/** What a change would do. */
export const impactAnswer = z.object({
  /** Viewers who would see or find more people, and fewer. */
  gain: some,
  lose: some,
  /** People whom somebody would see who does not now, and the other way round. */
  moreVisible: some,
  lessVisible: some,
  /** Terminals that would have to drop people from their offline copy. */
  copies: z.int(),
  fieldsOpened: z.array(fieldKey()),
  /** What these fields are called. */
  openedNames: z.array(z.string()),
  /** Worked out from a part of the viewers. */
  estimate: z.boolean(),
});
/** What a change would do. */
export type ImpactAnswer = z.output<typeof impactAnswer>;

/** Who would see more and less after a change that is not saved yet. */
export const contactImpact = endpoint({
  method: 'POST',
  path: 'contact/impact',
  reads: true,
  access: {
    anyOf: [
      contactRolePage.code,
      relateUserPage.code,
      relateDeptPage.code,
      relateGroupPage.code,
      authRangePage.code,
      searchRangePage.code,
      functionPage.code,
      generalFieldPage.code,
      specialUserPage.code,
      specialRolePage.code,
      belongsPage.code,
      contactAuth.button.whitelist,
      contactAuth.button.config,
    ],
  },
  scope: 'employee',
  input: z.strictObject({
    draft: ruleDraft,
    /** Others that are saved together with it. */
    more: z.array(ruleDraft).max(199).default([]),
  }),
  reply: impactAnswer,
  timeout: 60_000,
  summary: 'Who would see more and less after a change that is not saved yet',
});

const previewAccess = {
  anyOf: [contactAuth.button.preview, personDetail.button.preview, roleUserPage.button.preview],
} as const satisfies { anyOf: readonly [string, ...string[]] };
const seeing = {
  asEmpId: id(),
  language: z.enum(['zh_CN', 'en_US', 'ja_JP']).optional(),
  /** A change that is not saved yet, as JSON. */
  draft: z.string().max(100_000).optional(),
};
const previewing = { access: previewAccess, scope: 'employee', audit: 'contact.preview', reads: true } as const;

/** The tree as somebody sees it. */
export const previewTree = endpoint({
  method: 'GET',
  path: 'contact/preview/tree',
  ...previewing,
  input: terminalInput.tree.extend(seeing),
  reply: treeAnswer,
  summary: 'A level of the tree as an employee sees it on a terminal',
});

/** The people of a department as somebody sees them. */
export const previewDept = endpoint({
  method: 'GET',
  path: 'contact/preview/dept',
  ...previewing,
  input: terminalInput.people.extend(seeing),
  reply: peopleAnswer,
  summary: 'The people of a department as an employee sees them on a terminal',
});

/** What somebody finds. */
export const previewSearch = endpoint({
  method: 'GET',
  path: 'contact/preview/search',
  ...previewing,
  input: terminalInput.search.extend(seeing),
  reply: searchAnswer,
  summary: 'What an employee finds on a terminal',
});

/** A card as somebody sees it, or why there is none. */
export const previewPerson = endpoint({
  method: 'GET',
  path: 'contact/preview/person',
  ...previewing,
  input: terminalInput.person.extend(seeing),
  reply: z.object({ person: personAnswer.nullable(), why, path: z.array(z.object({ step: z.int(), text: z.string() })) }),
  summary: 'A card as an employee sees it on a terminal, with the steps that decided',
});

/** One pair, decided. */
export const pairAnswer = z.object({
  viewerId: z.string(),
  viewerName: z.string(),
  targetId: z.string(),
  targetName: z.string(),
  tree: z.boolean(),
  search: z.boolean(),
  exact: z.array(z.enum(exactFields)),
  why,
  /** Every special rule that holds the target, in the order in which they are asked. */
  specials: z.array(z.object({ id: z.string(), name: z.string(), mode: z.string(), decides: z.boolean(), exempt: z.boolean() })),
  /** Every role of the viewer, with what it gives of this target. */
  roles: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      tree: z.enum(['included', 'excluded', 'outside']),
      search: z.enum(['included', 'excluded', 'outside']),
    }),
  ),
  fields: z.array(z.object({ key: fieldKey(), name: z.string(), state: z.enum(['clear', 'masked', 'hidden']) })),
  functions: z.array(z.enum(contactFunctions)),
});
/** One pair, decided. */
export type PairAnswer = z.output<typeof pairAnswer>;

/** Whether one person sees another, and by which rule. */
export const contactCheck = endpoint({
  method: 'POST',
  path: 'contact/check',
  reads: true,
  access: { anyOf: [contactAuth.button.check, personDetail.button.check] },
  scope: 'employee',
  audit: 'contact.check',
  input: z.strictObject({
    pairs: z
      .array(z.strictObject({ viewerId: id(), targetId: id() }))
      .max(200)
      .default([]),
    /** Pairs as somebody pastes them: account, employee number, mobile or e-mail, each typed whole. */
    named: z
      .array(z.strictObject({ viewer: searchText(255).min(1), target: searchText(255).min(1) }))
      .max(200)
      .default([]),
  }),
  reply: z.object({
    /** First the pairs by id, then those by name of which both are known. */
    list: z.array(pairAnswer),
    /** Words that mean nobody in the caller's range, or several, and the pair (counted from 0) in which each stands. */
    unknown: z.array(z.object({ at: z.int(), word: z.string() })),
  }),
  summary: 'Whether one person sees another in the tree, finds them, reads what of them, and by which rule',
});

/** Who may see somebody, or a field of them. */
export const contactViewers = endpoint({
  method: 'GET',
  path: 'contact/viewers',
  access: { code: contactAuth.button.check },
  scope: 'employee',
  audit: 'contact.viewers',
  reads: true,
  input: z.object({ targetId: id(), field: fieldKey().optional() }),
  reply: z.object({
    /** People in the caller's range who see or find this person, and of all how many. */
    count: z.int(),
    of: z.int(),
    byRule: z.array(z.object({ by: z.string(), ruleId: z.string().nullable(), ruleName: z.string(), count: z.int() })),
    sample: z.array(z.object({ id: z.string(), name: z.string() })),
    estimate: z.boolean(),
  }),
  timeout: 60_000,
  summary: 'How many may see this person, or this field of them, and by which rule',
});

/** What stands behind a code that a terminal showed. */
export const contactTrace = endpoint({
  method: 'GET',
  path: 'contact/trace/get',
  access: { code: contactAuth.button.check },
  scope: 'employee',
  input: z.object({ ref: codeText(32) }),
  reply: z.object({
    ref: z.string(),
    at: time(),
    viewer: z.object({ id: z.string(), name: z.string() }),
    target: z.object({ id: z.string(), name: z.string() }),
    asked: z.string(),
    why,
  }),
  summary: 'The refusal behind a code that a terminal showed, and the rule that decided',
});
