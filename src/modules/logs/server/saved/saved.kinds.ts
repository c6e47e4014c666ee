import { seenIn } from '#kit/server/access/role.owner.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { configPage } from '#modules/config-as-code/common/permissions.ts';
import { operationLog as page } from '../../common/permissions.ts';
import { mostReports } from '../../common/saved/report.contract.ts';
import { mostSearches } from '../../common/saved/search.contract.ts';
import './saved.table.ts';

const issue = (path: string, key: string, n?: number): OperationIssue => ({
  path,
  namespace: 'logs',
  key: `issue.${key}`,
  ...(n !== undefined && { params: { n } }),
});

/** A search of a log under a name: its owner's alone, also where a change is undone. Configuration files hold those of everybody. */
export const savedSearchKind: Kind = tableKind({
  kind: 'savedSearch',
  module: 'logs',
  codes: { read: page.code, revert: page.button.saveSearch },
  table: 'saved_search',
  name: 'name',
  fields: {
    name: { column: 'name' },
    log: { column: 'log' },
    filters: { column: 'filters' },
    columns: { column: 'columns' },
    roleIds: { column: 'role_ids' },
    owner: { column: 'owner_id', refers: 'employee' },
  },
  unique: { saved_search_name: 'name' },
  check: checkSearches,
});

async function checkSearches(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const now = await savedSearchKind.read(
    tx,
    operations.map(({ id }) => id),
    false,
  );
  const left = new Map<string, number>();
  const requested = operations.flatMap(({ after }) => (after?.['roleIds'] as string[] | null | undefined) ?? []);
  const roles =
    requested.length === 0
      ? []
      : await tx.selectFrom('role').select('id').where('id', 'in', requested).where(seenIn(caller.scope())).execute();
  for (const [index, { action, id, after }] of operations.entries()) {
    const found: OperationIssue[] = [];
    const owner = now.get(id)?.fields['owner'] ?? after?.['owner'];
    if (owner !== caller.uid && !caller.can(configPage.button.apply)) found.push(issue('name', 'notOwner'));
    if (action === 'create' || action === 'restore') {
      const free = (left.get(String(owner)) ?? mostSearches - (await countOf(tx, String(owner)))) - 1;
      left.set(String(owner), free);
      if (free < 0) found.push(issue('name', 'mostSearches', mostSearches));
    }
    const roleIds = (after?.['roleIds'] as string[] | null | undefined) ?? [];
    if (roleIds.some((role) => !roles.some((known) => known.id === role))) found.push(issue('roleIds', 'noRole'));
    if (found.length > 0) issues.set(index, found);
  }
  return issues;
}

async function countOf(tx: Tx, owner: string): Promise<number> {
  const { count } = await tx
    .selectFrom('saved_search')
    .select((select) => select.fn.countAll().as('count'))
    .where('owner_id', '=', owner)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A report that goes out by itself. */
export const logReportKind: Kind = tableKind({
  kind: 'logReport',
  module: 'logs',
  codes: { read: page.code, revert: page.button.saveReport },
  table: 'log_report',
  name: 'name',
  fields: {
    name: { column: 'name' },
    searchId: { column: 'search_id' },
    schedule: { column: 'schedule' },
    format: { column: 'format' },
    personIds: { column: 'person_ids' },
    enabled: { column: 'enabled' },
  },
  unique: { log_report_name: 'name' },
  check: async (tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    const { count } = await tx
      .selectFrom('log_report')
      .select((select) => select.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    let free = mostReports - Number(count);
    for (const [index, { action }] of operations.entries())
      if ((action === 'create' || action === 'restore') && (free -= 1) < 0) issues.set(index, [issue('name', 'mostReports', mostReports)]);
    return issues;
  },
});
