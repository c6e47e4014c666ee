import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import { id, longText, time, version } from '#kit/common/schema.ts';
import { generalFieldPage as page } from './permissions.ts';
import { fieldKey } from './field-key.ts';
import { audiences, fieldActions, masks, places, searchWays } from './words.ts';

/** How one field of a person is shown; the set of all is saved as one. */
export const contactField = z.strictObject({
  fieldKey: fieldKey(),
  places: z
    .array(z.enum(places))
    .max(5)
    .transform((all) => [...new Set(all)]),
  section: longText(64).default(''),
  /** Null: the field's own name. */
  label: localText(64).nullable().default(null),
  visibleTo: z
    .array(z.enum(audiences))
    .min(1)
    .max(7)
    .transform((all) => [...new Set(all)]),
  /** Contact roles whose holders read it; only with `roles`. */
  visibleRoles: z.array(id()).max(50).default([]),
  mask: z.enum(masks),
  /** Shown clear on request, counted and logged. */
  reveal: z.boolean(),
  searchable: z.enum(searchWays),
  filterable: z.boolean(),
  copyable: z.boolean(),
  editableBySelf: z.boolean(),
  action: z.enum(fieldActions),
});
/** How one field of a person is shown. */
export type ContactField = z.output<typeof contactField>;

/** The whole set, in the order in which fields are shown. */
export const fieldSet = z.object({
  version: version(),
  updatedAt: time(),
  updatedBy: z.string(),
  fields: z.array(contactField),
});

/** How fields are shown, with what can be said of each. */
export const fieldList = endpoint({
  method: 'GET',
  path: 'contact/field/list',
  access: { code: page.code },
  scope: 'none',
  input: z.object({}),
  reply: fieldSet.extend({
    catalogue: z.array(
      z.object({
        fieldKey: fieldKey(),
        name: z.string(),
        type: z.enum(['text', 'choice', 'phone', 'email', 'date', 'person', 'people', 'departments', 'clock']),
        /** Always shown to everybody. */
        fixed: z.boolean(),
        sensitive: z.boolean(),
        actions: z.array(z.enum(fieldActions)),
        /** In which ways it can be searched quickly. */
        searchWays: z.array(z.enum(searchWays)),
        filterable: z.boolean(),
        /** The source of people that always writes it; nobody else edits it. */
        owner: z.string().nullable(),
      }),
    ),
  }),
  summary: 'How fields of people are shown on terminals',
});

/** Saves the whole set. */
export const fieldSave = endpoint({
  method: 'POST',
  path: 'contact/field/save',
  access: { code: page.button.save },
  scope: 'employee',
  audit: 'contactField.save',
  dryRun: true,
  input: z.strictObject({ version: version(), fields: z.array(contactField).min(1).max(120) }),
  reply: fieldSet,
  errors: [20010, 20011, 20012, 20013],
  summary: 'Saves how fields of people are shown; fields left out stay as they are, behind the others',
});

/** Puts everything back to what was delivered. */
export const fieldReset = endpoint({
  method: 'POST',
  path: 'contact/field/reset',
  access: { code: page.button.reset },
  scope: 'employee',
  audit: 'contactField.reset',
  dryRun: true,
  input: z.strictObject({ version: version() }),
  reply: fieldSet,
  summary: 'Shows fields of people as the product came',
});
