import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import type { FileStore } from '../../src/platform/files/file-store.ts';
import { readInWorker } from '../../src/modules/apps/server/package/open-reader.ts';
import { readPackage } from '../../src/modules/apps/server/package/read/read-package.ts';
import { readResources } from '../../src/modules/apps/server/package/read/resource-table.ts';
import { binaryPlist, makeIpa } from './make-ipa.ts';

const folder = path.join(import.meta.dirname, 'fixtures');
const apk = (name: string): Buffer => readFileSync(path.join(folder, `orbit-${name}.apk`));
const signers = new Map(
  readFileSync(path.join(folder, 'signers.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string]),
);

const read = (bytes: Buffer, kind: 'apk' | 'ipa') =>
  readPackage(
    {
      size: bytes.length,
      read: async (start, length) => {
        if (start < 0 || start + length > bytes.length) throw new RangeError('outside');
        return bytes.subarray(start, start + length);
      },
    },
    { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), kind, now: Date.now() },
  );
const refusal = async (bytes: Buffer, kind: 'apk' | 'ipa' = 'apk'): Promise<string> =>
  read(bytes, kind).then(
    () => 'read',
    (error: { code: number; reason: string }) => `${error.code} ${error.reason}`,
  );
const zipOf = async (entries: Record<string, Buffer>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(entries)) zip.addBuffer(bytes, name);
  zip.end();
  return buffer(zip.outputStream);
};
/** The same zip with a name that is as long, put in behind the writer's back. */
const renamed = (bytes: Buffer, from: string, to: string): Buffer => Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');

test('An APK says who it is, in which languages, and who signed it as apksigner says', async () => {
  const { facts, findings, icon } = await read(apk('101'), 'apk');
  expect(facts).toMatchObject({
    platform: 2,
    identity: 'com.northwind.orbit',
    versionName: '1.0.1',
    buildNo: '101',
    labels: { '': 'Orbit', zh: '轨道', ja: 'オービット' },
    minOs: '24',
    targetOs: '29',
    permissions: ['android.permission.CAMERA', 'android.permission.INTERNET'],
    abis: ['arm64-v8a'],
  });
  expect(facts.signer).toMatchObject({ schemes: ['v2', 'v3'], sha256: signers.get('orbit-101.apk'), lineage: [] });
  expect(findings.map(({ code }) => code)).toEqual(['exported', 'dangerousPermissions']);
  expect(Buffer.from(icon).subarray(1, 4).toString()).toBe('PNG');
});

test.each(['101-v1', '101-v2', '102', '103-other', '103-rotated'])('The signature of %s holds', async (name) => {
  const { facts } = await read(apk(name), 'apk');
  expect(facts.signer?.sha256).toBe(signers.get(`orbit-${name}.apk`));
  expect(facts.signer?.lineage).toEqual(name === '103-rotated' ? [signers.get('orbit-101.apk')] : []);
});

test('A debug build is stopped', async () => {
  const { findings } = await read(apk('104-debug'), 'apk');
  expect(findings[0]).toMatchObject({ level: 'stop', code: 'debug' });
});

test.each(['101', '101-v1', '101-v2', '103-rotated'])('One changed byte of %s anywhere is never taken for whole', async (name) => {
  const bytes = apk(name);
  for (let at = 3; at < bytes.length; at += 397) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 0x20;
    // Bytes between entries of a JAR and fields that repeat the directory carry nothing.
    if (name === '101-v1' && (await refusal(changed)) === 'read') {
      expect((await read(changed, 'apk')).facts).toMatchObject({ identity: 'com.northwind.orbit', buildNo: '101' });
      continue;
    }
    if ((await refusal(changed)) === 'read') {
      // Filling of the signing block is under no signature, as with apksigner itself.
      const { at: block } = { at: bytes.lastIndexOf('APK Sig Block 42') };
      expect(at).toBeGreaterThan(block - 8192);
      expect(at).toBeLessThan(block);
    }
  }
  expect(await refusal(bytes.subarray(0, -1))).toMatch(/^1300[123]/);
});

test('A signature that was cut off is missed', async () => {
  const entries = apk('101');
  const at = entries.lastIndexOf('APK Sig Block 42');
  const changed = Buffer.from(entries);
  changed.write('XPK', at);
  expect(await refusal(changed)).toBe('13003 stripped');
});

