import { z } from 'zod';
import type { Fields, OperationIssue } from '#kit/server/change/kind.ts';
import type { ConfigArea, ConfigKind, ConfigReferences } from '#kit/server/config/config-area.ts';
import { fieldAs } from '#kit/server/config/unsafe.ts';
import { crowdDraft } from '../common/crowd.contract.ts';
import type { CrowdConditions } from '../common/crowd-conditions.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import { crowdFieldOf } from './crowd.extras.ts';
import { crowdKind } from './crowd.kind.ts';
import './crowd.table.ts';
import { wrongClauses } from './rule.check.ts';
import { namedBy } from './rule.named.ts';

const { code: _code, ...fields } = crowdDraft.shape;

const part = z.looseObject({ field: z.string().optional(), value: z.unknown().optional(), of: z.array(z.unknown()).optional() });

/** Where the clauses of a rule name departments, people and crowds; the rule may not have been checked yet. */
function namedIn(value: unknown, path: string): [string, string][] {
  const { data: node } = part.safeParse(value);
  if (!node) return [];
  if (node.of) return node.of.flatMap((one, at) => namedIn(one, `${path}.of.${at}`));
  const type = crowdFieldOf(node.field ?? '')?.type;
  const refers = type && namedBy[type];
  return refers ? [[`${path}.value${Array.isArray(node.value) ? '.*' : ''}`, refers]] : [];
}

const refersOf = ({ conditions }: Fields): ConfigReferences => ({
  ownerDeptId: 'department',
  'includes.*': 'employee',
  'excludes.*': 'employee',
  ...Object.fromEntries(namedIn(conditions, 'conditions')),
});

/** Crowds with their rules. Members follow as after every change of a rule, under the brake. */
const crowdConfig: ConfigKind = {
  name: 'crowd',
  after: ['extra-field'],
  kind: crowdKind,
  fields: { ...fields, paused: z.boolean().default(false) },
  refers: refersOf,
  constant: ['kind'],
  objects: async (db) => db.selectFrom('crowd').select(['id', 'code']).orderBy('code').execute(),
  create: async (db, { id, code, given }) => {
    const owner = String(given['ownerDeptId']);
    const name = Object.values(fieldAs<Record<string, string>>(given['name'])).find((text) => text) ?? code;
    return { id, name, path: (await departmentPaths(db, [owner])).get(owner) ?? null, fields: { code } };
  },
  rules: async ({ kind, conditions }) => {
    const issue = (path: string, key: string): OperationIssue => ({ path, namespace: 'user-centre', key });
    const rule = fieldAs<CrowdConditions | null>(conditions);
    if (kind === 'dynamic' && !rule) return [issue('conditions', 'crowd.ruleMissing')];
    if (kind !== 'dynamic' && rule) return [issue('conditions', 'crowd.ruleOfFixed')];
    return rule ? wrongClauses(rule).map(({ place, wrong }) => issue(`conditions.${place}`, `crowd.wrong.${wrong}`)) : [];
  },
};

/** Crowds as text. */
export const crowdAreas: readonly ConfigArea[] = [
  { area: 'crowds', title: { zh_CN: '人群', en_US: 'Dynamic groups', ja_JP: 'グループ' }, kinds: [crowdConfig] },
];
