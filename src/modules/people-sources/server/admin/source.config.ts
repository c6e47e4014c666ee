import { z } from 'zod';
import { reasonOf } from '#kit/server/change/apply-each.ts';
import type { Fields, Json, OperationIssue } from '#kit/server/change/kind.ts';
import type { ConfigArea, ConfigKind } from '#kit/server/config/config-area.ts';
import type { Db, Services } from '#kit/server/services.ts';
import { sourceFields } from '../../common/source.contract.ts';
import { sourceKinds, type SourceKind } from '../../common/source-kinds.ts';
import { alarmPerson } from '../../common/source-parts.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import { cleared } from '../connector/open-source.ts';
import '../source.table.ts';
import { configIssues, wholeConfig } from './config-issues.ts';
import { assertIdle } from './source.check.ts';
import { sourceKind, targetOf } from './source.kind.ts';
import { assertHere } from './source.service.ts';

type Parts = Readonly<Record<string, Json>>;

const partsOf = (value: Json | undefined): Parts => (value && typeof value === 'object' && !Array.isArray(value) ? value : {});

/** An uploaded file of people is no configuration: files name none. */
const config = sourceFields.config.transform(({ fileId, ...parts }) => (fileId === undefined ? parts : { ...parts, fileId: null }));

/** What an administrator may decide by the page is decided by a file under the same rules. */
async function rulesOf(fields: Fields, db: Db, services: Services, before: Fields | null): Promise<OperationIssue[]> {
  const kind = fields['kind'] as SourceKind;
  const wrong = configIssues(kind, fields['config']);
  if (wrong.length > 0) return wrong.map(({ params, ...issue }) => ({ ...issue, ...(params && { params: { ...params } }) }));
  try {
    await assertHere(services, kind, wholeConfig(kind, fields['config']));
    const known = before && (await db.selectFrom('source').select('id').where('code', '=', String(before['code'])).executeTakeFirst());
    if (known) await assertIdle(db, known.id);
    return [];
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    return reason;
  }
}

/** Sources of people. Whether one is on is decided where its plan was read: a new one arrives switched off. */
const sourceConfig: ConfigKind = {
  name: 'source',
  after: ['extra-field'],
  kind: sourceKind,
  fields: { kind: z.enum(sourceKinds), ...sourceFields, config, alarmPeople: z.array(alarmPerson).max(20).default([]) },
  refers: { rootDepartmentId: 'department', 'alarmPeople.*.employeeId': 'employee' },
  constant: ['kind'],
  // Passwords and tokens of a source travel as one value.
  secrets: { secret: { table: 'source', column: 'secret', none: cleared } },
  keepsSecrets: async (before, after) => {
    const kind = before['kind'] as SourceKind;
    return (await targetOf(kind, before['config'])) === (await targetOf(kind, after['config']));
  },
  keeps: ({ config: given, ...others }, before) =>
    given === undefined
      ? others
      : {
          ...others,
          config: {
            ...partsOf(given),
            ...('fileId' in partsOf(before['config']) && { fileId: partsOf(before['config'])['fileId'] ?? null }),
          },
        },
  objects: async (db) => db.selectFrom('source').select(['id', 'code']).orderBy('code').execute(),
  create: async (db, { id, code, given }) => {
    const root = String(given['rootDepartmentId']);
    const path = (await departmentPaths(db, [root])).get(root) ?? null;
    return { id, name: String(given['name']), path, fields: { code, secret: null, enabled: false } };
  },
  rules: rulesOf,
};

/** Sources of people as text. */
export const sourceAreas: readonly ConfigArea[] = [
  { area: 'sources', title: { zh_CN: '用户来源', en_US: 'User sources', ja_JP: 'ユーザーソース' }, kinds: [sourceConfig] },
];
