import type { Parsed } from '#kit/common/contract.ts';
import { holderRows, wayText } from '#kit/server/access/holder-rows.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import { wordOf } from '#kit/server/jobs/of-job.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { roleUserManage } from '../common/permissions.ts';
import type { holderExport } from '../common/role.contract.ts';
import { factorWords, rangeWords } from './holder.rows.ts';

const columns = ['name', 'account', 'departmentName', 'roles', 'factors', 'sessions', 'lastSignInAt', 'address', 'idleDays', 'keptOut'];

/** The administrators of a filter in a file. */
export const holderExportJob: JobKind<Parsed<typeof holderExport>, MadeSheet> = {
  kind: 'role.holders',
  title: { namespace: 'system', key: 'job.holders' },
  code: roleUserManage.button.export,
  run: (context, { filter, format }) => {
    const word = wordOf(context, 'kit');
    return keepSheet(context, {
      title: wordOf(context, 'system')('holders.title'),
      header: columns.map((column) =>
        column === 'name' ? wordOf(context, 'system')('review.column.name') : word(`member.field.${column}`),
      ),
      rows: holderCells(context, filter),
      format,
      query: filter,
    });
  },
};

async function* holderCells(context: JobContext, filter: Parsed<typeof holderExport>['filter']): AsyncGenerator<Cell[]> {
  for await (const holder of holderRows(context, 'sys', filter))
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