test('An IPA in either form of its plist gives the same facts; the end of the profile is told', async () => {
  const ends = Date.now() + 200 * 86_400_000;
  const [text, binary] = await Promise.all([makeIpa({ profile: { ends } }), makeIpa({ profile: { ends }, binary: true })]);
  const [one, other] = [await read(text, 'ipa'), await read(binary, 'ipa')];
  expect(one.facts).toMatchObject({
    platform: 1,
    identity: 'com.northwind.orbit',
    versionName: '2.1.0',
    buildNo: '210',
    labels: { '': 'Orbit' },
    minOs: '15.0',
    devices: ['phone', 'tablet'],
    permissions: ['NSCameraUsageDescription'],
    profile: { kind: 'enterprise', teamId: 'TEAM123456', identity: 'com.northwind.orbit', pushEnvironment: 'production' },
  });
  expect(Math.abs(one.facts.profile!.expiresAt - ends)).toBeLessThan(1000);
  const same = ({ facts: { size: _size, sha256: _hash, signer: _signer, profile, ...rest } }: typeof one) => [rest, profile?.uuid];
  expect(same(other)).toEqual(same(one));
});

test('What no phone installs is refused, and a profile of another app or one that ended is told', async () => {
  expect(await refusal(await makeIpa({ encrypted: true }), 'ipa')).toBe('13007 encrypted');
  expect(await refusal(await makeIpa({ simulator: true }), 'ipa')).toBe('13007 simulator');
  expect(await refusal(await makeIpa({ profile: { identity: 'com.other.app' } }), 'ipa')).toBe('13004 profile');
  const ended = await read(await makeIpa({ profile: { ends: Date.now() - 1000 } }), 'ipa');
  expect(ended.findings[0]).toMatchObject({ level: 'stop', code: 'profileEnded' });
  expect(await refusal(await zipOf({ 'BundleConfig.pb': Buffer.from('x') }))).toBe('13007 bundle');
});

test('A profile with a changed byte is refused', async () => {
  const bytes = await makeIpa();
  const { entryOf, openZip } = await import('../../src/modules/apps/server/package/read/zip.ts');
  const { verifyCms } = await import('../../src/modules/apps/server/package/read/cms.ts');
  const zip = await openZip({ size: bytes.length, read: async (start, length) => bytes.subarray(start, start + length) });
  const profile = (await entryOf(zip, 'Payload/Orbit.app/embedded.mobileprovision', 1e6))!;
  expect(verifyCms(profile).content.toString()).toContain('Orbit In House');
  const changed = Buffer.from(profile);
  changed[changed.indexOf('Orbit In House')]! ^= 1;
  expect(() => verifyCms(changed)).toThrow('content');
});

test('Hostile archives are refused with their reason', async () => {
  expect(await refusal(Buffer.from('no zip at all, only words that go on and on'))).toBe('13001 zip');
  expect(await refusal(apk('101'), 'ipa')).toBe('13001 renamed');
  const plain = await zipOf({ 'AndroidManifest.xml': Buffer.from('xx'), aaaaaaa: Buffer.from('y') });
  expect(await refusal(renamed(plain, 'aaaaaaa', '../../b'))).toBe('13001 names');
  const twice = await zipOf({ 'AndroidManifest.xml': Buffer.from('xx'), one: Buffer.from('y'), two: Buffer.from('z') });
  expect(await refusal(renamed(twice, 'two', 'one'))).toBe('13001 twice');
  const bomb = await zipOf({ 'AndroidManifest.xml': Buffer.from('xx'), big: Buffer.alloc(8 * 1024 * 1024) });
  expect(await refusal(bomb)).toBe('13001 bomb');
  // Fields of the end record (from its sign) and of the first entry of the directory, changed behind the writer's back.
  const [end, entry] = [plain.lastIndexOf('PK\u0005\u0006'), plain.indexOf('PK\u0001\u0002')];
  const withField = (at: number, value: number): Buffer => {
    const changed = Buffer.from(plain);
    changed.writeUInt32LE(value, at);
    return changed;
  };
  expect(await refusal(withField(end + 16, 0xffffffff))).toBe('13001 zip64');
  for (const size of [20, 24, 42]) expect(await refusal(withField(entry + size, 0xffffffff)), String(size)).toBe('13001 zip64');
  expect(await refusal(withField(entry + 20, 0x7fffffff))).toBe('13001 sizes');
  expect(await refusal(withField(end + 12, 3_000_000 * 46))).toBe('13001 entries');
  expect(await refusal(withField(entry + 38, 0xa1ff0000))).toBe('13001 links');
  const pool = Buffer.alloc(64);
  pool.writeUInt16LE(3, 0);
  pool.writeUInt16LE(1, 8);
  pool.writeUInt32LE(48, 12);
  pool.writeUInt32LE(0x7fffffff, 16);
  expect(await refusal(await zipOf({ 'AndroidManifest.xml': pool }))).toBe('13001 strings');
});

