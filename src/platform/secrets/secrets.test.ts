import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SecretError } from './secret-error.ts';
import { openSecrets } from './secrets.ts';

const place = { table: 'source', column: 'bindPassword', row: '0198-a', version: 3 };
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wh-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

const reasonOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof SecretError) return error.reason;
    throw error;
  }
  return 'none';
};
const key = () => randomBytes(32).toString('hex');

test('a sealed value opens at its place and nowhere else, after a restart too', async () => {
  const keyFile = join(folder, 'a', 'master.key');
  const sealed = (await openSecrets({ keyFile })).seal('pässword 密码', place);
  const secrets = await openSecrets({ keyFile });
  expect(secrets.open(sealed, place)).toBe('pässword 密码');
  expect(sealed).not.toContain('password');
  expect(secrets.seal('pässword 密码', place)).not.toBe(sealed);
  for (const moved of [{ table: 'app' }, { column: 'x' }, { row: '0198-b' }, { version: 4 }, { version: undefined }]) {
    expect(reasonOf(() => secrets.open(sealed, { ...place, ...moved }))).toBe('tampered');
  }
  expect(secrets.open(secrets.seal('', place), place)).toBe('');
  const bytes = randomBytes(100_000);
  expect(secrets.openBytes(secrets.seal(bytes, place), place)).toEqual(bytes);
});

test('every changed character is noticed', async () => {
  const secrets = await openSecrets({ masterKey: key(), keyFile: join(folder, 'none') });
  const sealed = secrets.seal('secret', place);
  for (let at = 0; at < sealed.length - 1; at += 1) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    expect(reasonOf(() => secrets.open(changed, place))).not.toBe('none');
  }
  for (const bad of ['', 's1', sealed.slice(0, 60), `${sealed}.x`, 'plain text']) {
    expect(reasonOf(() => secrets.open(bad, place))).toBe('format');
  }
});

test('the key file is made once with mode 600, also by two processes at a time, and refused when others can read it', async () => {
  const keyFile = join(folder, 'b', 'master.key');
  const both = await Promise.all([openSecrets({ keyFile }), openSecrets({ keyFile }), openSecrets({ keyFile })]);
  expect(new Set(both.map((one) => one.keyId)).size).toBe(1);
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, 'b'))).toEqual(['master.key']);
  await chmod(keyFile, 0o640);
  await expect(openSecrets({ keyFile })).rejects.toMatchObject({ reason: 'mode' });
});

test('MASTER_KEY wins over the file, and a weak one is refused', async () => {
  const keyFile = join(folder, 'c.key');
  await openSecrets({ masterKey: key(), keyFile });
  await expect(stat(keyFile)).rejects.toThrow('ENOENT');
  for (const weak of ['hunter2', 'a'.repeat(63), 'password'.repeat(9)]) {
    await expect(openSecrets({ masterKey: weak, keyFile })).rejects.toMatchObject({ reason: 'key' });
  }
  const base64 = randomBytes(32).toString('base64');
  expect((await openSecrets({ masterKey: base64, keyFile })).keyId).toMatch(/^[0-9a-f]{12}$/);
});

test('rotation: old values open and are rewrapped; without the old key they are named as such', async () => {
  const keyFile = join(folder, 'd.key');
  const before = await openSecrets({ keyFile });
  const sealed = before.seal('kept', place);
  const chain = before.mac('audit', 'row 1');
  const next = key();
  const moved = await openSecrets({ masterKey: next, keyFile });
  const rewrapped = moved.rewrap(sealed, place);
  expect(moved.open(sealed, place)).toBe('kept');
  expect(moved.mac('audit', 'row 1', before.keyId)).toEqual(chain);
  expect(moved.rewrap(rewrapped ?? '', place)).toBeUndefined();
  expect(reasonOf(() => moved.rewrap(sealed, { ...place, row: 'x' }))).toBe('tampered');
  const alone = await openSecrets({ masterKey: next, keyFile: join(folder, 'gone') });
  expect(alone.open(rewrapped ?? '', place)).toBe('kept');
  expect(reasonOf(() => alone.open(sealed, place))).toBe('unknownKey');
  const listed = await openSecrets({ masterKey: `${next}, ${(await readFile(keyFile, 'utf8')).trim()}`, keyFile: join(folder, 'gone') });
  expect(listed.open(sealed, place)).toBe('kept');
});

test('a keyed hash depends on purpose, data and key', async () => {
  const masterKey = key();
  const secrets = await openSecrets({ masterKey, keyFile: join(folder, 'none') });
  const other = await openSecrets({ masterKey: key(), keyFile: join(folder, 'none') });
  expect(secrets.mac('audit', 'x')).toHaveLength(32);
  expect(secrets.mac('audit', 'x')).toEqual((await openSecrets({ masterKey, keyFile: 'none' })).mac('audit', Buffer.from('x')));
  expect(secrets.mac('link', 'x')).not.toEqual(secrets.mac('audit', 'x'));
  expect(other.mac('audit', 'x')).not.toEqual(secrets.mac('audit', 'x'));
  expect(JSON.stringify(secrets)).not.toContain(masterKey);
});
