import { z } from 'zod';
import { id, searchText, time } from '#kit/common/schema.ts';
import { mostPictures, pictureMark } from '#modules/people/common/picture.contract.ts';
import { fieldKey } from './field-key.ts';
import { contactFunctions, deciders, fieldActions, places, searchWays } from './words.ts';

/** Which rule decided, and at which step of the one rule; only the console is told. */
export const why = z.object({
  step: z.int(),
  by: z.enum(deciders),
  ruleId: z.string().nullable(),
  ruleName: z.string(),
});
/** Which rule decided. */
export type Why = z.output<typeof why>;

/** A field of somebody as a viewer reads it; what may not be read is absent. */
export const shownField = z.object({
  key: fieldKey(),
  label: z.string(),
  value: z.string(),
  masked: z.boolean(),
  reveal: z.boolean(),
  copyable: z.boolean(),
  action: z.enum(fieldActions),
});
/** A field of somebody as a viewer reads it. */
export type ShownField = z.output<typeof shownField>;

/** A person in a list. */
export const personRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Which picture there is: one that is known is not fetched again. */
  avatar: pictureMark,
  enabled: z.boolean(),
  /** Departments in which the viewer sees the person. */
  departments: z.array(z.object({ id: z.string(), name: z.string() })),
  fields: z.array(shownField),
  why: why.optional(),
});
/** A person in a list. */
export type PersonRow = z.output<typeof personRow>;

/** A department in the tree. */
export const departmentNode = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  /** It only leads to others: its own people are not seen. */
  nameOnly: z.boolean(),
  hasChildren: z.boolean(),
  count: z.int().nullable(),
});

/** A level of the tree. */
export const treeAnswer = z.object({ nodes: z.array(departmentNode) });
export type TreeAnswer = z.output<typeof treeAnswer>;

/** A page of the people of a department. */
export const peopleAnswer = z.object({ list: z.array(personRow), next: z.string().nullable() });
export type PeopleAnswer = z.output<typeof peopleAnswer>;

/** What a search finds. */
export const searchAnswer = z.object({
  list: z.array(
    personRow.extend({
      /** The field that matched; null: the name. */
      matched: fieldKey().nullable(),
      /** Found only because a value was typed whole. */
      exact: z.boolean(),
    }),
  ),
  next: z.string().nullable(),
});
export type SearchAnswer = z.output<typeof searchAnswer>;

/** A person's card. */
export const personAnswer = personRow.extend({
  /** The picture itself, as a data address; null where there is none. */
  avatar: z.string().nullable(),
  functions: z.array(z.enum(contactFunctions)),
  /** Who is reached instead. */
  proxy: z.object({ id: z.string(), name: z.string(), functions: z.array(z.enum(contactFunctions)) }).nullable(),
});
export type PersonAnswer = z.output<typeof personAnswer>;

/** What a terminal asks first. */
export const configAnswer = z.object({
  epoch: z.string(),
  directoryOn: z.boolean(),
  treeOn: z.boolean(),
  places: z.record(
    z.enum(places),
    z.array(z.object({ key: fieldKey(), label: z.string(), section: z.string(), action: z.enum(fieldActions) })),
  ),
  searchable: z.array(z.object({ key: fieldKey(), way: z.enum(searchWays) })),
  /** Fields by which what is found can be narrowed, with the values to choose from; without any: what one types. */
  filters: z.array(z.object({ key: fieldKey(), label: z.string(), options: z.array(z.object({ value: z.string(), label: z.string() })) })),
  sortPeople: z.string(),
  nameFormat: z.string(),
  functions: z.array(z.enum(contactFunctions)),
  searchMin: z.int(),
  searchLimit: z.int(),
  offline: z.object({
    mode: z.enum(['none', 'ownDept', 'visible']),
    maxPeople: z.int(),
    ttlHours: z.int(),
    /** Seals the copy; only a terminal is given it, and only while its holder may keep one. */
    key: z
      .object({
        id: z.string(),
        value: z.string(),
        until: time(),
        /** What the copy was sealed under before, to seal it again. */
        former: z.object({ id: z.string(), value: z.string() }),
      })
      .nullable(),
  }),
  watermark: z.boolean(),
});
export type ConfigAnswer = z.output<typeof configAnswer>;

/** Changes for the copy on a terminal. */
export const syncAnswer = z.object({
  /** The copy is thrown away first, and comes again. */
  reset: z.boolean(),
  removals: z.array(z.string()),
  upserts: z.array(personRow),
  /** What to ask with the next time. */
  cursor: z.string(),
  /** Whether there is more now. */
  more: z.boolean(),
});
export type SyncAnswer = z.output<typeof syncAnswer>;

/** A chat that the caller shares with people whom they may not see: what their names are. */
export const batchAnswer = z.object({
  list: z.array(z.object({ id: z.string(), name: z.string(), avatar: z.string().nullable(), former: z.boolean() })),
});
export type BatchAnswer = z.output<typeof batchAnswer>;

/** Pictures by the marks of rows: who has none, or is not seen, is absent. */
export const picturesAnswer = z.object({ list: z.array(z.object({ id: z.string(), mark: z.string(), picture: z.string() })) });
export type PicturesAnswer = z.output<typeof picturesAnswer>;

/** Whether a function may be used with somebody; a refusal carries the code for the administrator. */
export const canAnswer = z.object({ allowed: z.boolean(), ref: z.string().nullable() });
export type CanAnswer = z.output<typeof canAnswer>;

/** A value shown clear. */
export const revealAnswer = z.object({ value: z.string(), left: z.int() });
export type RevealAnswer = z.output<typeof revealAnswer>;

/** A filter of a search: a field and the value that it must have. */
const fieldFilter = () =>
  z
    .string()
    .max(300)
    .regex(/^[A-Za-z][\w.-]*=.+$/u);

/** What the calls of terminals take. */
export const terminalInput = {
  tree: z.object({ parentId: id().optional() }),
  people: z.object({ deptId: id(), after: z.string().max(500).optional(), limit: z.int().min(1).max(200).default(50) }),
  search: z.object({
    text: searchText().min(1),
    /** `key=value`, by filterable fields; of several each must hold. */
    filters: z.array(fieldFilter()).max(10).optional(),
    after: z.string().max(500).optional(),
  }),
  person: z.object({ empId: id(), place: z.enum(places).default('card') }),
  reveal: z.object({ empId: id(), fieldKey: fieldKey() }),
  batch: z.object({ empIds: z.array(id()).min(1).max(200) }),
  pictures: z.object({ empIds: z.array(id()).min(1).max(mostPictures) }),
  can: z.object({ empId: id(), function: z.enum(contactFunctions) }),
  sync: z.object({ cursor: z.string().max(4000).optional(), limit: z.int().min(1).max(1000).default(500) }),
  favourite: z.object({ empId: id() }),
};
