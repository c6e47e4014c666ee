import { sql } from 'kysely';
import { z } from 'zod';
import { memberKinds } from '#kit/common/role/role-range.ts';
import { roleDraft } from '#kit/common/role/role.schema.ts';
import { id as idText, text, time } from '#kit/common/schema.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { ConfigArea, ConfigKind } from '#kit/server/config/config-area.ts';
import { directory, departmentPaths } from '#modules/people/server/public.ts';
import { whiteDraft } from '../common/file-rule.contract.ts';
import { ruleTypes, terminalTypes } from '../common/limit-words.ts';
import { memberLimitDraft } from '../common/member-limit.contract.ts';
import { fileRuleKind } from './file-rule.kind.ts';
import { fileWhiteKind, placesOf } from './file-white.kind.ts';
import './limits.table.ts';
import { memberLimitKind } from './member-limit.kind.ts';
import { segmentLimits } from './segment-limit.ts';

/** The place in the order; behind all others unless said. */
const priority = z.int().min(1).max(1_000_000).default(1_000_000);

/** Departments, crowds and people by what they are called elsewhere. */
const partiesAt = (field: string) => ({
  [`${field}.*[kind=department].id`]: 'department',
  [`${field}.*[kind=employee].id`]: 'employee',
  [`${field}.*[kind=crowd].id`]: 'crowd',
});

const memberShape = memberLimitDraft.shape;
const memberConfig: ConfigKind = {
  name: 'member-limit',
  after: ['crowd'],
  kind: memberLimitKind,
  fields: {
    name: memberShape.name,
    ownerDeptId: memberShape.ownerDeptId,
    from: memberShape.from,
    to: memberShape.to,
    exceptions: memberShape.exceptions,
    direction: memberShape.direction,
    actions: memberShape.actions,
    effect: memberShape.effect,
    existing: memberShape.existing,
    priority,
    enabled: memberShape.enabled,
  },
  refers: { ownerDeptId: 'department', ...partiesAt('from'), ...partiesAt('to'), 'exceptions.*': 'employee' },
  objects: async (db) => {
    const rows = await db.selectFrom('member_limit').select(['id', 'name']).orderBy('name').execute();
    return rows.map(({ id, name }) => ({ id, code: name }));
  },
  create: async (db, { id, given }) => {
    const owner = String(given['ownerDeptId']);
    return { id, name: String(given['name']), path: (await departmentPaths(db, [owner])).get(owner) ?? null, fields: {} };
  },
};

/** What a role of module `fmm` is beside what its file says: it grants nothing. */
const bareRule: Fields = { module: 'fmm', appKey: null };

/** File rules with whom they hold: without them a rule says nothing. */
const ruleConfig: ConfigKind = {
  name: 'file-rule',
  after: ['crowd'],
  kind: fileRuleKind,
  fields: {
    name: roleDraft.shape.name,
    description: roleDraft.shape.description,
    expiresAt: roleDraft.shape.expiresAt,
    terminalType: z.literal([...terminalTypes]).default(1),
    ruleType: z.literal([...ruleTypes]).default(1),
    enabled: z.boolean().default(true),
    members: z
      .array(z.strictObject({ kind: z.enum(memberKinds), id: idText(), until: time().nullable().default(null) }))
      .max(10_000)
      .default([]),
  },
  refers: partiesAt('members'),
  objects: async (db) => {
    const rows = await db.selectFrom('role').select(['id', 'code']).where('module', '=', 'fmm').orderBy('code').execute();
    return rows.map(({ id, code }) => ({ id, code }));
  },
  create: async (_db, { id, code, given }) => ({ id, name: String(given['name']), fields: { ...bareRule, code } }),
};

/** Who stands on the white list of a file rule: `rule@account`. */
const whiteConfig: ConfigKind = {
  name: 'file-white',
  kind: fileWhiteKind,
  after: ['file-rule'],
  fields: {
    roleId: z.uuid(),
    employeeId: z.uuid(),
    reason: text(500),
    until: whiteDraft.shape.until,
  },
  refers: { roleId: 'file-rule', employeeId: 'employee' },
  constant: ['roleId', 'employeeId'],
  objects: async (db) => {
    const { rows } = await sql<{
      id: string;
      code: string;
      employeeId: string;
    }>`select white.id, role.code, white.employee_id as "employeeId"
      from file_white white join role on role.id = white.role_id where role.module = 'fmm'`.execute(db);
    const people = await directory.people(
      db,
      rows.map(({ employeeId }) => employeeId),
    );
    return rows.flatMap(({ id, code, employeeId }) => {
      const account = people.get(employeeId)?.account;
      return account === undefined ? [] : [{ id, code: `${code}@${account}` }];
    });
  },
  create: async (db, { id, code, given }) => {
    const person = String(given['employeeId']);
    return { id, ...((await placesOf(db, [person])).get(person) ?? { name: code, path: null }), fields: {} };
  },
};

/** The enterprise's limits as text. */
export const limitAreas: readonly ConfigArea[] = [
  {
    area: 'limits',
    title: { zh_CN: '网段、成员与文件限制', en_US: 'Segment, member and file limits', ja_JP: 'ネットワーク・メンバー・ファイルの制限' },
    kinds: [segmentLimits.config, memberConfig, ruleConfig, whiteConfig],
  },
];
