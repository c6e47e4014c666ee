import { sql } from 'kysely';
import { createObjects, changeObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import { systemCaller, type Caller } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { crowdKind, underSql } from '#modules/crowds/server/public.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import type { Resource } from './resource.ts';
import type { ScimCaller } from './scim-caller.ts';
import type { ResourceWorks } from './scim-change.ts';
import { ScimError } from './scim-error.ts';
import { groupRecord } from './scim-mapping.ts';
import { push } from './scim-run.ts';
import type { Stored } from './scim-store.ts';
import { assertDone, recordsOf } from './scim-users.ts';
import { groups } from './schema.ts';

/** Groups are fixed crowds, departments below the source's root, or only known. */
export const groupWorks: ResourceWorks = {
  schema: groups,
  name: 'displayName',
  settle: async (services, caller, { word, row, was }) => {
    if (caller.config.groups === 'crowds') await services.database.db.transaction().execute((tx) => writeCrowd(tx, caller, word, row));
    if (caller.config.groups !== 'departments') return;
    const [before, after] = [new Set(membersOf(was ?? {})), new Set(membersOf(row.resource))];
    const touched = [...[...before].filter((id) => !after.has(id)), ...[...after].filter((id) => !before.has(id))];
    const records = [groupRecord(row.id, row.resource), ...(await memberRecords(services, caller, touched))];
    const outcome = await push(services, caller, { word, records, gone: [] });
    assertDone(services, outcome.get(row.id));
  },
  // The crowd goes unless something uses it, the department by the source's policy.
  remove: async (services, caller, now) => {
    if (caller.config.groups === 'crowds') await services.database.db.transaction().execute((tx) => removeCrowd(tx, caller, now));
    if (caller.config.groups !== 'departments') return;
    const records = await memberRecords(services, caller, membersOf(now.resource), now.id);
    await push(services, caller, { word: 'scim.delete', records, gone: [{ of: 'department', id: now.id }] });
  },
};

async function removeCrowd(tx: Tx, caller: ScimCaller, { crowd_id: crowdId }: Stored): Promise<void> {
  const crowd = crowdId ? await tx.selectFrom('crowd').select('id').where('id', '=', crowdId).executeTakeFirst() : undefined;
  if (!crowd) return;
  if ((await crowdKind.usedBy?.(tx, [crowd.id]))?.get(crowd.id)?.length) throw new ScimError(409, 'The group is in use here');
  await removeObjects(tx, actorOf(caller, 'scim.delete'), crowdKind, [crowd.id]);
}

const actorOf = (caller: ScimCaller, word: string): Caller => ({ ...systemCaller(word), address: caller.address });

/** Ids of its members, none twice. */
function membersOf(resource: Resource): string[] {
  const all = Array.isArray(resource['members']) ? resource['members'] : [];
  return [
    ...new Set(all.flatMap((one: unknown) => (typeof one === 'object' && one !== null ? (Reflect.get(one, 'value') as unknown) : []))),
  ].filter((one): one is string => typeof one === 'string');
}

/** Members as records with the departments they are in now; `without` is a group that goes. */
async function memberRecords(services: Services, caller: ScimCaller, ids: readonly string[], without?: string) {
  if (ids.length === 0) return [];
  const rows = await services.database.db
    .selectFrom('scim_resource')
    .selectAll()
    .where('source_id', '=', caller.sourceId)
    .where('kind', '=', 'User')
    .where(sql<boolean>`id::text = any(${ids}::text[])`)
    .execute();
  return recordsOf(services, caller, rows, { without });
}

/** The crowd of a group holds its members who are people here, below the source's root. */
async function writeCrowd(tx: Tx, caller: ScimCaller, word: string, row: Stored): Promise<void> {
  const actor = actorOf(caller, word);
  const source = await tx
    .selectFrom('source')
    .select(['root_department_id', 'code'])
    .where('id', '=', caller.sourceId)
    .executeTakeFirstOrThrow();
  const includes = await peopleBehind(tx, caller, { ids: membersOf(row.resource), root: source.root_department_id });
  const name = { zh_CN: String(row.resource['displayName']).slice(0, 100) };
  const known = row.crowd_id
    ? await tx.selectFrom('crowd').select(['id', 'version']).where('id', '=', row.crowd_id).executeTakeFirst()
    : undefined;
  if (known) {
    await changeObjects(tx, actor, crowdKind, [{ id: known.id, version: known.version, fields: { name, includes } }]);
    return;
  }
  const path = (await departmentPaths(tx, [source.root_department_id])).get(source.root_department_id) ?? null;
  const fields = {
    kind: 'fixed',
    name,
    code: `scim-${source.code.slice(0, 40)}-${row.id.slice(-12)}`,
    description: '',
    ownerDeptId: source.root_department_id,
    conditions: null,
    includes,
    excludes: [],
    withDisabled: false,
    churnLimit: { percent: 30, floor: 50 },
    paused: false,
  };
  const [id] = await createObjects(tx, actor, crowdKind, [{ name: name.zh_CN, path, fields }]);
  await tx.updateTable('scim_resource').set({ crowd_id: id! }).where('id', '=', row.id).execute();
}

async function peopleBehind(db: Db, caller: ScimCaller, { ids, root }: { ids: readonly string[]; root: string }): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select distinct e.id from source_link l join employee e on e.id = l.object_id and e.status <> 'deleted'
    where l.source_id = ${caller.sourceId}::uuid and l.object_kind = 'employee' and l.external_id = any(${ids}::text[]) and ${underSql(root)} order by e.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
