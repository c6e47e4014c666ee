import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { InvalidInput, notFound, Refusal, stale } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { targetList, targetSave, targetTest, TargetView } from '../../common/cleaning/archive.contract.ts';
import { isAllowedFolder, openArchiveStore, secretPlace, targetRefused, type TargetData } from './archive.store.ts';
import type { TargetPlace } from './cleaning.table.ts';
import { archiveTargetKind } from './target.kind.ts';

/** Places for archives, by name. */
export async function listTargets({ db }: Call, input: Parsed<typeof targetList>): Promise<Reply<typeof targetList>> {
  const order = orderOf(input.sort ?? 'name', { name: sql`lower(name)` }, sql`id`);
  const { list, ...rest } = await readPage<TargetData>(db, { columns: sql`*`, from: sql`archive_target`, where: [], order }, input);
  return { list: list.map(viewOf), ...rest };
}

const viewOf = ({ id, version, name, store, place, secret, last_test }: TargetData): TargetView => ({
  id,
  version,
  name,
  store,
  host: place.host ?? null,
  port: place.port ?? null,
  bucket: place.bucket ?? null,
  prefix: place.prefix ?? null,
  region: place.region ?? null,
  tls: place.tls ?? true,
  key: place.key ?? null,
  folder: place.folder ?? null,
  hasSecret: secret !== null,
  lastTest: last_test,
});

/** Adds a target or changes one. */
export async function saveTarget(call: Call, input: Parsed<typeof targetSave>): Promise<TargetView> {
  const { services, caller } = call;
  return call.write(async (tx) => {
    const id = input.id ?? newId();
    const before = await tx.selectFrom('archive_target').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (input.id !== undefined && !before) throw notFound();
    if (before && before.version !== input.version) throw stale(viewOf(before));
    const { name, store } = { ...(before && { name: before.name, store: before.store }), ...defined(input) };
    if (name === undefined) throw missing('name');
    if (store === undefined || store === 'builtin') throw missing('store');
    const place = placeOf(services, { ...before?.place, ...defined(input), store });
    const kept = before && sameDoor(before.place, place) ? before.secret : null;
    const secret = input.secret === undefined ? kept : services.secrets.seal(input.secret, secretPlace(id));
    const fields: Fields = { name, store, place: wholeOf(place), secret };
    if (before) await changeObjects(tx, caller, archiveTargetKind, [{ id, version: before.version, fields }]);
    else await createObjects(tx, caller, archiveTargetKind, [{ id, name, path: null, fields }]);
    caller.touch({ kind: archiveTargetKind.kind, id, name });
    return viewOf(await tx.selectFrom('archive_target').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
  });
}

/** A secret is for one door only. */
export const sameDoor = (a: TargetPlace, b: TargetPlace): boolean => a.host === b.host && a.port === b.port && a.key === b.key;

const missing = (name: string): InvalidInput => new InvalidInput([{ path: name, namespace: 'kit', key: 'issue.missing' }]);

/** A place as it is kept: what is not said is not there. */
const wholeOf = (place: TargetPlace): Fields =>
  Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined)) as Fields;

/** What was sent, without what was left out. */
const defined = <T extends object>(input: T): Partial<T> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Where a target lies, with what its kind of store needs; 10400 where that is missing or not allowed. */
export function placeOf({ settings }: Pick<Services, 'settings'>, input: Omit<Parsed<typeof targetSave>, 'secret'>): TargetPlace {
  if (input.store === 'folder') {
    if (!input.folder) throw missing('folder');
    const folder = path.resolve(input.folder);
    if (!path.isAbsolute(input.folder) || !isAllowedFolder(settings.archiveFolders, folder))
      throw new InvalidInput([{ path: 'folder', namespace: 'logs', key: 'issue.folder' }]);
    return { folder };
  }
  if (!input.host) throw missing('host');
  if (!input.bucket) throw missing('bucket');
  if (!input.key) throw missing('key');
  if (!/^[\w.:-]+$/.test(input.host)) throw new InvalidInput([{ path: 'host', namespace: 'kit', key: 'issue.invalid_value' }]);
  const { host, bucket, key, tls = true } = input;
  return { host, bucket, key, tls, port: input.port ?? undefined, prefix: input.prefix ?? undefined, region: input.region ?? undefined };
}

/** Writes, reads back and removes; what went wrong stands beside the target. */
export async function testTarget(call: Call, { id }: Parsed<typeof targetTest>): Promise<TargetView> {
  const { services, db, caller } = call;
  const target = await db.selectFrom('archive_target').selectAll().where('id', '=', id).executeTakeFirst();
  if (!target) throw notFound();
  const refusal = await probe(call, target);
  const note = { at: services.now(), ok: refusal === null, reason: refusal === null ? null : String(refusal.params['reason']) };
  if (refusal) {
    // The refusal ends the call; what was found is kept all the same.
    await db
      .updateTable('archive_target')
      .set({ last_test: JSON.stringify(note) })
      .where('id', '=', id)
      .execute();
    throw refusal;
  }
  return call.write(async (tx) => {
    caller.touch({ kind: 'archiveTarget', id, name: target.name });
    return viewOf(
      await tx
        .updateTable('archive_target')
        .set({ last_test: JSON.stringify(note) })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  });
}

async function probe({ services }: Call, target: TargetData): Promise<Refusal | null> {
  try {
    const store = await openArchiveStore(services, target);
    try {
      const sent = randomBytes(1024);
      const { hash } = await store.put('test', Readable.from([sent]));
      const back = await buffer(await store.open(hash));
      await store.remove(hash);
      return back.equals(sent) ? null : new Refusal(19007, { reason: 'content' });
    } finally {
      await store.close();
    }
  } catch (error) {
    return targetRefused(error);
  }
}
