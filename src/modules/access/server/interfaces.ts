import { sql } from 'kysely';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { countsOf } from '#modules/call-logs/server/public.ts';
import { apiInterface } from '../common/interface.contract.ts';
import { accessChanged } from './access-changes.ts';
import { noteInterfaces } from './call-targets.ts';
import { impactOfInterfaces } from './counters.ts';
import { directory } from './directory.ts';
import { throughSystem } from './through-system.ts';

const mostInterfaces = 10_000;
const dayMillis = 86_400_000;

/** The paths of interfaces below /gateway/. */
export async function pathsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; path: string }>`select i.id, s.code || '/' || p.code || '/' || i.code as path
      from api_interface i join interface_prefix p on p.id = i.prefix_id join access_system s on s.id = i.system_id
      where i.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** Interfaces on the server: list, switches and history; adding, saving and publishing stand in interface.routes.ts. */
export const interfaces = crudServer(apiInterface, {
  table: 'api_interface',
  directory,
  range: throughSystem('api_interface'),
  check: async (tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    const created = operations.filter(({ action }) => action === 'create');
    if (created.length > 0) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from api_interface`.execute(tx);
      if ((rows[0]?.n ?? 0) + created.length > mostInterfaces) throw new Refusal(14070, { n: mostInterfaces, objects: 'interfaces' });
    }
    for (const [index, { id, after }] of operations.entries()) {
      if (after?.enabled !== true) continue;
      const live =
        after.liveVersionNo ??
        (await tx.selectFrom('api_interface').select('live_version_no').where('id', '=', id).executeTakeFirst())?.live_version_no;
      if (live === null || live === undefined) issues.set(index, [{ path: 'enabled', namespace: 'access', key: 'issue.notPublished' }]);
    }
    return issues;
  },
  impact: (tx, _caller, operations) =>
    impactOfInterfaces(
      tx,
      operations.filter(({ action, after }) => action === 'delete' || after?.enabled === false).map(({ id }) => id),
    ),
  written: async (tx, _caller, operations) => {
    await accessChanged(tx);
    await noteInterfaces(tx, sql`i.id = any(${operations.map(({ id }) => id)}::uuid[])`);
  },
  where: (_means, { tag, connectionId }) => [
    ...(tag ? [sql<boolean>`t.tags ? ${tag}`] : []),
    ...(connectionId
      ? [
          sql<boolean>`${connectionId} in (t.definition -> 'target' ->> 'databaseId', t.definition -> 'target' ->> 'soapId', t.definition -> 'target' ->> 'sapId', t.definition -> 'target' ->> 'dubboId')`,
        ]
      : []),
  ],
  rows: async ({ db, services }, objects) => {
    const places = await pathsOf(
      db,
      objects.map(({ id }) => id),
    );
    const now = services.now();
    const figures = await countsOf(
      db,
      objects.map(({ id }) => id),
      now - dayMillis,
      now,
    );
    return objects.map(({ id }) => ({
      path: places.get(id) ?? '',
      calls24: figures.get(id)?.calls ?? 0,
      failures24: figures.get(id)?.failures ?? 0,
      p95: figures.get(id)?.p95 ?? null,
      lastAt: figures.get(id)?.lastAt ?? null,
    }));
  },
});
