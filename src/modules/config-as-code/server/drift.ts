import { systemCaller } from '#kit/server/caller.ts';
import type { Services } from '#kit/server/services.ts';
import { findBundle, openBundle } from './bundle.service.ts';
import type { DriftLine } from './config.table.ts';
import { diffsOf, linesOf } from './lines.ts';

const shown = 200;
const hourMillis = 3_600_000;

/** Compares an area with its bundle, deletions included; keeps and tells how many lines differ. Undefined where no bundle says how it should be. */
export async function lookForDrift(services: Services, area: string): Promise<number | undefined> {
  const { db } = services.database;
  const row = await db.selectFrom('config_area').selectAll().where('area', '=', area).executeTakeFirst();
  if (!row?.bundle_id) return undefined;
  const { documents } = await openBundle(services, await findBundle(db, row.bundle_id), 'zh_CN');
  const caller = systemCaller('config.drift');
  const lines = await db
    .transaction()
    .execute((tx) => linesOf({ tx, services, caller }, { documents, areas: [area], prune: true, mapping: {}, secrets: {} }));
  // A refused line can't be made equal by applying: it differs as well.
  const differing = lines.filter(({ action }) => action !== 'same');
  const kept = differing
    .slice(0, shown)
    .map((line): DriftLine => ({ path: line.path, action: line.action, name: line.name, fields: diffsOf(line) }));
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('config_area')
      .set({ drift_at: services.now(), drift_count: differing.length, drift: JSON.stringify(kept) })
      .where('area', '=', area)
      .execute();
    if (row.managed_by !== 'file') return;
    if (differing.length === 0) return services.warnings.clear(tx, 'config.drift', area);
    const found = services.configAreas.find((one) => one.area === area);
    await services.warnings.raise(tx, {
      kind: 'config.drift',
      object: { kind: 'configArea', id: area, name: found?.title ?? area },
      facts: { count: differing.length },
    });
  });
  return differing.length;
}

/** Looks once an hour at the areas that files manage; one node of an installation does it at a time. */
export async function driftTick(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const due = await db
    .updateTable('config_area')
    .set({ drift_at: now })
    .where('managed_by', '=', 'file')
    .where((is) => is.or([is('drift_at', 'is', null), is('drift_at', '<', now - hourMillis)]))
    .returning('area')
    .execute();
  for (const { area } of due) await lookForDrift(services, area);
}
