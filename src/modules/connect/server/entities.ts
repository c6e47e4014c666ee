import { sql } from 'kysely';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import { systemsOf } from '#modules/access/server/public.ts';
import { createDirectory } from '#modules/people/server/public.ts';
import { connectParam, connectWidget } from '../common/connect.contract.ts';
import './connect.table.ts';

const dayMillis = 86_400_000;
const directory = createDirectory();

const found = (path: string, key: string): OperationIssue => ({ path, namespace: 'connect', key });

/** Connected widgets on the server. */
export const connectWidgets = crudServer(connectWidget, {
  table: 'connect_widget',
  directory,
  check: async (tx, _caller, operations) => {
    const ids = operations.flatMap(({ after }) => after?.systemId ?? []);
    const systems = await systemsOf(tx, ids);
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, { after }] of operations.entries())
      if (after?.systemId !== undefined && !systems.has(after.systemId)) issues.set(index, [found('systemId', 'issue.system')]);
    return issues;
  },
  rows: async ({ db, services }, objects) => {
    const ids = objects.map(({ id }) => id);
    const systems = await systemsOf(
      db,
      objects.map(({ systemId }) => systemId),
    );
    const { rows } = await sql<{
      id: string;
      secret: boolean;
      tickets: number;
      refused: number;
    }>`select w.id, exists (select from connect_secret s where s.widget_id = w.id) as secret,
        (select count(*)::int from connect_ticket t where t.widget_id = w.id and t.issued_at > ${services.now() - dayMillis} and not t.refused) as tickets,
        (select count(*)::int from connect_ticket t where t.widget_id = w.id and t.issued_at > ${services.now() - dayMillis} and t.refused) as refused
      from connect_widget w where w.id = any(${ids}::uuid[])`.execute(db);
    const known = new Map(rows.map((row) => [row.id, row]));
    return objects.map(({ id, systemId }) => ({
      systemName: systems.get(systemId)?.name ?? '',
      hasSecret: known.get(id)?.secret ?? false,
      tickets24: known.get(id)?.tickets ?? 0,
      refused24: known.get(id)?.refused ?? 0,
    }));
  },
});

/** Parameters on the server. */
export const connectParams = crudServer(connectParam, {
  table: 'connect_param',
  directory,
  check: async (_tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, operation] of operations.entries()) {
      const issue = issueOf(operation);
      if (issue) issues.set(index, [issue]);
    }
    return issues;
  },
});

/** A value must be what its type says; a secret never reaches a terminal. */
function issueOf({ after }: Operation): OperationIssue | undefined {
  const [kind, value] = [after?.['kind'], after?.['value']];
  if (kind === 'secret') return after?.['visible'] === 'serverOnly' ? undefined : found('visible', 'issue.secretVisible');
  if (typeof value !== 'string') return undefined;
  if (kind === 'number' && (value.trim() === '' || !Number.isFinite(Number(value)))) return found('value', 'issue.number');
  if (kind === 'boolean' && value !== 'true' && value !== 'false') return found('value', 'issue.boolean');
  if (kind === 'json' && !isJson(value)) return found('value', 'issue.json');
  return undefined;
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
