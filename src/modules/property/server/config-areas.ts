import { z } from 'zod';
import { sql } from 'kysely';
import type { Fields, OperationIssue } from '#kit/server/change/kind.ts';
import { fieldAs } from '#kit/server/config/unsafe.ts';
import type { ConfigArea, ConfigKind, ConfigObject, ConfigReferences } from '#kit/server/config/config-area.ts';
import { departmentCodes } from '#modules/people/server/public.ts';
import { propertyDraft } from '../common/property.contract.ts';
import { propertyKind } from './property.kind.ts';
import { objectOf, pathsOfScope, valueId, type Scope } from './scopes.ts';
import { propertyValueKind } from './value.kind.ts';
import { patternOf, unfit, type Checked } from './value-check.ts';
import { labelOf } from './value.service.ts';

const { type, rules, description, exposure, secret, deprecated } = propertyDraft.shape;

/** Namespace and key of a property's code, which has the namespace before its first dot. */
function partsOf(code: string): { namespace: string; key: string } {
  const at = code.indexOf('.');
  return { namespace: code.slice(0, at), key: code.slice(at + 1) };
}

const issue = (path: string, key: string): OperationIssue => ({ path, namespace: 'property', key });

async function shapeIssues(fields: Fields): Promise<OperationIssue[]> {
  const shape = fieldAs<Checked>({ type: fields['type'] ?? null, rules: fields['rules'] ?? null });
  const found: OperationIssue[] = [];
  if (shape.rules?.pattern !== undefined && !(await patternOf(shape.rules.pattern))) found.push(issue('rules.pattern', 'issue.pattern'));
  if (fields['secret'] === true) {
    if (fields['exposure'] !== 'server') found.push(issue('exposure', 'issue.secretServer'));
    if (!['string', 'text'].includes(shape.type)) found.push(issue('type', 'issue.secretText'));
    if (fields['default'] !== null) found.push(issue('default', 'issue.secretDefault'));
  }
  const why = fields['default'] === null || found.length > 0 ? undefined : await unfit(fields['default'], shape);
  return why ? [...found, issue('default', `reason.${why}`)] : found;
}

/** Properties that were added by hand; those that the product declares are named by values only. */
const propertyConfig: ConfigKind = {
  name: 'property',
  kind: propertyKind,
  fields: { type, default: z.json().default(null), rules, description, exposure, secret, deprecated },
  objects: async (db) => {
    const rows = await db.selectFrom('property').select(['id', 'namespace', 'key', 'module']).orderBy('namespace').orderBy('key').execute();
    return rows.map(({ id, namespace, key, module }): ConfigObject => ({
      id,
      code: `${namespace}.${key}`,
      ...(module !== null && { fixed: true, untouched: true, only: [] }),
    }));
  },
  create: async (_db, { id, code }) => ({ id, name: partsOf(code).key, fields: partsOf(code) }),
  rules: shapeIssues,
};

const carried = ['site', 'app', 'platform', 'role', 'department'] as const;

const scopeIn = (fields: Fields): Scope => ({
  scopeKind: fields['scopeKind'] as Scope['scopeKind'],
  scopeId: String(fields['scopeId'] ?? ''),
});

/** Values at the site, apps, platforms, roles and departments; those of people are data. */
const valueConfig: ConfigKind = {
  name: 'property-value',
  kind: propertyValueKind,
  after: ['property', 'role'],
  fields: {
    propertyId: z.uuid(),
    scopeKind: z.enum(carried).default('site'),
    scopeId: z.string().max(100).default(''),
    value: z.json().default(null),
    priority: z.int().min(0).max(1000).default(0),
    from: z.int().min(0).nullable().default(null),
    until: z.int().min(0).nullable().default(null),
    enabled: z.boolean().default(true),
  },
  refers: (fields): ConfigReferences => {
    const of = fields['scopeKind'];
    return { propertyId: 'property', ...((of === 'role' || of === 'department') && { scopeId: of }) };
  },
  constant: ['propertyId', 'scopeKind', 'scopeId'],
  secrets: { sealed: { table: 'property_value', column: 'sealed' } },
  holds: (fields) => carried.some((kind) => kind === fields['scopeKind']),
  objects: async (db) => {
    const { rows } = await sql<
      Scope & { id: string; property: string; role: string | null }
    >`select value.id, value.scope_kind as "scopeKind",
        value.scope_id as "scopeId", property.namespace || '.' || property.key as property, role.code as role
      from property_value value join property on property.id = value.property_id
      left join role on value.scope_kind = 'role' and role.id = value.object_id
      where value.scope_kind = any(${carried}::text[]) order by property, value.scope_kind, value.scope_id`.execute(db);
    const departments = await departmentCodes(
      db,
      rows.flatMap(({ scopeKind, scopeId }) => (scopeKind === 'department' ? scopeId : [])),
    );
    return rows.flatMap(({ id, property, role, scopeKind, scopeId }): ConfigObject[] => {
      const at = scopeKind === 'role' ? role : scopeKind === 'department' ? departments.get(scopeId) : scopeId;
      // A department without a code can't be named elsewhere.
      return at === null || at === undefined
        ? []
        : [{ id, code: at === '' ? `${property}@${scopeKind}` : `${property}@${scopeKind}@${at}` }];
    });
  },
  create: async (db, { code, given }) => {
    const scope = scopeIn(given);
    const label = labelOf(partsOf(code.slice(0, code.indexOf('@'))), scope);
    const path = (await pathsOfScope(db, scope))[0] ?? null;
    return {
      id: valueId(String(given['propertyId']), scope),
      name: label,
      path,
      fields: { label, objectId: objectOf(scope), sealed: null },
    };
  },
};

/** Properties and their values as text. */
export const propertyAreas: readonly ConfigArea[] = [
  { area: 'properties', title: { zh_CN: '属性', en_US: 'Properties', ja_JP: 'プロパティ' }, kinds: [propertyConfig, valueConfig] },
];
