import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import { callOfJob, everyRow, wordOf } from '#kit/server/jobs/of-job.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { contactRolePage, roleUserPage } from '../../common/permissions.ts';
import { contactRole, type contactRoleExport } from '../../common/role.contract.ts';
import { contactRoleUsers, type contactRoleUserExport } from '../../common/role-user.contract.ts';
import { listRoleUsers } from './role-users.ts';
import { contactRoles } from './role.query.ts';

const pageSize = 200;

const roleColumns = ['name', 'code', 'people', 'authRange', 'searchRange', 'functions', 'enabled', 'ownerDeptName'] as const;

/** Writes the contact roles in range to a file. */
export const roleExportJob: JobKind<Parsed<typeof contactRoleExport>, MadeSheet> = {
  kind: 'contactRole.export',
  title: { namespace: 'contacts', key: 'job.roleExport' },
  code: contactRolePage.button.export,
  run: (context, { format }) => {
    const word = wordOf(context, 'contacts');
    return keepSheet(context, {
      title: word('contactRole'),
      header: roleColumns.map((column) => word(`contactRole.field.${column}`)),
      rows: roleCells(context),
      format,
      query: {},
    });
  },
};

async function* roleCells(context: JobContext): AsyncGenerator<Cell[]> {
  const read = (pageNum: number) => contactRoles.list(callOfJob(context), contactRole.list.input.parse({ pageNum, pageSize }));
  for await (const row of everyRow(context, read)) yield roleColumns.map((column) => row[column]);
}

const userColumns = ['name', 'account', 'departmentName', 'roles'] as const;

/** Writes people in range with their contact roles to a file. */
export const roleUserExportJob: JobKind<Parsed<typeof contactRoleUserExport>, MadeSheet> = {
  kind: 'contactRole.usersExport',
  title: { namespace: 'contacts', key: 'job.roleUserExport' },
  code: roleUserPage.button.export,
  run: (context, { format, filter }) => {
    const word = wordOf(context, 'contacts');
    return keepSheet(context, {
      title: word('roleUser.title'),
      header: userColumns.map((column) => word(`roleUser.field.${column}`)),
      rows: userCells(context, filter),
      format,
      query: filter,
    });
  },
};

async function* userCells(context: JobContext, filter: Parsed<typeof contactRoleUserExport>['filter']): AsyncGenerator<Cell[]> {
  const word = wordOf(context, 'contacts');
  const read = (pageNum: number) => listRoleUsers(callOfJob(context), contactRoleUsers.input.parse({ ...filter, pageNum, pageSize }));
  for await (const { name, account, departmentName, roles } of everyRow(context, read)) {
    const held = roles.map((role) => `${role.name} (${role.ways.map((way) => `${word(`way.${way.kind}`)} ${way.name}`).join('; ')})`);
    yield [name, account, departmentName, held.join('\n')];
  }
}
