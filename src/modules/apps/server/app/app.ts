import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Tx } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { app, onShelf } from '../../common/app.contract.ts';
import { appSeen } from '../in-app.ts';
import { releaseChanged } from '../offer/release-changes.ts';
import './app.table.ts';
import { iconFiles } from './icon.ts';

/** What lists say of an app beside its own fields. */
interface Extras {
  id: string;
  released: { platform: 1 | 2 | 4 | 5 | 8; versionId: string; versionName: string; buildNo: string }[];
  terminals: number;
  feedback: number;
  halted: number;
  hasIcon: boolean;
}

const monthMillis = 30 * 86_400_000;

/** Apps on the server. */
export const apps = crudServer(app, {
  table: 'app',
  directory,
  // A manager reads an app outside of the range too; its record is changed by the range of its department alone.
  range: { visible: (range) => appSeen(range, 't'), outside: async (_tx, _range, operations) => new Set(operations.keys()) },
  tidy: (entered) => ({ ...entered, ...(entered.appKey === '' && { appKey: randomBytes(8).toString('hex') }) }),
  check: (tx, _caller, operations) => checkApps(tx, operations),
  written: (tx) => releaseChanged(tx),
  usedBy: async (tx, ids) => {
    const { rows } = await sql<{ app_id: string; id: string; name: string }>`select app_id, id, version_name as name from app_version
      where app_id = any(${[...ids]}::uuid[]) and status = ${onShelf}`.execute(tx);
    const uses = new Map<string, { kind: string; id: string; name: string }[]>();
    for (const { app_id, id, name } of rows) uses.set(app_id, [...(uses.get(app_id) ?? []), { kind: 'appVersion', id, name }]);
    return uses;
  },
  where: (_means, { platform }) => (platform === undefined ? [] : [sql<boolean>`t.platforms @> ${JSON.stringify([{ platform }])}::jsonb`]),
  rows: async ({ db, services }, found) => {
    const { rows } = await sql<Extras>`select a.id,
        coalesce((select jsonb_agg(r) from (select distinct on (v.platform) v.platform, v.id as "versionId", v.version_name as "versionName", v.build_no as "buildNo"
          from app_version v where v.app_id = a.id and v.status = ${onShelf} order by v.platform, v.build_key desc) r), '[]') as released,
        (select count(*) from app_terminal x where x.app_id = a.id and x.last_seen > ${services.now() - monthMillis})::int as terminals,
        (select count(*) from feedback f where f.app_id = a.id and f.state = 'new')::int as feedback,
        (select count(*) from rollout r where r.app_id = a.id and r.state = 'halted')::int as halted,
        (a.icon_id is not null or exists (select from app_icon i where i.app_id = a.id)) as "hasIcon"
      from app a where a.id = any(${found.map(({ id }) => id)}::uuid[])`.execute(db);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return found.map(({ id }) => {
      const { released = [], terminals = 0, feedback = 0, halted = 0, hasIcon = false } = byId.get(id) ?? {};
      return { released, terminals, feedback, halted, hasIcon };
    });
  },
});

/** No two apps have the same identity on a platform; an icon is a picture. */
async function checkApps(tx: Tx, operations: readonly Operation<StoredOf<typeof app.fields>>[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const icons = await iconFiles(
    tx,
    operations.flatMap(({ after }) => after?.iconId ?? []),
  );
  const refuse = (index: number, issue: OperationIssue): unknown => issues.set(index, [...(issues.get(index) ?? []), issue]);
  for (const [index, { id, action, after }] of operations.entries()) {
    if (action !== 'restore' && after?.iconId && !icons.has(after.iconId))
      refuse(index, { path: 'iconId', namespace: 'apps', key: 'app.iconMistake' });
    const named = (after?.platforms ?? []).flatMap(({ platform, identity }) => (identity ? [{ platform, identity }] : []));
    if (named.length === 0) continue;
    const { rows } = await sql`select from app t, lateral jsonb_array_elements(t.platforms) as p(value),
        jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n(platform int, identity text)
      where t.id <> ${id}::uuid and (p.value ->> 'platform')::int = n.platform and p.value ->> 'identity' = n.identity limit 1`.execute(tx);
    if (rows.length > 0) refuse(index, { path: 'platforms', namespace: 'apps', key: 'app.identityTaken' });
  }
  return issues;
}

/** The kind of apps, for changes that other modules make of one. */
export const appKind: Kind = apps.kind;
