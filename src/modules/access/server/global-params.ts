import { sql } from 'kysely';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import { globalParam, globalParamUsage } from '../common/global-param.contract.ts';
import { accessChanged } from './access-changes.ts';
import { systemInRange } from './through-system.ts';

interface Use {
  kind: string;
  id: string;
  name: string;
  system: string;
}

/** What names these parameters, by name: drafts, live versions, prefixes. */
async function usesOf(db: Db, names: readonly string[]): Promise<Map<string, Use[]>> {
  const found = new Map<string, Use[]>();
  if (names.length === 0) return found;
  const { rows } = await sql<Use & { param: string }>`
    select named.name as param, 'apiInterface' as kind, i.id, i.name, i.system_id as system from unnest(${[...names]}::text[]) as named(name)
      join api_interface i on strpos(i.definition::text, '{{g.' || named.name || '}}') > 0
        or exists (select from interface_version v where v.interface_id = i.id and v.no = i.live_version_no and strpos(v.definition::text, '{{g.' || named.name || '}}') > 0)
    union all select named.name, 'interfacePrefix', p.id, p.name, p.system_id from unnest(${[...names]}::text[]) as named(name)
      join interface_prefix p on strpos(p.headers::text, '{{g.' || named.name || '}}') > 0 or (p.sign_in = 'token' and p.sign_in_name = named.name)`.execute(
    db,
  );
  for (const { param, ...use } of rows) found.set(param, [...(found.get(param) ?? []), use]);
  return found;
}

/** What names a parameter. */
export async function globalUses(db: Db, id: string): Promise<{ kind: string; id: string; name: string }[]> {
  const param = await db.selectFrom('global_param').select('name').where('id', '=', id).executeTakeFirst();
  if (!param) throw notFound();
  return ((await usesOf(db, [param.name])).get(param.name) ?? []).map(({ system: _system, ...use }) => use);
}

const crud = crudServer(globalParam, {
  table: 'global_param',
  check: async (_tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, { before, after }] of operations.entries()) {
      const kind = after?.kind ?? before?.kind;
      const wrong = (path: string, key: string): unknown => issues.set(index, [{ path, namespace: 'access', key }]);
      if (kind === 'token' && after && 'token' in after && after.token === null) wrong('token', 'issue.noToken');
      if (kind === 'number' && after?.value !== undefined && !Number.isFinite(Number(after.value))) wrong('value', 'issue.noNumber');
      if (kind === 'json' && after?.value !== undefined && !isJson(after.value)) wrong('value', 'issue.noJson');
    }
    return issues;
  },
  written: (tx) => accessChanged(tx),
  usedBy: async (tx, ids) => {
    const rows = await tx
      .selectFrom('global_param')
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute();
    const uses = await usesOf(
      tx,
      rows.map(({ name }) => name),
    );
    return new Map(
      rows.flatMap(({ id, name }) => (uses.has(name) ? [[id, uses.get(name)!.map(({ system: _system, ...use }) => use)] as const] : [])),
    );
  },
  rows: async ({ db }, objects) => {
    const ids = objects.map(({ id }) => id);
    const [uses, tokens] = await Promise.all([
      usesOf(
        db,
        objects.map(({ name }) => name),
      ),
      ids.length === 0
        ? []
        : db.selectFrom('global_token').select(['param_id', 'obtained_at', 'valid_until']).where('param_id', 'in', ids).execute(),
    ]);
    const known = new Map(tokens.map((one) => [one.param_id, one]));
    return objects.map(({ id, name }) => ({
      usedBy: uses.get(name)?.length ?? 0,
      obtainedAt: known.get(id)?.obtained_at ?? null,
      validUntil: known.get(id)?.valid_until ?? null,
    }));
  },
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Global parameters on the server. */
export const globalParams = {
  ...crud,
  routes: {
    ...crud.routes,
    usage: handle(globalParamUsage, async ({ db, caller }, { id }) => {
      const range = caller.scope();
      const param = await db.selectFrom('global_param').select('name').where('id', '=', id).executeTakeFirst();
      if (!param) throw notFound();
      const all = (await usesOf(db, [param.name])).get(param.name) ?? [];
      const { rows } = await sql<{ id: string }>`select t.id from access_system t where ${systemInRange(range, 't.id')}`.execute(db);
      const seen = new Set(rows.map((row) => row.id));
      return { list: all.filter(({ system }) => seen.has(system)).map(({ system: _system, ...use }) => use) };
    }),
  },
};
