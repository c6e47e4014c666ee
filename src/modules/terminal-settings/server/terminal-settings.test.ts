import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal, previewRevert, revertChanges } from '#kit/common/change/journal.contract.ts';
import { systemCaller } from '#kit/server/caller.ts';
import { nothingSeen, openChunks, placeOf, sealChunks } from '#kit/server/files/seal-stream.ts';
import { fileColumn, findClear, sealedFiles, type KeptFiles } from '#kit/server/files/sealed-files.ts';
import { newId } from '#kit/server/ids.ts';
import { keyringOf } from '#kit/server/keyed-column.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { propertyModule } from '#modules/property/server/module.ts';
import { systemModule } from '#modules/system/server/module.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { copyingFiles } from '#platform/backup/copying-lock.ts';
import { openFileStore, type FileStore } from '#platform/files/file-store.ts';
import * as contract from '../common/encryption.contract.ts';
import { encryptionPage as page } from '../common/permissions.ts';
import { contentKeyOf, makeContentKey, makeKey, moveTo, openWith, sealWith } from './keys/cipher.ts';
import { noteHolder, noteTerminal } from './keys/holders.ts';
import { activateReady, watchKeys } from './keys/encryption.watch.ts';
import { openKey, openSealed, sealUnder } from './keys/keyring.ts';
import { moveSome } from './keys/protected.ts';
import { terminalSettingsModule } from './module.ts';

let served: TestModules;
const sha = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
/** In pieces that fit no chunk. */
async function* parts(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 10_007) yield content.subarray(at, at + 10_007);
}
const column = { purpose: 'messageStore', table: 'test_message', id: 'id', column: 'body' } as const;
/** A module that keeps messages under the enterprise's key. */
const keeper: ServerModule = {
  ...terminalSettingsModule,
  keyedColumns: [...(terminalSettingsModule.keyedColumns ?? []), column],
};

beforeAll(async () => {
  served = await serveModules(systemModule, ...peopleModules, propertyModule, keeper);
  await served.database.pool.query('create table test_message (id uuid primary key, body text not null)');
  served.work();
}, 120_000);
afterAll(() => served.close());

const purposeOf = async (purpose: contract.KeyPurpose) =>
  (await served.boss.call(contract.encryptionGet, {})).list.find((one) => one.purpose === purpose)!;
const keysOf = async (purpose: contract.KeyPurpose) => (await served.boss.call(contract.keyList, { purpose })).list;
const place = (row: string) => ({ table: column.table, column: column.column, row });
const write = (text: string) =>
  served.database.db.transaction().execute(async (tx) => {
    const id = newId();
    const body = await sealUnder(tx, served.services.secrets, 'messageStore', { plain: text, place: place(id) });
    await served.database.pool.query('insert into test_message values ($1, $2)', [id, body]);
    return id;
  });
const bodies = async () =>
  (await served.database.pool.query<{ id: string; body: string }>('select id::text, body from test_message order by id')).rows;
const readAll = async (): Promise<string[]> =>
  Promise.all(
    (await bodies()).map(async ({ id, body }) => String(await openSealed(served.database.db, served.services.secrets, body, place(id)))),
  );
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 400 && !(await holds()); tries += 1) await sleep(50);
  expect(await holds()).toBe(true);
};

