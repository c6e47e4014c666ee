import { sql } from 'kysely';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { Refusal, wrongState } from '#kit/server/refusal.ts';
import { countsOfSystems } from '#modules/call-logs/server/public.ts';
import { accessSystem, builtInSystemId } from '../common/system.contract.ts';
import { accessChanged } from './access-changes.ts';
import { noteInterfaces } from './call-targets.ts';
import { impactOfInterfaces } from './counters.ts';
import { directory } from './directory.ts';

/** Codes that are paths of the product itself. */
const reserved = new Set(['sys', 'api', 'client', 'gateway', 'scim', 'hook', 'install', 'd', 'test']);
const form = /^[a-z0-9][a-z0-9_-]{1,31}$/;
const dayMillis = 86_400_000;

/** Access systems on the server. */
export const systems = crudServer(accessSystem, {
  table: 'access_system',
  directory,
  check: async (_tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, { id, action, after, before }] of operations.entries()) {
      if (id === builtInSystemId && (action === 'delete' || after?.enabled === false)) throw wrongState('builtIn');
      const code = before === null ? after?.code : undefined;
      if (code !== undefined && reserved.has(code)) throw new Refusal(14003, { code }, { field: 'code', code });
      if (code !== undefined && !form.test(code)) issues.set(index, [{ path: 'code', namespace: 'access', key: 'issue.systemCode' }]);
    }
    return issues;
  },
  impact: async (tx, _caller, operations) => {
    const ids = operations.filter(({ action, after }) => action === 'delete' || after?.enabled === false).map(({ id }) => id);
    if (ids.length === 0) return {};
    const rows = await tx.selectFrom('api_interface').select('id').where('system_id', 'in', ids).execute();
    return {
      interfaces: rows.length,
      ...(await impactOfInterfaces(
        tx,
        rows.map(({ id }) => id),
      )),
    };
  },
  written: async (tx, _caller, operations) => {
    await accessChanged(tx);
    await noteInterfaces(tx, sql`s.id = any(${operations.map(({ id }) => id)}::uuid[])`);
  },
  usedBy: async (tx, ids) => {
    const { rows } = await sql<{ system: string; kind: string; id: string; name: string }>`
      select system_id as system, 'interfacePrefix' as kind, id, name from interface_prefix where system_id = any(${[...ids]}::uuid[])
      union all select system_id, 'apiInterface', id, name from api_interface where system_id = any(${[...ids]}::uuid[])`.execute(tx);
    const found = new Map<string, { kind: string; id: string; name: string }[]>();
    for (const { system, ...use } of rows) found.set(system, [...(found.get(system) ?? []), use]);
    return found;
  },
  where: async ({ services }, { endingDays }) =>
    endingDays === undefined
      ? []
      : [
          sql<boolean>`exists (select from access_key k where k.system_id = t.id and k.revoked_at is null and k.expires_at between ${services.now()} and ${services.now() + endingDays * dayMillis})`,
        ],
  rows: async ({ db, services }, objects) => {
    const ids = objects.map(({ id }) => id);
    const { rows } = await sql<{ id: string; interfaces: number; grants: number; keys: number; ends: number | null }>`select s.id,
        (select count(*)::int from api_interface i where i.system_id = s.id) as interfaces,
        (select count(*)::int from interface_grant g where g.grantee_kind = 'system' and g.grantee_id = s.id::text) as grants,
        (select count(*)::int from access_key k where k.system_id = s.id and k.revoked_at is null and coalesce(k.expires_at, 9e15) > ${services.now()}) as keys,
        (select min(k.expires_at) from access_key k where k.system_id = s.id and k.revoked_at is null and k.expires_at > ${services.now()}) as ends
      from access_system s where s.id = any(${ids}::uuid[])`.execute(db);
    const counts = new Map(rows.map((row) => [row.id, row]));
    const now = services.now();
    const figures = await countsOfSystems(db, ids, now - dayMillis, now);
    return ids.map((id) => ({
      interfaces: counts.get(id)?.interfaces ?? 0,
      grants: counts.get(id)?.grants ?? 0,
      keys: counts.get(id)?.keys ?? 0,
      calls24: figures.get(id)?.calls ?? 0,
      failures24: figures.get(id)?.failures ?? 0,
      keyEndsAt: counts.get(id)?.ends ?? null,
    }));
  },
});
