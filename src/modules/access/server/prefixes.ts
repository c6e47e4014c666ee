import { sql } from 'kysely';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { interfacePrefix } from '../common/prefix.contract.ts';
import { accessChanged } from './access-changes.ts';
import { updateBesideSecret } from './address-secret.ts';
import { impactOfInterfaces, lastTests } from './counters.ts';
import { directory } from './directory.ts';
import { throughSystem } from './through-system.ts';

/** Headers that belong to the connection, not to the request. */
const hopByHop = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length)$/i;

const prefixServer = crudServer(interfacePrefix, {
  table: 'interface_prefix',
  directory,
  range: throughSystem('interface_prefix'),
  check: async (tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    const add = (index: number, path: string, key: string): unknown =>
      issues.set(index, [...(issues.get(index) ?? []), { path, namespace: 'access', key }]);
    const systems = operations.flatMap(({ before, after }) => (before === null && after?.systemId ? [after.systemId] : []));
    const known = new Set(
      systems.length === 0
        ? []
        : (await tx.selectFrom('access_system').select('id').where('id', 'in', systems).execute()).map(({ id }) => id),
    );
    for (const [index, { before, after }] of operations.entries()) {
      if (before === null && after?.systemId !== undefined && !known.has(after.systemId)) add(index, 'systemId', 'issue.noSystem');
      for (const [at, { url }] of (after?.addresses ?? []).entries()) {
        const { username, password, hash } = new URL(url);
        if (username !== '' || password !== '' || hash !== '') add(index, `addresses.${at}.url`, 'issue.addressParts');
      }
      for (const [at, { name }] of (after?.headers ?? []).entries())
        if (hopByHop.test(name) || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) add(index, `headers.${at}.name`, 'issue.header');
    }
    return issues;
  },
  written: (tx) => accessChanged(tx),
  impact: async (tx, _caller, operations) => {
    const ids = operations.filter(({ action, after }) => action === 'delete' || after?.enabled === false).map(({ id }) => id);
    if (ids.length === 0) return {};
    const rows = await tx.selectFrom('api_interface').select('id').where('prefix_id', 'in', ids).execute();
    return {
      interfaces: rows.length,
      ...(await impactOfInterfaces(
        tx,
        rows.map(({ id }) => id),
      )),
    };
  },
  usedBy: async (tx, ids) => {
    const rows = await tx
      .selectFrom('api_interface')
      .select(['id', 'name', 'prefix_id'])
      .where('prefix_id', 'in', [...ids])
      .execute();
    const found = new Map<string, { kind: string; id: string; name: string }[]>();
    for (const { prefix_id, id, name } of rows) found.set(prefix_id, [...(found.get(prefix_id) ?? []), { kind: 'apiInterface', id, name }]);
    return found;
  },
  rows: async ({ db }, objects) => {
    const ids = objects.map(({ id }) => id);
    const [{ rows }, tests] = await Promise.all([
      sql<{ id: string; interfaces: number; code: string }>`select p.id, s.code,
          (select count(*)::int from api_interface i where i.prefix_id = p.id) as interfaces
        from interface_prefix p join access_system s on s.id = p.system_id where p.id = any(${ids}::uuid[])`.execute(db),
      lastTests(db, ids),
    ]);
    const counts = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => ({
      interfaces: counts.get(id)?.interfaces ?? 0,
      systemCode: counts.get(id)?.code ?? '',
      lastTest: tests.get(id) ?? null,
    }));
  },
});

/** Prefixes on the server. */
export const prefixes = {
  ...prefixServer,
  routes: {
    ...prefixServer.routes,
    update: updateBesideSecret({
      operation: interfacePrefix.update,
      table: 'interface_prefix',
      columns: { addresses: 'addresses', signIn: 'sign_in', signInName: 'sign_in_name', signInAccount: 'sign_in_account' },
      server: prefixServer,
    }),
  },
};
