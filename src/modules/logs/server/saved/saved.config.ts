import { z } from 'zod';
import { reasonOf } from '#kit/server/change/apply-each.ts';
import type { ConfigArea, ConfigKind } from '#kit/server/config/config-area.ts';
import { exportedLogs, type ExportedLog } from '../../common/export.contract.ts';
import { reportFields } from '../../common/saved/report.contract.ts';
import { searchFields } from '../../common/saved/search.contract.ts';
import { assertFilters, exportedParts } from '../export.rows.ts';
import { logReportKind, savedSearchKind } from './saved.kinds.ts';
import './saved.table.ts';

/** Searches of everybody, each its owner's: `name@account`. */
const searchConfig: ConfigKind = {
  name: 'saved-search',
  after: ['role'],
  kind: savedSearchKind,
  fields: { ...searchFields, log: z.enum(exportedLogs), owner: z.uuid() },
  refers: {
    owner: 'employee',
    'roleIds.*': 'role',
    'filters.uid': 'employee',
    'filters.uid.*': 'employee',
    'filters.departmentId': 'department',
    'filters.departmentId.*': 'department',
  },
  constant: ['owner', 'log'],
  objects: async (db, { directory }) => {
    const rows = await db.selectFrom('saved_search').select(['id', 'name', 'owner_id']).orderBy('name').execute();
    const people = await directory.people(
      db,
      rows.map((row) => row.owner_id),
    );
    return rows.flatMap(({ id, name, owner_id: owner }) => {
      const account = people.get(owner)?.account;
      return account === undefined ? [] : [{ id, code: `${name}@${account}` }];
    });
  },
  create: async (_db, { id, given }) => ({ id, name: String(given['name']), fields: {} }),
  rules: async (fields) => {
    const log = fields['log'] as ExportedLog;
    const columns = (fields['columns'] as string[] | null) ?? [];
    if (columns.some((column) => !exportedParts[log].columns.includes(column)))
      return [{ path: 'columns', namespace: 'kit', key: 'issue.invalid_value' }];
    try {
      assertFilters(log, fields['filters'] as Record<string, unknown>);
      return [];
    } catch (error) {
      const reason = reasonOf(error);
      if (!reason) throw error;
      return reason;
    }
  },
};

/** Reports that go out by themselves. */
const reportConfig: ConfigKind = {
  name: 'log-report',
  after: ['saved-search', 'notice-person'],
  kind: logReportKind,
  fields: reportFields,
  refers: { searchId: 'saved-search', 'personIds.*': 'notice-person' },
  objects: async (db) => {
    const rows = await db.selectFrom('log_report').select(['id', 'name']).orderBy('name').execute();
    return rows.map(({ id, name }) => ({ id, code: name }));
  },
  create: async (_db, { id, given }) => ({ id, name: String(given['name']), fields: {} }),
};

/** What was saved of the logs, as text. */
export const savedAreas: readonly ConfigArea[] = [
  {
    area: 'log-searches',
    title: { zh_CN: '日志搜索与报表', en_US: 'Searches and reports of the logs', ja_JP: 'ログの検索条件とレポート' },
    kinds: [searchConfig, reportConfig],
  },
];
