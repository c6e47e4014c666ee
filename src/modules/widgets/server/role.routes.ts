import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { routesWith, saveGift } from '#kit/server/role-module/role-module.ts';
import { findRole, listRoles, roleData } from '#kit/server/access/role.query.ts';
import { holdingRoutes } from '#kit/server/access/role.routes.ts';
import { ownerPath } from '#kit/server/access/role.owner.ts';
import { emptyRole } from '#kit/server/access/role.state.ts';
import type { RoleCall } from '#kit/server/access/role.view.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { JobKind } from '#kit/server/services.ts';
import {
  mamExplain,
  mamHolderExport,
  mamResources,
  mamRoleExport,
  mamSaveResources,
  widgetResources,
  widgetRole,
  widgetSaveResources,
} from '../common/role.contract.ts';
import { appChannels, appFunctions } from '../common/widget-words.ts';
import { mamHoldersJob, mamRolesJob, started } from './role.files.ts';
import { mamGifts, widgetGifts } from './role.kind.ts';
import { mamRoles } from './role.list.ts';
import { explainWidget } from './role.explain.ts';
import { widgetInRange } from './widget.ts';

/** What is read from and written to files. */
export const widgetRoleJobs: readonly JobKind<never, unknown>[] = [...mamRoles.jobs, mamRolesJob, mamHoldersJob];

async function resourcesOf(call: Call, roleId: string): Promise<Reply<typeof mamResources>> {
  const { db, caller, services } = call;
  const role = await roleData(call, 'mam', roleId);
  const { rows } = await sql<{
    id: string;
    name: { zh_CN: string };
    categoryId: string | null;
    category: { zh_CN: string } | null;
    audience: string;
    platforms: number[];
  }>`select w.id, w.name, w.category_id as "categoryId", c.name as category, w.audience, w.platforms from widget w
    left join widget_category c on c.id = w.category_id where ${widgetInRange(caller.scope(), 'w.id')}
    order by c.priority nulls last, w.priority limit 2000`.execute(db);
  const word = (key: string): string => services.texts.text(caller.language, 'widgets', key);
  return {
    roleId,
    version: role.version,
    codes: (await mamGifts.giftsOf(db, [roleId])).get(roleId)?.codes ?? [],
    widgets: rows.map((row) => ({
      id: row.id,
      name: pick(row.name, caller.language),
      categoryId: row.categoryId,
      categoryName: row.category ? pick(row.category, caller.language) : '',
      forEveryone: row.audience === 'everyone',
      platforms: row.platforms,
    })),
    functions: appFunctions.map((code) => ({ code, name: word(`function.${code}`) })),
    channels: appChannels.map((code) => ({ code, name: word(`channel.${code}`) })),
  };
}

/** What the caller can't see of a role stays as it is. */
async function saveCodes(call: Call, { roleId, version, codes }: Parsed<typeof mamSaveResources>): Promise<{ version: number }> {
  return call.write(async (tx) => {
    const range = call.caller.scope();
    const old = (await mamGifts.giftsOf(tx, [roleId])).get(roleId)?.codes ?? [];
    const ids = old.filter((one) => one.startsWith('widget:')).map((one) => one.slice('widget:'.length));
    const { rows } = await sql<{
      id: string;
    }>`select id from widget where id = any(${ids}::uuid[]) and not ${widgetInRange(range, 'widget.id')}`.execute(tx);
    const unseen = rows.map(({ id }) => `widget:${id}`);
    const wished = [...new Set([...codes, ...unseen])].toSorted();
    const [state] = await changeObjects(tx, call.caller, mamGifts.kind, [{ id: roleId, version, fields: { codes: wished } }]);
    return { version: state!.version };
  });
}

async function withWidget<R extends { id: string }>(call: RoleCall, roles: readonly R[]) {
  const ids = roles.map(({ id }) => id);
  const own = await widgetGifts.giftsOf(call.db, ids);
  return roles.map((role) => ({
    ...role,
    widgetId: own.get(role.id)?.widgetId ?? '',
    functions: own.get(role.id)?.functions ?? [],
  }));
}

async function listOwn(call: Call, input: Parsed<typeof widgetRole.list>): Promise<Reply<typeof widgetRole.list>> {
  const { widgetId, ...rest } = input;
  const where = widgetId
    ? sql<boolean>`role.id in (select role_id from widget_role where widget_id = ${widgetId}::uuid)`
    : sql<boolean>`true`;
  const { list, ...counted } = await listRoles(call, 'widget', rest, { where, order: sql`lower(role.name), role.id` });
  return { list: await withWidget(call, list), ...counted };
}

async function addOwn(call: Call, { widgetId, functions, ...draft }: Parsed<typeof widgetRole.save>): Promise<{ roleId: string }> {
  return call.write(async (tx) => {
    const range = call.caller.scope();
    const { rows } = await sql`select from widget where id = ${widgetId}::uuid and ${widgetInRange(range, 'widget.id')}`.execute(tx);
    if (rows.length === 0) throw range.all ? notFound() : outOfRange();
    const fields: Fields = { ...emptyRole, ...draft, members: [], module: 'widget', widgetId, functions };
    const [roleId] = await createObjects(tx, call.caller, widgetGifts.kind, [
      { name: draft.name, path: await ownerPath(tx, fields), fields },
    ]);
    return { roleId: roleId! };
  });
}

async function functionsOf(call: Call, roleId: string): Promise<Reply<typeof widgetResources>> {
  const role = await roleData(call, 'widget', roleId);
  const own = (await widgetGifts.giftsOf(call.db, [roleId])).get(roleId);
  const { rows } = await sql<{ functions: string[] }>`select functions from widget_version where widget_id = ${own?.widgetId ?? null}::uuid
    order by (status = 2) desc, build_no desc limit 1`.execute(call.db);
  return { roleId, version: role.version, functions: own?.functions ?? [], known: rows[0]?.functions ?? [] };
}

const mamOwn: readonly BoundRoute[] = [
  handle(mamRoleExport, (call, input) => started(call, mamRolesJob, input)),
  handle(mamHolderExport, (call, input) => started(call, mamHoldersJob, input)),
  handle(mamResources, (call, { roleId }) => resourcesOf(call, roleId)),
  handle(mamSaveResources, (call, input) => saveCodes(call, input)),
  handle(mamExplain, (call, input) => explainWidget(call, input)),
];

const widgetOwn: readonly BoundRoute[] = [
  handle(widgetRole.list, (call, input) => listOwn(call, input)),
  handle(widgetRole.find, async (call, { roleId }) => (await withWidget(call, [await findRole(call, 'widget', roleId)]))[0]!),
  handle(widgetRole.save, (call, input) => addOwn(call, input)),
  handle(widgetResources, (call, { roleId }) => functionsOf(call, roleId)),
  handle(widgetSaveResources, (call, { roleId, version, functions }) =>
    saveGift(call, widgetGifts, { roleId, version, gift: { functions } }),
  ),
];

/** Operations on app roles and on the roles of widgets. */
export const widgetRoleRoutes: readonly BoundRoute[] = [
  ...routesWith(mamRoles.routes, mamOwn),
  ...routesWith(holdingRoutes(widgetRole, widgetGifts.kind), widgetOwn),
];
