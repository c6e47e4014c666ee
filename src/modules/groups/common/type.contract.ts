import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { audience, bool, choice, codeText, integer, localText, place, value } from '#kit/common/crud/fields.ts';
import { localText as localTextOf } from '#kit/common/language.ts';
import { id, version } from '#kit/common/schema.ts';
import { typeAppPage, typeHelperPage, typeInfoPage, typeManagePage, typeUserPage } from './permissions.ts';
import { helperKinds, helperModes, historyRules, joinModes, mentionRules, speakRules } from './words.ts';

/** An entry of the tool bar of a group. */
export const groupApp = z.strictObject({
  name: localTextOf(40).strict(),
  url: z.url({ protocol: /^https$/ }).max(500),
  platforms: z.array(platformNumber()).max(5).default([]),
  /** Members can't hide it. */
  required: z.boolean().default(false),
});
/** An entry of the tool bar of a group. */
export type GroupApp = z.output<typeof groupApp>;
/** A helper of the product in groups of a type. */
export const groupHelper = z.strictObject({
  helper: z.enum(helperKinds),
  mode: z.enum(helperModes),
  /** What it says; `{name}` is who came in. */
  text: localTextOf(500).strict(),
});
/** A helper of the product in groups of a type. */
export type GroupHelper = z.output<typeof groupHelper>;

/** A type of groups: it holds for everybody, so that only who sees everybody writes it. */
export const groupType = crudContract({
  module: 'groups',
  kind: 'groupType',
  path: 'im/groupType',
  title: { zh_CN: '群类型', en_US: 'Group type', ja_JP: 'グループ種別' },
  page: typeManagePage,
  scope: { read: 'none', write: 'site' },
  fields: {
    name: localText(50).searched(),
    code: codeText(32).unique().immutable().searched(),
    maxMembers: integer(2, 20_000).default(500),
    maxOwned: integer(1, 1000).default(100),
    joinMode: choice(joinModes).default('invite'),
    speak: choice(speakRules).default('all'),
    historyForNew: choice(historyRules).default('none'),
    mentionAllBy: choice(mentionRules).default('managers'),
    managerRecall: bool().default(true),
    watermark: bool().default(false),
    creators: audience(500),
    members: audience(500),
    apps: value(z.array(groupApp).max(20), z.array(groupApp)).default([]).example([]),
    helpers: value(z.array(groupHelper).max(10), z.array(groupHelper)).default([]).example([]),
    place: place(),
    builtIn: bool().default(false).readOnly(),
  },
  also: ['reorder', 'copy'],
  sort: ['place', 'updatedAt'],
  more: {
    row: { groups: z.int(), people: z.int() },
    detail: {
      /** Groups whose own values are narrower than the type allows, or that have more members. */
      overFull: z.int(),
    },
  },
  operations: { delete: { errors: [16025] } },
});
/** A type in a list. */
export type GroupTypeRow = CrudRow<typeof groupType>;
/** A type in full. */
export type GroupTypeDetail = CrudDetail<typeof groupType>;

const part = <const P extends string, S extends z.ZodRawShape>(path: P, code: string, shape: S, summary: string) =>
  endpoint({
    method: 'POST',
    path: `im/groupType/${path}/save`,
    access: { code },
    scope: 'site',
    audit: `groupType.${path}`,
    dryRun: true,
    input: z.strictObject({ id: id(), version: version(), ...shape }),
    reply: groupType.detail,
    summary,
  });
const read = (path: string, code: string, summary: string) =>
  endpoint({
    method: 'GET',
    path: `im/groupType/${path}/get`,
    access: { code },
    scope: 'none',
    input: z.object({ id: id() }),
    reply: groupType.detail,
    summary,
  });
const { name, maxMembers, maxOwned, joinMode, speak, historyForNew, mentionAllBy, managerRecall, watermark } = groupType.change.shape;

/** A type as its pages of settings read it. */
export const typeInfoGet = read('info', typeInfoPage.code, 'One group type');
export const typeUserGet = read('relateUser', typeUserPage.code, 'One group type with who creates and who is in its groups');
export const typeAppGet = read('app', typeAppPage.code, 'One group type with its tool bar');
export const typeHelperGet = read('helper', typeHelperPage.code, 'One group type with its helpers');
/** Names, limits, joining, speaking and history of a type. */
export const typeInfoSave = part(
  'info',
  typeInfoPage.button.save,
  { name, maxMembers, maxOwned, joinMode, speak, historyForNew, mentionAllBy, managerRecall, watermark },
  'Changes names and limits of a group type; groups with more members keep them and accept none',
);
/** Who creates groups of a type, and who may be in them. */
export const typeUserSave = part(
  'relateUser',
  typeUserPage.button.save,
  { creators: groupType.change.shape.creators, members: groupType.change.shape.members },
  'Sets who may create groups of a type and who may be a member; nobody named is everybody',
);
/** The tool bar of the groups of a type. */
export const typeAppSave = part(
  'app',
  typeAppPage.button.save,
  { apps: groupType.change.shape.apps },
  'Sets the tool bar of the groups of a type',
);
/** The helpers of the groups of a type. */
export const typeHelperSave = part(
  'helper',
  typeHelperPage.button.save,
  { helpers: groupType.change.shape.helpers },
  'Sets the helpers of a type: new groups get them, groups that are there by helper/apply; what they say changes in all that have them',
);

/** What a type is used for. */
export const typeUsage = endpoint({
  method: 'GET',
  path: 'im/groupType/usage',
  access: { code: typeManagePage.code },
  scope: 'none',
  input: z.object({ id: id() }),
  reply: z.object({
    groups: z.int(),
    people: z.int(),
    /** Groups with more members than the type allows, and those whose owners have more of them than it allows. */
    overFull: z.int(),
    overOwned: z.int(),
    /** Groups nobody wrote in for 180 days. */
    silent: z.int(),
  }),
  summary: 'Groups and members of a type, and which of its limits are narrower than what is in force',
});
