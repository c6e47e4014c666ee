import type { Parsed } from '#kit/common/contract.ts';
import { holderRows, wayText } from '#kit/server/access/holder-rows.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { Call } from '#kit/server/handle.ts';
import { callOfJob, everyRow, wordOf } from '#kit/server/jobs/of-job.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { mamRolePage, mamRoleUserPage } from '../common/permissions.ts';
import { everyoneRoleId, type mamHolderExport, type mamRoleExport } from '../common/role.contract.ts';
import { mamRoles } from './role.list.ts';

const pageSize = 200;
const roleColumns = ['name', 'code', 'enabled', 'people', 'widgets', 'functions', 'channels', 'ownerDeptName', 'updatedAt'] as const;

/** Starts a job that writes what is filtered; whom it shows is decided in the range of the job's own code. */
export function started<P extends { filter: object }, R>(call: Call, job: JobKind<P, R>, input: P): Promise<{ jobId: string }> {
  call.caller.scope();
  call.caller.note({ ...input.filter });
  return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, job, input) }));
}

/** App roles in a file. */
export const mamRolesJob: JobKind<Parsed<typeof mamRoleExport>, MadeSheet> = {
  kind: 'role.mam.roles',
  title: { namespace: 'widgets', key: 'job.mamRoles' },
  code: mamRolePage.button.export,
  run: (context, { filter, format }) => {
    const word = wordOf(context, 'widgets');
    return keepSheet(context, {
      title: word('mamRole'),
      header: roleColumns.map((column) => word(`mamRole.field.${column}`)),
      rows: roleCells(context, filter),
      format,
      query: filter,
    });
  },
};

async function* roleCells(context: JobContext, filter: Parsed<typeof mamRoleExport>['filter']): AsyncGenerator<Cell[]> {
  const word = wordOf(context, 'widgets');
  for await (const row of everyRow(context, (pageNum) => mamRoles.list(callOfJob(context), { ...filter, pageNum, pageSize })))
    yield [
      row.name,
      row.code,
      word(`mamRole.enabled.${row.enabled}`),
      row.people,
      row.widgets,
      row.functions,
      row.channels.map((one) => word(`channel.${one}`)).join(', '),
      row.ownerDeptName,
      moment(row.updatedAt),
    ];
}

/** People with their app roles in a file. */
export const mamHoldersJob: JobKind<Parsed<typeof mamHolderExport>, MadeSheet> = {
  kind: 'role.mam.holders',
  title: { namespace: 'widgets', key: 'job.mamHolders' },
  code: mamRoleUserPage.button.export,
  run: (context, { filter, format }) => {
    const word = wordOf(context, 'kit');
    return keepSheet(context, {
      title: wordOf(context, 'widgets')('mamHolders.title'),
      header: [word('field.name'), ...['account', 'departmentName', 'roles'].map((column) => word(`member.field.${column}`))],
      rows: holderCells(context, filter),
      format,
      query: filter,
    });
  },
};

async function* holderCells(context: JobContext, filter: Parsed<typeof mamHolderExport>['filter']): AsyncGenerator<Cell[]> {
  const everyone = wordOf(context, 'kit')('role.everyone');
  for await (const holder of holderRows(context, 'mam', filter))
    yield [
      holder.name,
      holder.account,
      holder.departmentName,
      holder.roles.map((role) => `${role.id === everyoneRoleId ? everyone : role.name} (${wayText(context, role)})`).join('\n'),
    ];
}