test('Both algorithms open what they sealed, only in its place, only unchanged, and across a change of key and algorithm', () => {
  for (const algorithm of contract.keyAlgorithms) {
    const key = { keyId: '00000000000000aa', algorithm, value: makeKey(algorithm) };
    const sealed = sealWith(key, Buffer.from('secret text'), place('1'));
    expect(String(openWith(key, sealed, place('1')))).toBe('secret text');
    expect(() => openWith(key, sealed, place('2'))).toThrow(/authenticate|was changed/);
    for (const at of [-1, -12]) {
      const letter = sealed.at(at) === 'A' ? 'B' : 'A';
      expect(() => openWith(key, `${sealed.slice(0, at)}${letter}${at === -1 ? '' : sealed.slice(at + 1)}x`, place('1'))).toThrow(
        /authenticate|was changed/,
      );
    }
    expect(() => openWith({ ...key, value: makeKey(algorithm) }, sealed, place('1'))).toThrow(/authenticate|was changed/);
    const other = contract.keyAlgorithms.find((one) => one !== algorithm)!;
    const next = { keyId: '00000000000000bb', algorithm: other, value: makeKey(other) };
    const moved = moveTo(next, key, sealed, place('1'));
    expect(String(openWith(next, moved, place('1')))).toBe('secret text');
    expect(() => openWith(key, moved, place('1'))).toThrow(/authenticate|was changed/);
  }
});

test('A rotation leaves everything readable; a former key is retired only when nothing is left, and destroyed for good', async () => {
  const before = await purposeOf('messageStore');
  for (const text of ['one', 'two', 'three']) await write(text);
  const { version } = before;
  await served.boss.call(contract.encryptionUpdate, { purpose: 'messageStore', version, algorithm: 'SM4-CTR+HMAC-SM3' });
  const rotated = await served.boss.call(contract.encryptionRotate, { purpose: 'messageStore' });
  expect(rotated).toMatchObject({ state: 'active', percent: null });
  expect(await readAll()).toEqual(['one', 'two', 'three']);
  const former = (await keysOf('messageStore')).find(({ keyId }) => keyId === before.keyId)!;
  expect(former.state).toBe('retiring');
  await until(async () => (await purposeOf('messageStore')).former === 0);
  expect(await readAll()).toEqual(['one', 'two', 'three']);
  for (const { body } of await bodies()) expect(body).toContain(`.${rotated.keyId}.`);
  // One that somebody put back from a backup: it still needs its key.
  const [first] = await bodies();
  const [old, now] = await Promise.all(
    [before.keyId!, rotated.keyId].map((keyId) => openKey(served.database.db, served.services.secrets, keyId)),
  );
  await served.database.pool.query('update test_message set body = $1 where id = $2', [
    moveTo(old!, now!, first!.body, place(first!.id)),
    first!.id,
  ]);
  expect(await served.boss.ask(contract.encryptionRetire, { id: former.id, version: former.version })).toMatchObject({
    code: 11060,
    msg: `Key ${before.keyId} still protects 1 item`,
  });
  await served.database.db.transaction().execute((tx) => moveSome(tx, column, { former: old!, next: now!, limit: 10 }));
  const retired = await served.boss.call(contract.encryptionRetire, { id: former.id, version: former.version });
  const gone = await served.boss.call(contract.encryptionDestroy, { id: former.id, version: retired.version });
  expect(gone.state).toBe('destroyed');
  await expect(openKey(served.database.db, served.services.secrets, before.keyId!)).rejects.toThrow('has no value any more');
  // Nothing brings it back, and the preview of it says so.
  const [line] = (await served.boss.call(listJournal, { kind: ['encryptionKey'], objectId: former.id })).list;
  const preview = await served.boss.call(previewRevert, { operationIds: [line!.id] });
  expect(preview).toMatchObject({ objects: 1, conflicts: 1, list: [{ conflict: { reason: 'refused', messages: [expect.any(String)] } }] });
  const undone = await served.boss.ask(revertChanges, { operationIds: [line!.id] });
  expect(undone).toMatchObject({ code: 0, data: { reverted: 0 } });
  expect((await keysOf('messageStore')).find(({ id }) => id === former.id)?.state).toBe('destroyed');
  expect(JSON.stringify(undone)).not.toContain('"state":"retired"');
  expect(await readAll()).toEqual(['one', 'two', 'three']);
});

