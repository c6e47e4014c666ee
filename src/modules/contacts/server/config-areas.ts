import { sql } from 'kysely';
import { z } from 'zod';
import { roleDraft } from '#kit/common/role/role.schema.ts';
import { id, time } from '#kit/common/schema.ts';
import { sameJson } from '#kit/server/change/fields.ts';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import type { ConfigArea, ConfigKind } from '#kit/server/config/config-area.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import { contactField } from '../common/field.contract.ts';
import { rangeRow } from '../common/role.contract.ts';
import { specialDraft } from '../common/special.contract.ts';
import { contactFunctions, exactFields, memberKinds } from '../common/words.ts';
import { contactConfigs } from './config.ts';
import { everyoneRoleId } from './directory.ts';
import { defaultFields } from './field/defaults.ts';
import { contactFieldKind } from './field/field.kind.ts';
import { readFields } from './field/field.query.ts';
import { visibilityBetween } from './insight/impact.ts';
import { readBook } from './rule/read-book.ts';
import { contactGifts } from './role/role.kind.ts';
import { specialUserKind } from './special/special.kind.ts';

const sorted = <T extends string>(all: readonly [T, ...T[]]) =>
  z
    .array(z.enum(all))
    .max(50)
    .transform((chosen) => [...new Set(chosen)].toSorted());

const rows = z.array(rangeRow).max(50);

/** Departments, crowds and people that rows name. */
const rowsAt = (field: string) => ({
  [`${field}.*[kind=depts].ids.*`]: 'department',
  [`${field}.*[kind=crowds].ids.*`]: 'crowd',
  [`${field}.*[kind=employees].ids.*`]: 'employee',
});

/** What a contact role is beside what its file says: nobody holds it, and it grants nothing in the console. */
const bareRole: Fields = { module: 'contact', appKey: null, terminalType: null, ruleType: null, members: [] };

/** Contact roles with what they show and allow. Who holds them is no configuration. */
const roleConfig: ConfigKind = {
  name: 'contact-role',
  after: ['crowd'],
  kind: contactGifts.kind,
  fields: {
    name: roleDraft.shape.name,
    description: roleDraft.shape.description,
    expiresAt: roleDraft.shape.expiresAt,
    ownerDeptId: roleDraft.shape.ownerDeptId,
    enabled: z.boolean().default(true),
    authRange: rows,
    searchRange: z.strictObject({ same: z.boolean(), rows }),
    exactMatch: sorted(exactFields).default([]),
    functions: sorted([...contactFunctions]),
  },
  refers: { ownerDeptId: 'department', ...rowsAt('authRange'), ...rowsAt('searchRange.rows') },
  objects: async (db) => {
    const found = await db.selectFrom('role').select(['id', 'code']).where('module', '=', 'contact').orderBy('code').execute();
    return found.map(({ id, code }) =>
      id === everyoneRoleId ? { id, code, fixed: true, only: ['authRange', 'searchRange', 'exactMatch', 'functions'] } : { id, code },
    );
  },
  create: async (db, { id, code, given }) => {
    const owner = typeof given['ownerDeptId'] === 'string' ? given['ownerDeptId'] : undefined;
    const path = owner === undefined ? null : ((await departmentPaths(db, [owner])).get(owner) ?? null);
    return { id, name: String(given['name']), path, fields: { ...bareRole, code } };
  },
};

const { fieldKey: _key, ...fieldShape } = contactField.shape;

/** A field as the product delivers it, in the fields of its kind. */
const deliveredFields = new Map(
  defaultFields.map(({ fieldKey, ...field }, at): [string, Fields] => [fieldKey, { ...(field as Record<string, Json>), order: at + 1 }]),
);

/** How fields of people are shown, a file a field; those that are as delivered, and extra ones that nobody placed, have none. */
const fieldConfig: ConfigKind = {
  name: 'contact-field',
  after: ['contact-role', 'extra-field'],
  kind: contactFieldKind,
  fields: { ...fieldShape, order: z.int().min(1).max(1000) },
  refers: { 'visibleRoles.*': 'contact-role' },
  objects: async (db) => {
    const { rows: ids } = await sql<{ id: string; key: string; order: number }>`select id, field_key as key, order_no as order
      from contact_field order by field_key`.execute(db);
    const shown = new Map((await readFields(db)).map(({ fieldKey, ...field }) => [fieldKey as string, field]));
    return ids.flatMap(({ id, key, order }) => {
      const field = shown.get(key);
      const delivered = deliveredFields.get(key);
      if (!field) return [];
      return [
        { id, code: key, ...(delivered && { fixed: true, untouched: sameJson({ ...(field as Record<string, Json>), order }, delivered) }) },
      ];
    });
  },
  create: async (_db, { id, code }) => ({ id, name: code, fields: { fieldKey: code } }),
  reset: async ({ name }) => deliveredFields.get(name) ?? {},
};

const specialShape = specialDraft.shape;

/** Departments, people and crowds by what they are called elsewhere. */
const partiesAt = (field: string) => ({
  [`${field}.*[kind=department].id`]: 'department',
  [`${field}.*[kind=employee].id`]: 'employee',
  [`${field}.*[kind=crowd].id`]: 'crowd',
});
const party = { kind: z.enum(memberKinds), id: id() };

/** Special user rules with whom they protect and their exceptions: without them a rule says nothing. */
const specialConfig: ConfigKind = {
  name: 'special-user',
  after: ['crowd', 'contact-role', 'contact-field'],
  kind: specialUserKind,
  fields: {
    name: specialShape.name,
    description: specialShape.description,
    ownerDeptId: specialShape.ownerDeptId,
    enabled: z.boolean().default(true),
    priority: z.int().min(0).max(1_000_000),
    mode: specialShape.mode,
    fields: specialShape.fields,
    deniedFunctions: specialShape.deniedFunctions,
    proxyEmpId: specialShape.proxyEmpId,
    exceptionsSee: specialShape.exceptionsSee,
    exceptionRoleIds: specialShape.exceptionRoleIds,
    until: specialShape.until,
    belongs: z.array(z.strictObject(party)).max(10_000).default([]),
    members: z
      .array(z.strictObject({ ...party, until: time().nullable().default(null) }))
      .max(10_000)
      .default([]),
  },
  refers: {
    ownerDeptId: 'department',
    proxyEmpId: 'employee',
    'exceptionRoleIds.*': 'contact-role',
    ...partiesAt('belongs'),
    ...partiesAt('members'),
  },
  objects: async (db) => db.selectFrom('role').select(['id', 'code']).where('module', '=', 'cpd').orderBy('code').execute(),
  create: async (db, { id: made, code, given }) => {
    const owner = String(given['ownerDeptId']);
    const path = (await departmentPaths(db, [owner])).get(owner) ?? null;
    return { id: made, name: String(given['name']), path, fields: { ...bareRole, module: 'cpd', expiresAt: null, code } };
  },
};

/** The directory of terminals as text. */
export const contactAreas: readonly ConfigArea[] = [
  {
    area: 'contacts',
    title: { zh_CN: '通讯录', en_US: 'Contacts', ja_JP: '連絡先' },
    kinds: [roleConfig, fieldConfig, contactConfigs.config('contact-config', 'directory'), specialConfig],
    effect: async (tx, services) => {
      const before = await readBook(tx, 'before a plan');
      return async () => {
        const { gain, lose } = await visibilityBetween({ db: tx, services }, before, await readBook(tx, 'after a plan'));
        return { ...(gain > 0 && { seeMore: gain }), ...(lose > 0 && { seeLess: lose }) };
      };
    },
  },
];
