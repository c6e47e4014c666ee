import type { Selectable } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { guardKind } from '#kit/server/change/managed.ts';
import type { ConfigArea, ConfigKind } from '#kit/server/config/config-area.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { notFound, Refusal, stale, wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { areaLock, AreaRow, areaUnlock } from '../common/config.contract.ts';
import { findBundle, type BundleData } from './bundle.service.ts';
import type { ConfigAreaTable } from './config.table.ts';
import { kindsInOrder } from './names.ts';

type AreaData = Selectable<ConfigAreaTable>;

/** Notes that areas were exported; what nobody applied yet is measured against it. */
export async function noteExport(db: Db, bundle: BundleData, now: number): Promise<void> {
  for (const area of bundle.areas)
    await db
      .insertInto('config_area')
      .values({ area, bundle_id: bundle.id, exported_at: now, applied_at: null, applied_by: null, drift_at: null })
      .onConflict((on) =>
        on.column('area').doUpdateSet((is) => ({
          exported_at: now,
          // A file that manages the area stays the measure until another is applied.
          bundle_id: is.case().when('config_area.managed_by', '=', 'file').then(is.ref('config_area.bundle_id')).else(bundle.id).end(),
        })),
      )
      .execute();
}

/** The areas in the order in which they are applied. */
export async function listAreas(db: Db, services: Services, caller: Caller): Promise<AreaRow[]> {
  const rows = new Map((await db.selectFrom('config_area').selectAll().execute()).map((row) => [row.area, row]));
  const areas = [...new Set(kindsInOrder(services.configAreas).map(({ area }) => area))];
  return Promise.all(areas.map((area) => viewOf(db, { services, caller }, area, rows.get(area.area))));
}

async function viewOf(
  db: Db,
  { services, caller }: { services: Services; caller: Caller },
  area: ConfigArea,
  row: AreaData | undefined,
): Promise<AreaRow> {
  const objects = await Promise.all(area.kinds.map((kind) => kind.objects(db, services)));
  const bundle = row?.bundle_id ? await findBundle(db, row.bundle_id) : undefined;
  return {
    id: area.area,
    area: area.area,
    title: area.title[caller.language],
    objects: objects.flat().filter(({ untouched }) => !untouched).length,
    managedBy: row?.managed_by ?? 'console',
    allowHand: row?.allow_hand ?? false,
    exportedAt: row?.exported_at ?? null,
    appliedAt: row?.applied_at ?? null,
    appliedBy: row?.applied_by ?? null,
    bundle: bundle ? { id: bundle.id, name: bundle.name } : null,
    driftAt: row?.drift_at ?? null,
    drift: row?.drift_count ?? 0,
    version: row?.version ?? 1,
  };
}

/** One area as answers carry it. */
export async function getArea(db: Db, services: Services, caller: Caller, name: string): Promise<AreaRow> {
  const area = services.configAreas.find((one) => one.area === name);
  if (!area) throw notFound();
  return viewOf(db, { services, caller }, area, await db.selectFrom('config_area').selectAll().where('area', '=', name).executeTakeFirst());
}

async function lockRow(
  tx: Tx,
  services: Pick<Services, 'configAreas'>,
  { area, version }: { area: string; version: number },
): Promise<AreaData> {
  if (!services.configAreas.some((one) => one.area === area)) throw notFound();
  await tx
    .insertInto('config_area')
    .values({ area, bundle_id: null, exported_at: null, applied_at: null, applied_by: null, drift_at: null })
    .onConflict((on) => on.doNothing())
    .execute();
  const row = await tx.selectFrom('config_area').selectAll().where('area', '=', area).forUpdate().executeTakeFirstOrThrow();
  if (row.version !== version) throw stale({ area, version: row.version, managedBy: row.managed_by });
  return row;
}

/** Lets a file manage an area. 10412 where no bundle says how it should be. */
export async function lockArea(tx: Tx, means: { caller: Caller; services: Services }, input: Parsed<typeof areaLock>): Promise<void> {
  const row = await lockRow(tx, means.services, input);
  const bundleId = input.bundleId ?? row.bundle_id;
  if (bundleId === null) throw wrongState('noBundle');
  const bundle = await findBundle(tx, bundleId);
  if (!bundle.areas.includes(input.area)) throw wrongState('noBundle');
  means.caller.touch({ kind: 'configArea', id: input.area, name: input.area });
  means.caller.note({ allowHand: input.allowHand, bundle: bundle.name });
  await tx
    .updateTable('config_area')
    .set({ managed_by: 'file', allow_hand: input.allowHand, bundle_id: bundleId, drift_at: null, version: row.version + 1 })
    .where('area', '=', input.area)
    .execute();
}

/** Lets administrators manage an area by hand again. */
export async function unlockArea(tx: Tx, means: { caller: Caller; services: Services }, input: Parsed<typeof areaUnlock>): Promise<void> {
  const row = await lockRow(tx, means.services, input);
  if (row.managed_by !== 'file') throw wrongState(row.managed_by);
  means.caller.touch({ kind: 'configArea', id: input.area, name: input.area });
  await means.services.warnings.clear(tx, 'config.drift', input.area);
  await tx
    .updateTable('config_area')
    .set({ managed_by: 'console', allow_hand: false, version: row.version + 1 })
    .where('area', '=', input.area)
    .execute();
}

/** Calls by which files manage what they hold. */
const byFile = new Set(['config.apply', 'config.undo']);

/** Refuses writes by hand in areas that files manage (11084): one hook in the change engine, whatever page, import or undo they come from. */
export function guardAreas(services: Services): void {
  for (const area of services.configAreas)
    for (const kind of area.kinds)
      guardKind(kind.kind, (tx, caller, work) => assertByHand(tx, caller, { services, area, kind, operations: work.operations }));
}

interface Written {
  services: Services;
  area: ConfigArea;
  kind: ConfigKind;
  operations: readonly { id: string; action: string; before: Fields | null; after: Fields | null }[];
}

async function assertByHand(tx: Tx, caller: Caller, { services, area, kind, operations }: Written): Promise<void> {
  if (byFile.has(caller.operation)) return;
  const row = await tx
    .selectFrom('config_area')
    .select('area')
    .where('area', '=', area.area)
    .where('managed_by', '=', 'file')
    .where('allow_hand', '=', false)
    .executeTakeFirst();
  if (!row) return;
  const held = new Set([...Object.keys(kind.fields), ...Object.keys(kind.secrets ?? {})]);
  // Members of a role and the like stand in no file: they are given and taken as ever.
  const touching = operations.filter(({ before, after }) => !before || !after || Object.keys(after).some((name) => held.has(name)));
  if (touching.length === 0) return;
  const objects = new Map((await kind.objects(tx, services)).map((object) => [object.id, object]));
  const managed = touching.find(({ id, action, before, after }) => {
    const object = objects.get(id);
    // What is gone by now is judged by what it was.
    if (!object) return action === 'delete' && (kind.holds?.(before ?? {}) ?? true);
    return !object.only || Object.keys(after ?? {}).some((name) => object.only!.includes(name));
  });
  if (managed) throw new Refusal(11084, { area: area.title[caller.language] }, { area: area.area });
}