test('A job that was interrupted goes on with what is left', async () => {
  for (let at = 0; at < 12; at += 1) await write(`again ${at}`);
  const texts = await readAll();
  const before = await purposeOf('messageStore');
  const { db } = served.database;
  // The rotation as it stands when the process dies half-way: the new key writes, some of the values are moved.
  await served.boss.call(contract.encryptionRotate, { purpose: 'messageStore' });
  await until(async () => (await purposeOf('messageStore')).former === 0);
  const after = await purposeOf('messageStore');
  const secrets = served.services.secrets;
  const [old, now] = [await openKey(db, secrets, before.keyId!), await openKey(db, secrets, after.keyId!)];
  await db.transaction().execute((tx) => moveSome(tx, column, { former: now, next: old, limit: 7 }));
  expect((await purposeOf('messageStore')).former).toBe(7);
  expect(await readAll()).toEqual(texts);
  const caller = systemCaller('encryption.rotate');
  const { moveJob } = await import('./keys/move.job.ts');
  await served.services.jobs.start(db, caller, moveJob, { purpose: 'messageStore' });
  await until(async () => (await purposeOf('messageStore')).former === 0);
  expect(await readAll()).toEqual(texts);
});

test('Where terminals hold a key the new one waits for 95 % of them (11061), is forced, or begins by itself', async () => {
  const terminals = Array.from({ length: 4 }, () => newId());
  const now = served.services.now();
  const { db } = served.database;
  await db.transaction().execute(async (tx) => {
    for (const terminal of terminals) await noteTerminal(tx, terminal, now);
    // Not seen for a long time: it is not waited for.
    await noteTerminal(tx, newId(), now - 40 * 86_400_000);
  });
  const before = await purposeOf('transport');
  const made = await served.boss.call(contract.encryptionRotate, { purpose: 'transport' });
  expect(made).toMatchObject({ state: 'pending', percent: 0, jobId: null });
  const hold = (some: readonly string[]) =>
    db.transaction().execute(async (tx) => {
      for (const terminalId of some) await noteHolder(tx, { terminalId, keyId: made.keyId, at: now });
    });
  await hold(terminals.slice(0, 3));
  expect(await served.boss.ask(contract.encryptionRotate, { purpose: 'transport' })).toMatchObject({ code: 11061, data: { percent: 75 } });
  await activateReady(served.services);
  expect(await purposeOf('transport')).toMatchObject({ keyId: before.keyId, terminals: { seen: 4, holding: 3, percent: 75 } });
  await hold(terminals);
  await activateReady(served.services);
  expect(await purposeOf('transport')).toMatchObject({ keyId: made.keyId, pendingId: null });
  const second = await served.boss.call(contract.encryptionRotate, { purpose: 'transport' });
  expect(second.state).toBe('pending');
  expect(await served.boss.call(contract.encryptionRotate, { purpose: 'transport', force: true })).toMatchObject({
    keyId: second.keyId,
    state: 'active',
  });
});

test('A key leaves only encrypted for its recipient, and no answer, journal or audit row holds its value', async () => {
  const { Decrypter, generateIdentity, identityToRecipient } = await import('age-encryption');
  const identity = await generateIdentity();
  const [key] = await keysOf('fileStore');
  const { value } = await openKey(served.database.db, served.services.secrets, key!.keyId);
  const answer = await served.boss.call(contract.encryptionExport, { id: key!.id, recipient: await identityToRecipient(identity) });
  const { rows } = await served.database.pool.query<{ hash: string }>('select hash from file where id = $1', [answer.fileId]);
  const sealed = Buffer.concat((await (await served.files.open(rows[0]!.hash)).toArray()) as Buffer[]);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const opened = JSON.parse(await decrypter.decrypt(sealed, 'text')) as { keyId: string; key: string };
  expect(opened).toMatchObject({ keyId: key!.keyId, key: value.toString('base64') });
  const bad = `age1${'q'.repeat(58)}`;
  expect(await served.boss.ask(contract.encryptionExport, { id: key!.id, recipient: bad })).toMatchObject({ code: 10400 });
  for (const table of ['audit_log', 'change_operation', 'encryption_key', 'job', 'encryption_secret']) {
    const all = JSON.stringify((await served.database.pool.query(`select * from ${table}`)).rows);
    for (const form of ['base64', 'base64url', 'hex'] as const) expect(all).not.toContain(value.toString(form));
  }
});

