import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { roleMembers, roleUserManage } from '../common/permissions.ts';
import type { holderExport, memberExport } from '../common/role.contract.ts';
import { factorWords, holdersOf, rangeWords, wayText } from './holder.rows.ts';
import { callOfJob, wordOf } from './sheet.ts';
import { listEmployees } from '#kit/server/access/role.members.ts';

const columns = ['name', 'account', 'departmentName', 'roles', 'factors', 'sessions', 'lastSignInAt', 'address', 'idleDays', 'keptOut'];

/** The administrators of a filter in a file. */
export const holderExportJob: JobKind<Parsed<typeof holderExport>, MadeSheet> = {
  kind: 'role.holders',
  title: { namespace: 'system', key: 'job.holders' },
  code: roleUserManage.button.export,
  run: (context, { filter, format }) => {
    const word = wordOf(context, 'kit');
    return keepSheet(context, {
      title: wordOf(context)('holders.title'),
      header: columns.map((column) => (column === 'name' ? wordOf(context)('review.column.name') : word(`member.field.${column}`))),
      rows: holderCells(context, filter),
      format,
      query: filter,
    });
  },
};

async function* holderCells(context: JobContext, filter: Parsed<typeof holderExport>['filter']): AsyncGenerator<Cell[]> {
  for await (const holder of holdersOf(context, filter))
    yield [
      holder.name,
      holder.account,
      holder.departmentName,
      holder.roles.map((role) => `${role.name} (${wayText(context, role)}; ${rangeWords(context, role)})`).join('\n'),
      factorWords(context, holder),
      holder.sessions,
      moment(holder.lastSignInAt),
      holder.address,
      holder.idleDays,
      holder.keptOut,
    ];
}

/** Columns of a file of members, in their order; `account` and `until` are read by the import. */
const memberColumns = ['account', 'until', 'name', 'departmentName', 'since', 'by', 'lastSignInAt'] as const;

/** Who was given a role by name in a file. */
export const memberExportJob: JobKind<Parsed<typeof memberExport>, MadeSheet> = {
  kind: 'role.members',
  title: { namespace: 'system', key: 'job.members' },
  code: roleMembers.button.export,
  run: (context, { roleId, format }) => {
    const word = wordOf(context, 'kit');
    return keepSheet(context, {
      title: wordOf(context)('members.title'),
      header: memberColumns.map((column) => (column === 'name' ? wordOf(context)('review.column.name') : word(`member.field.${column}`))),
      rows: memberCells(context, roleId),
      format,
      query: { roleId },
    });
  },
};

async function* memberCells(context: JobContext, roleId: string): AsyncGenerator<Cell[]> {
  for (let pageNum = 1; ; pageNum += 1) {
    const { list, pages } = await listEmployees(callOfJob(context), 'sys', { roleId, way: 'employee', pageNum, pageSize: 500 });
    for (const row of list)
      yield [
        row.account,
        // As text, so that the import reads it in whatever zone the file is opened.
        row.until === null ? '' : new Date(row.until).toISOString(),
        row.name,
        row.departmentName,
        moment(row.since),
        row.by,
        moment(row.lastSignInAt),
      ];
    if (pageNum >= pages) return;
  }
}
