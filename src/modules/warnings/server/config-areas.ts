import { z } from 'zod';
import { warningSeverities } from '#kit/common/warning/warning-facts.ts';
import type { ConfigArea, ConfigKind, ConfigObject } from '#kit/server/config/config-area.ts';
import '#kit/server/warning/warning.table.ts';
import { noticePersonDraft } from '../common/notice-person.contract.ts';
import { ruleDraft, ruleMatch } from '../common/rule.contract.ts';
import { noticePersonKind } from './notice-person.kind.ts';
import './notice-person.table.ts';
import { warningRuleKind } from './rule.kind.ts';

const { enabled, forMinutes, clearMinutes, repeatHours, digest, noticePersonIds, ownerId, name } = ruleDraft.shape;
const shippedFields = [
  'enabled',
  'severity',
  'parameters',
  'forMinutes',
  'clearMinutes',
  'repeatHours',
  'digest',
  'noticePersonIds',
  'ownerId',
];

/** Rules: the shipped one of each kind by the kind, one's own by their names. */
const ruleConfig: ConfigKind = {
  name: 'warning-rule',
  kind: warningRuleKind,
  after: ['notice-person'],
  fields: {
    kind: z.string().min(1).max(64),
    name,
    match: ruleMatch,
    enabled,
    severity: z.enum(warningSeverities).nullable().default(null),
    parameters: z.record(z.string().max(64), z.number()).default({}),
    forMinutes,
    clearMinutes,
    repeatHours,
    digest,
    noticePersonIds,
    ownerId,
  },
  refers: { 'noticePersonIds.*': 'notice-person', ownerId: 'employee', 'match.departmentId': 'department' },
  constant: ['kind'],
  objects: async (db, { warnings }) => {
    const rows = await db.selectFrom('warning_rule').select(['id', 'kind', 'name', 'shipped']).orderBy('kind').orderBy('name').execute();
    return rows
      .filter(({ kind }) => warnings.kindOf(kind) !== undefined)
      .map(({ id, kind, name: own, shipped }): ConfigObject =>
        shipped ? { id, code: kind, fixed: true, only: shippedFields } : { id, code: `own@${own}` },
      );
  },
  create: async (_db, { id, given }) => ({ id, name: String(given['name']), fields: { shipped: false } }),
  rules: async (fields, _db, { warnings }) =>
    warnings.kindOf(String(fields['kind'])) ? [] : [{ path: 'kind', namespace: 'kit', key: 'issue.custom' }],
};

const person = noticePersonDraft.shape;

/** Who is told of warnings: employees by account, others by their address. */
const personConfig: ConfigKind = {
  name: 'notice-person',
  kind: noticePersonKind,
  fields: {
    employeeId: person.employeeId,
    name: z.string().min(1).max(200),
    email: person.email,
    webhookUrl: person.webhookUrl,
    webhookPreset: person.webhookPreset.nullable(),
    channels: person.channels,
    subscriptions: person.subscriptions,
    language: person.language,
    timeZone: person.timeZone,
    quiet: person.quiet,
    escalateTo: person.escalateTo,
    escalateAfterMinutes: person.escalateAfterMinutes,
    enabled: z.boolean().default(true),
    expiresAt: person.expiresAt,
    licence: person.licence,
  },
  refers: { employeeId: 'employee', escalateTo: 'notice-person' },
  // Who it is stays; a changed address would have to be proven again.
  constant: ['employeeId', 'email', 'webhookUrl'],
  secrets: { webhookSecret: { table: 'notice_person', column: 'webhook_secret' } },
  objects: async (db, { directory }) => {
    const rows = await db.selectFrom('notice_person').select(['id', 'employee_id', 'email', 'webhook_url', 'name']).orderBy('id').execute();
    const people = await directory.people(
      db,
      rows.flatMap(({ employee_id: uid }) => uid ?? []),
    );
    return rows.flatMap((row): ConfigObject[] => {
      if (row.employee_id === null) return [{ id: row.id, code: row.email === null ? `webhook@${row.name}` : `mail@${row.email}` }];
      const account = people.get(row.employee_id)?.account;
      return account === undefined ? [] : [{ id: row.id, code: `employee@${account}` }];
    });
  },
  create: async (_db, { id, given }) => ({ id, name: String(given['name']), fields: { verifiedAt: null, webhookSecret: null } }),
  rules: async ({ employeeId, email, webhookUrl }) =>
    [employeeId, email, webhookUrl].filter((way) => way !== null).length === 1
      ? []
      : [{ path: 'employeeId', namespace: 'kit', key: 'issue.custom' }],
};

/** Rules and notice persons as text. */
export const warningAreas: readonly ConfigArea[] = [
  {
    area: 'warnings',
    title: { zh_CN: '告警规则与通知人', en_US: 'Alert rules and notice persons', ja_JP: '警告ルールと通知先' },
    kinds: [personConfig, ruleConfig],
  },
];