test('A key that is due raises one warning, and a rotation clears it', async () => {
  const kinds = async () =>
    (await served.database.pool.query<{ kind: string; object_id: string; raised: boolean }>('select * from warning_event')).rows.filter(
      (row) => row.kind === 'key.rotation' && row.object_id === 'terminalStore',
    );
  await watchKeys(served.services);
  const quiet = (await kinds()).length;
  const long = served.services.now() - 181 * 86_400_000;
  await served.database.pool.query(`update encryption_key set active_at = $1 where purpose = 'terminalStore'`, [long]);
  expect((await purposeOf('terminalStore')).rotation).toBe('due');
  await watchKeys(served.services);
  expect((await kinds()).length).toBe(quiet + 1);
  await served.boss.call(contract.encryptionRotate, { purpose: 'terminalStore', force: true });
  expect((await purposeOf('terminalStore')).rotation).toBe('fresh');
});

test('Who administers a part of the company neither sees nor changes keys', async () => {
  const part = served.holder({ [page.code]: ['nowhere'], [page.button.rotate]: ['nowhere'] });
  expect(await part.ask(contract.encryptionGet, {})).toMatchObject({ code: 10910 });
  expect(await part.ask(contract.keyList, {})).toMatchObject({ code: 10910 });
  expect(await part.ask(contract.encryptionRotate, { purpose: 'transport' })).toMatchObject({ code: 10910 });
});

const chunk = 64 * 1024;

test('A sealed content opens whole and in every range, and not when a byte, a chunk or the end of it was changed', async () => {
  for (const algorithm of contract.keyAlgorithms)
    for (const size of [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 5]) {
      const content = randomBytes(size);
      const [id, key] = [newId(), makeContentKey(algorithm)];
      const seen = nothingSeen();
      const sealed = Buffer.concat(await Readable.from(sealChunks(parts(content), { id, key }, seen, size)).toArray());
      expect([seen.size, seen.hash.digest('hex')]).toEqual([size, sha(content)]);
      const read = async (from: Buffer, start: number, end: number): Promise<Buffer> => {
        const part = { id, key: contentKeyOf(key.secret), size, start, end };
        const at = placeOf(part);
        return Buffer.concat(await Readable.from(openChunks(parts(from.subarray(at.start, at.end + 1)), part)).toArray());
      };
      expect((await read(sealed, 0, size - 1)).equals(content)).toBe(true);
      for (const [start, end] of [
        [0, 0],
        [chunk - 1, chunk],
        [size - 1, size - 1],
        [5, size - 2],
        [2 * chunk, 2 * chunk + 1],
      ] as const)
        if (start >= 0 && end >= start && end < size)
          expect((await read(sealed, start, end)).equals(content.subarray(start, end + 1)), `${size}: ${start}-${end}`).toBe(true);
      const changed = Buffer.from(sealed);
      changed[changed.length - 1]! ^= 1;
      await expect(read(changed, Math.max(0, size - 2), size - 1)).rejects.toMatchObject({ reason: 'broken' });
      await expect(read(sealed.subarray(0, -1), 0, size - 1)).rejects.toMatchObject({ reason: 'broken' });
      if (size <= 2 * chunk) continue;
      const whole = chunk + key.overhead;
      const swapped = Buffer.concat([
        sealed.subarray(0, 24),
        sealed.subarray(24 + whole, 24 + 2 * whole),
        sealed.subarray(24, 24 + whole),
        sealed.subarray(24 + 2 * whole),
      ]);
      await expect(read(swapped, 0, 10)).rejects.toMatchObject({ reason: 'broken' });
      // Cut off behind a whole chunk, with a size to match: that chunk was not the last.
      const short = { id, key, size: 2 * chunk, start: 0, end: 2 * chunk - 1 };
      await expect(Readable.from(openChunks(parts(sealed.subarray(24, 24 + 2 * whole)), short)).toArray()).rejects.toMatchObject({
        reason: 'broken',
      });
    }
});

