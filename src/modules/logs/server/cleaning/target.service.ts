import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { InvalidInput, notFound, Refusal, stale, taken } from '#kit/server/refusal.ts';
import type { targetList, targetSave, targetTest, TargetView } from '../../common/cleaning/archive.contract.ts';
import { isAllowedFolder, openArchiveStore, secretPlace, targetRefused, type TargetData } from './archive.store.ts';
import type { TargetPlace } from './cleaning.table.ts';

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
    const place = placeOf(call, { ...before?.place, ...defined(input), store });
    const { rows } = await sql`select from archive_target where lower(name) = lower(${name}) and id <> ${id}::uuid`.execute(tx);
    if (rows.length > 0) throw taken('name');
    const now = services.now();
    const kept = before && sameDoor(before.place, place) ? before.secret : null;
    const secret = input.secret === undefined ? kept : services.secrets.seal(input.secret, secretPlace(id));
    const values = { name, store, place: JSON.stringify(place), secret, last_test: null, updated_at: now, updated_by: caller.uid };
    caller.touch({ kind: 'archiveTarget', id, name });
    caller.note({
      ...(before && { before: { name: before.name, ...before.place } }),
      after: { name, ...place },
      secretChanged: input.secret !== undefined,
    });
    const row = before
      ? await tx
          .updateTable('archive_target')
          .set({ ...values, version: before.version + 1 })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('archive_target')
          .values({ id, ...values, version: 1, created_at: now, created_by: caller.uid })
          .returningAll()
          .executeTakeFirstOrThrow();
    return viewOf(row);
  });
}

/** A secret is for one door only. */
const sameDoor = (a: TargetPlace, b: TargetPlace): boolean => a.host === b.host && a.port === b.port && a.key === b.key;

const missing = (name: string): InvalidInput => new InvalidInput([{ path: name, namespace: 'kit', key: 'issue.missing' }]);

/** What was sent, without what was left out. */
const defined = <T extends object>(input: T): Partial<T> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>;

function placeOf({ services }: Call, input: Omit<Parsed<typeof targetSave>, 'secret'>): TargetPlace {
  if (input.store === 'folder') {
    if (!input.folder) throw missing('folder');
    const folder = path.resolve(input.folder);
    if (!path.isAbsolute(input.folder) || !isAllowedFolder(services.settings.archiveFolders, folder))
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
