import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Selectable } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Json } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { findFile, keepMade } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, notGranted, Refusal } from '#kit/server/refusal.ts';
import type { JobContext, CoreServices, Services } from '#kit/server/services.ts';
import { makeScratch, removeScratch } from '#platform/files/scratch.ts';
import { readBundle, type ReadBundle } from './bundle-read.ts';
import { packBundle } from './bundle-write.ts';
import type { ConfigBundleTable } from './config.table.ts';
import { documentOf } from './documents.ts';
import { pathOf } from './lines.ts';
import { kindsInOrder, Names } from './names.ts';
import { Unreadable } from './yaml-text.ts';

export type BundleData = Selectable<ConfigBundleTable>;

/** Every object of the areas as its file says it, by path. */
async function documentsOf(
  db: Db,
  services: Services,
  areas: readonly string[],
): Promise<{ documents: Map<string, Json>; counts: Record<string, number> }> {
  const names = new Names(db, services);
  const documents = new Map<string, Json>();
  const counts: Record<string, number> = Object.fromEntries(areas.map((area) => [area, 0]));
  for (const { area, kind } of kindsInOrder(services.configAreas.filter((one) => areas.includes(one.area)))) {
    const objects = [...(await names.objects(kind.name)).values()].filter(({ untouched }) => !untouched);
    for (let start = 0; start < objects.length; start += 1000) {
      const piece = objects.slice(start, start + 1000);
      const states = await db.transaction().execute((tx) =>
        kind.kind.read(
          tx,
          piece.map(({ id }) => id),
          false,
        ),
      );
      for (const object of piece) {
        const state = states.get(object.id);
        if (!state) continue;
        const file = pathOf(area.area, kind.name, object.code);
        documents.set(file, await documentOf({ kind, object, base: file.replace(/\.yaml$/, '') }, state.fields, names));
        counts[area.area] = (counts[area.area] ?? 0) + 1;
      }
    }
  }
  return { documents, counts };
}

/** Writes areas to a bundle that is kept. */
export async function exportBundle({ services, caller, progress }: JobContext, areas: readonly string[]): Promise<BundleData> {
  const { db } = services.database;
  const { documents, counts } = await documentsOf(db, services, areas);
  await progress({ done: documents.size, total: documents.size, failed: 0 });
  const { stream, files } = await packBundle({ format: 1, version: services.version, areas: [...areas], counts }, documents);
  const file = await keepMade(services, stream, {
    name: `configuration-${new Date(services.now()).toISOString().slice(0, 10)}.zip`,
    type: 'application/zip',
    purpose: 'config.bundle',
    owner: caller.uid,
    keepMillis: null,
  });
  const bundle = { hash: file.hash, fileId: file.id, name: file.name, version: services.version, areas: [...areas], counts, files };
  return storeBundle(db, { services, caller }, { ...bundle, kind: 'export' });
}

interface BundleFacts extends Pick<ConfigBundleTable, 'hash' | 'name' | 'kind' | 'areas'> {
  fileId: string;
  version: string;
  counts: Record<string, number>;
  files: ReadBundle['files'];
}

/** Notes a bundle whose file is kept. */
function storeBundle(db: Db, { services, caller }: { services: Services; caller: Caller }, facts: BundleFacts): Promise<BundleData> {
  return db
    .insertInto('config_bundle')
    .values({
      id: newId(),
      file_id: facts.fileId,
      hash: facts.hash,
      name: facts.name,
      kind: facts.kind,
      product_version: facts.version,
      areas: facts.areas,
      counts: JSON.stringify(facts.counts),
      files: JSON.stringify(facts.files),
      at: services.now(),
      by_uid: caller.uid,
      by_name: caller.name,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A bundle by its id. */
export async function findBundle(db: Db, id: string): Promise<BundleData> {
  const bundle = await db.selectFrom('config_bundle').selectAll().where('id', '=', id).executeTakeFirst();
  if (!bundle) throw notFound();
  return bundle;
}

/** What a kept file holds; 11080 with file and line where it can't be read, 11081 where a newer version made it. */
export async function openBundle(
  services: CoreServices,
  file: { hash: string; name: string },
  language: Caller['language'],
): Promise<ReadBundle> {
  const folder = await makeScratch(path.join(services.settings.dataDir, 'tmp'));
  try {
    const local = path.join(folder, 'bundle.zip');
    await pipeline(await services.files.open(file.hash), createWriteStream(local));
    const read = await readBundle(local, file.name);
    const { version } = read.manifest;
    if (isNewer(version, services.version)) throw new Refusal(11081, { version });
    return read;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const reason = services.texts.text(language, 'config-as-code', `unreadable.${error.why}`, { detail: error.detail });
    throw new Refusal(11080, { file: error.file, n: error.line, reason }, { file: error.file, line: error.line, reason });
  } finally {
    await removeScratch(folder);
  }
}

/** Areas must exist, and what leaves or is compared must be readable to who asks for it. */
export function assertAreas(services: Pick<Services, 'configAreas'>, caller: Caller, areas: readonly string[]): void {
  for (const name of areas) {
    const area = services.configAreas.find((one) => one.area === name);
    if (!area) throw new InvalidInput([{ path: 'areas', namespace: 'config-as-code', key: 'issue.noArea', params: { area: name } }]);
    const missing = area.kinds.find(({ kind }) => !caller.can(kind.codes.read));
    if (missing) throw notGranted(missing.kind.codes.read);
  }
}

/** Notes a file that somebody uploaded as a bundle; answers it with what was read. */
export async function uploadBundle(
  services: Services,
  caller: Caller,
  fileId: string,
): Promise<{ bundle: BundleData; documents: ReadBundle['documents'] }> {
  const { db } = services.database;
  const file = await findFile(db, caller.uid, fileId, services.now());
  const { manifest, files, documents } = await openBundle(services, file, caller.language);
  const { version, areas, counts } = manifest;
  const facts = { fileId: file.id, hash: file.hash, name: file.name, kind: 'upload' as const, version, areas, counts, files };
  return { bundle: await storeBundle(db, { services, caller }, facts), documents };
}

function isNewer(one: string, other: string): boolean {
  const parts = (version: string): number[] => version.split(/[.+-]/).slice(0, 3).map(Number);
  const [left, right] = [parts(one), parts(other)];
  if ([...left, ...right].some(Number.isNaN)) return false;
  const at = left.findIndex((part, index) => part !== (right[index] ?? 0));
  return at >= 0 && left[at]! > (right[at] ?? 0);
}