test('No kept file lies in the clear: what was kept before is sealed too, not while a backup runs, and stays readable all the time', async () => {
  const { files, database } = served;
  const below = await openFileStore(path.join(served.services.settings.dataDir, 'files'));
  const lying = async (): Promise<Buffer> => {
    const folder = path.join(served.services.settings.dataDir, 'files');
    const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
    return Buffer.concat(await Promise.all(names.map((one) => readFile(path.join(one.parentPath, one.name)))));
  };
  const read = async (hash: string) => text(await files.open(hash));
  const fresh = `fresh secret ${newId()}`;
  const kept = await files.put(Readable.from([fresh]), { maxBytes: 1000 });
  expect(kept).toEqual({ hash: sha(Buffer.from(fresh)), size: fresh.length });
  expect([await read(kept.hash), await files.size(kept.hash)]).toEqual([fresh, fresh.length]);
  expect(await text(await files.open(kept.hash, { start: 6, end: 11 }))).toBe('secret');
  await expect(files.put(Readable.from([fresh]), { maxBytes: 10 })).rejects.toMatchObject({ reason: 'tooLarge' });
  // The same content twice at once is kept once.
  const twice = Buffer.from(`twice ${newId()}`);
  const [one, two] = await Promise.all([1, 2].map(() => files.put(Readable.from([twice]), { maxBytes: 1000 })));
  expect(one).toEqual(two);
  const { rows } = await database.pool.query<{ stored: string }>('select stored from file_seal where hash = $1', [one!.hash]);
  expect(rows).toHaveLength(1);
  // Lost from the store and sent again.
  await below.remove(rows[0]!.stored);
  await expect(files.open(one!.hash)).rejects.toMatchObject({ reason: 'missing' });
  await files.put(Readable.from([twice]), { maxBytes: 1000 });
  expect(await read(one!.hash)).toBe(String(twice));

  const old = `kept by an earlier version ${newId()}`;
  const { hash, size } = await below.put(Readable.from([old]), { maxBytes: 1000 });
  await database.pool.query(
    `insert into file (id, hash, name, type, size, purpose, owner, created_at) values ($1, $2, 'old.txt', 'text/plain', $3, 'test', 'x', 0)`,
    [newId(), hash, size],
  );
  expect(await read(hash)).toBe(old);
  await findClear(database);
  expect((await purposeOf('fileStore')).clear).toBe(1);
  const backup = await database.pool.connect();
  await backup.query('select pg_advisory_lock_shared($1)', [copyingFiles]);
  await files.sealSome!();
  expect([await read(hash), (await lying()).includes(old)]).toEqual([old, true]);
  await backup.query('select pg_advisory_unlock_shared($1)', [copyingFiles]);
  backup.release();
  await files.sealSome!();
  expect([await read(hash), (await lying()).includes(old), (await lying()).includes(fresh)]).toEqual([old, false, false]);
  expect([await files.sealSome!(), (await purposeOf('fileStore')).clear]).toEqual([0, 0]);

  // What no file names goes, but not what has just come.
  await files.sweep!();
  expect(await read(kept.hash)).toBe(fresh);
  await database.pool.query('update file_seal set kept_at = 0');
  await files.sweep!();
  expect([await files.size(kept.hash), await read(hash)]).toEqual([undefined, old]);
});