test('A resource that refers to itself in every configuration comes to nothing, at once', () => {
  const [configurations, type] = [200, Buffer.alloc(76)];
  for (const [at, value] of [
    [0, 0x0201],
    [2, 56],
    [60, 8],
    [68, 8],
  ] as const)
    type.writeUInt16LE(value, at);
  for (const [at, value] of [
    [4, 76],
    [12, 1],
    [16, 60],
  ] as const)
    type.writeUInt32LE(value, at);
  type[8] = 1;
  // An entry that is a reference to the resource itself.
  type[71] = 0x01;
  type.writeUInt32LE(0x7f010000, 72);
  const [head, pool, holder] = [Buffer.alloc(12), Buffer.alloc(28), Buffer.alloc(12)];
  head.writeUInt16LE(0x0002, 0);
  pool.writeUInt16LE(0x0001, 0);
  for (const [at, value] of [
    [4, 28],
    [20, 28],
  ] as const)
    pool.writeUInt32LE(value, at);
  holder.writeUInt16LE(0x0200, 0);
  holder.writeUInt16LE(12, 2);
  holder.writeUInt32LE(12 + configurations * type.length, 4);
  holder.writeUInt32LE(0x7f, 8);
  const table = Buffer.concat([head, pool, holder, ...Array.from({ length: configurations }, () => type)]);
  expect([...readResources(table).texts(0x7f010000)]).toEqual([]);
});

test('Hostile property lists are refused', async () => {
  const withInfo = (info: Buffer): Promise<Buffer> => zipOf({ 'Payload/A.app/Info.plist': info, 'Payload/A.app/A': Buffer.alloc(64) });
  const dtd = '<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "aaaa">]><plist><dict/></plist>';
  expect(await refusal(await withInfo(Buffer.from(dtd)), 'ipa')).toBe('13001 entities');
  expect(await refusal(await withInfo(Buffer.from('<plist>' + '<array>'.repeat(100_000))), 'ipa')).toBe('13001 plist');
  const binary = binaryPlist({ CFBundleIdentifier: 'x' });
  binary.writeBigUInt64BE(99_999_999n, binary.length - 8);
  expect(await refusal(await withInfo(binary), 'ipa')).toBe('13001 plist');
});

const storeOf = (bytes: Buffer): FileStore =>
  ({
    open: async (_hash: string, range?: { start: number; end?: number }) =>
      Readable.from([bytes.subarray(range?.start ?? 0, (range?.end ?? bytes.length - 1) + 1)]),
  }) as unknown as FileStore;

test('The process that reads may die, and whoever asked gets a refusal', async () => {
  const bytes = apk('101');
  const wish = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), kind: 'apk', now: Date.now() } as const;
  const { facts } = await readInWorker(storeOf(bytes), wish);
  expect(facts.buildNo).toBe('101');
  // Bytes that never come, as of a reader in a circle: its memory is gone with it.
  const dying = {
    open: async () => {
      throw new Error('gone');
    },
  } as unknown as FileStore;
  await expect(readInWorker(dying, wish)).rejects.toThrow('gone');
  // One that runs out of memory ends for itself alone; the next one is read.
  await expect(readInWorker(storeOf(bytes), wish, 3)).rejects.toMatchObject({ code: 13001, reason: 'died' });
  expect((await readInWorker(storeOf(bytes), wish)).facts.buildNo).toBe('101');
  const changed = Buffer.from(bytes);
  changed[40]! ^= 1;
  await expect(readInWorker(storeOf(changed), wish)).rejects.toMatchObject({ name: 'PackageFault' });
});
