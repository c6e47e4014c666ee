import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import {
  audience,
  bool,
  choice,
  codeText,
  ends,
  integer,
  localText,
  moment,
  place,
  refers,
  refersToMany,
  value,
} from '#kit/common/crud/fields.ts';
import { id } from '#kit/common/schema.ts';
import * as atoms from '#kit/common/schema.ts';
import { phrasesOf, slot, target } from './fields.ts';
import { sceneConfigPage as page } from './permissions.ts';
import { mikaLimits, sceneKinds, sceneStates } from './words.ts';

const { code, route, button } = page;

/** A group of scenes, for the eyes of administrators. */
export const sceneGroup = crudContract({
  module: 'mika',
  kind: 'sceneGroup',
  path: 'mika/scene/group',
  title: { zh_CN: '场景分组', en_US: 'Scene group', ja_JP: 'シーングループ' },
  page: {
    code,
    route,
    button: { add: button.addGroup, update: button.updateGroup, delete: button.deleteGroup, reorder: button.sort },
  },
  scope: { read: 'none', write: 'site' },
  fields: { name: localText(40), order: place().column('position') },
  also: ['reorder'],
  without: ['enable', 'disable'],
  more: { row: { scenes: z.int() } },
  operations: { reorder: { path: 'mika/scene/group/sort' } },
});

/** A scene: sentences that lead to an answer, a call, a form, a widget or a person. What is published decides; what is written here is the draft. */
export const scene = crudContract({
  module: 'mika',
  kind: 'scene',
  path: 'mika/scene',
  title: { zh_CN: '场景', en_US: 'Scene', ja_JP: 'シーン' },
  page: { code, route, button: { ...button, reorder: button.sort } },
  scope: { by: 'ownerDeptId' },
  fields: {
    name: localText(60).searched(),
    code: codeText(64).unique().immutable().sorted().searched(),
    groupId: refers('sceneGroup').filtered(),
    kind: choice(sceneKinds).filtered(),
    order: place().column('position'),
    phrases: value(phrasesOf(mikaLimits.phrases)).example({}),
    negatives: value(z.array(atoms.text(mikaLimits.phrase)).max(mikaLimits.negatives))
      .default([])
      .example([]),
    slots: value(z.array(slot).max(mikaLimits.slots)).default([]).example([]),
    target: value(target).example({ kind: 'answer', text: { zh_CN: 'sample' } }),
    threshold: value(z.number().min(0.5).max(0.95)).default(0.72).example(0.72),
    /** Whether what will be done is shown first; always so where something is written. */
    confirm: bool().default(false),
    audience: audience(1000),
    /** Which of two scenes with the same sentence wins: the larger. */
    priority: integer(0, 9).default(0),
    /** To whom a scene of kind handover goes. */
    handlers: refersToMany('employee', mikaLimits.handlers).default([]),
    ownerId: refers('employee').nullable().whenLeaving('clear').filtered(),
    ownerDeptId: refers('department').filtered(),
    validFrom: moment().nullable(),
    validUntil: ends(),
  },
  also: ['copy', 'reorder', 'import', 'export'],
  sort: ['order', 'code', 'createdAt', 'updatedAt'],
  more: {
    row: {
      state: z.enum(sceneStates),
      /** What is written differs from what is published. */
      changed: z.boolean(),
      phraseCount: z.int(),
      people: z.int(),
      hits30: z.int(),
      /** Percent of the sessions that said so; null where none did. */
      helped: z.int().nullable(),
      wrong: z.int().nullable(),
    },
    detail: {
      /** What keeps it from working: unreachable interfaces, missing languages, sentences that another scene wins. */
      problems: z.array(z.object({ path: z.string(), key: z.string(), params: z.record(z.string(), z.string()) })),
    },
    filters: { state: z.enum(sceneStates).optional(), silent: z.boolean().optional() },
  },
  operations: {
    add: { errors: [17031, 17033, 17034] },
    update: { errors: [17031, 17033, 17034] },
    copy: { errors: [17031] },
    reorder: { path: 'mika/scene/sort' },
  },
});
/** A scene as lists show it. */
export type SceneRow = CrudRow<typeof scene>;
/** A scene in full. */
export type SceneDetail = CrudDetail<typeof scene>;

/** Sentences of scenes that other scenes answer as well, or nearly. */
export const sceneOverlap = endpoint({
  method: 'GET',
  path: 'mika/scene/overlap',
  access: { code },
  scope: 'department',
  input: z.object({ id: id().optional() }),
  reply: z.object({
    list: z.array(
      z.object({
        sceneId: id(),
        sceneName: z.string(),
        phrase: z.string(),
        otherId: id(),
        otherName: z.string(),
        otherPhrase: z.string(),
        score: z.number(),
      }),
    ),
  }),
  summary: 'Sentences of scenes in the range that lead to another scene too, or come near it; of one scene or of all, at most 200',
});