test('What comes into the store is left alone while somebody is at it, and goes when nobody is any more', async () => {
  const { database, services } = served;
  const folder = path.join(services.settings.dataDir, 'files');
  const below = await openFileStore(folder);
  const lying = async (): Promise<number> =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length;
  const coming = async () => (await database.pool.query('select from file_coming')).rowCount;
  /** Keeps a content in a store that takes its time after everything lies there. */
  const slowly = async (content: string, meanwhile: (files: KeptFiles) => Promise<void>) => {
    const [lies, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: FileStore = {
      ...below,
      put: async (stream, limits) => {
        const kept = await below.put(stream, limits);
        lies.resolve();
        await opened.promise;
        return kept;
      },
    };
    const files = sealedFiles({ store: slow, database, keyring: keyringOf([keeper], services.secrets)! });
    const putting = files.put(Readable.from([content]), { maxBytes: 1000 });
    putting.catch(lies.reject);
    await lies.promise;
    expect(await lying()).toBe(before + 1);
    await meanwhile(files);
    opened.resolve();
    return putting;
  };
  const before = await lying();
  const late = slowly(`late ${newId()}`, async (files) => {
    // As if who keeps it had died an hour ago.
    await database.pool.query('update file_coming set seen_at = 0');
    await files.sweep!();
    expect([await lying(), await coming()]).toEqual([before, 0]);
  });
  // Who was not dead after all is told, and leaves nothing.
  await expect(late).rejects.toMatchObject({ reason: 'store' });
  expect([await lying(), await coming()]).toEqual([before, 0]);
  const content = `slow ${newId()}`;
  const kept = await slowly(content, async (files) => {
    await files.sweep!();
    expect([await lying(), await coming()]).toEqual([before + 1, 1]);
  });
  expect(await text(await served.files.open(kept.hash))).toBe(content);
  expect([await lying(), await coming()]).toEqual([before + 1, 0]);
});

test('A rotation of the key of stored files leaves them readable and where they lie; the former key is not retired while it opens one', async () => {
  const { files, database } = served;
  const contents = Array.from({ length: 5 }, (_, at) => `file ${at} ${newId()}`);
  const hashes = await Promise.all(contents.map(async (one) => (await files.put(Readable.from([one]), { maxBytes: 1000 })).hash));
  const readFiles = () => Promise.all(hashes.map(async (hash) => text(await files.open(hash))));
  const rowsOf = async () =>
    (
      await database.pool.query<{ id: string; stored: string; sealed: string }>(
        'select id::text, stored, sealed from file_seal order by id',
      )
    ).rows;
  const before = await purposeOf('fileStore');
  expect(before.items).toBeGreaterThanOrEqual(contents.length);
  const former = (await rowsOf()).map(({ stored }) => stored);
  await served.boss.call(contract.encryptionUpdate, { purpose: 'fileStore', version: before.version, algorithm: 'SM4-CTR+HMAC-SM3' });
  const { keyId } = await served.boss.call(contract.encryptionRotate, { purpose: 'fileStore' });
  expect(await readFiles()).toEqual(contents);
  const late = await files.put(Readable.from(['after the rotation']), { maxBytes: 1000 });
  expect((await rowsOf()).at(-1)!.sealed).toContain(`.${keyId}.`);
  await until(async () => (await purposeOf('fileStore')).former === 0);
  expect((await rowsOf()).slice(0, former.length).map(({ stored }) => stored)).toEqual(former);
  expect([...(await readFiles()), await text(await files.open(late.hash))]).toEqual([...contents, 'after the rotation']);
  const [old, now] = await Promise.all([before.keyId!, keyId].map((one) => openKey(database.db, served.services.secrets, one)));
  await database.db.transaction().execute((tx) => moveSome(tx, fileColumn, { former: now!, next: old!, limit: 1 }));
  const key = (await keysOf('fileStore')).find((one) => one.keyId === before.keyId)!;
  expect(await served.boss.ask(contract.encryptionRetire, { id: key.id, version: key.version })).toMatchObject({
    code: 11060,
    data: { left: 1 },
  });
  await database.db.transaction().execute((tx) => moveSome(tx, fileColumn, { former: old!, next: now!, limit: 1 }));
  const retired = await served.boss.call(contract.encryptionRetire, { id: key.id, version: key.version });
  await served.boss.call(contract.encryptionDestroy, { id: key.id, version: retired.version });
  expect(await readFiles()).toEqual(contents);
});
