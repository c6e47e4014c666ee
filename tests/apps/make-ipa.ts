import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { build } from 'plist';
import { ZipFile } from 'yazl';

/** How an IPA of a test differs from one that is right. */
interface IpaDraft {
  build?: string;
  identity?: string;
  binary?: boolean;
  encrypted?: boolean;
  simulator?: boolean;
  icon?: Buffer;
  /** Of the profile. */
  profile?: { identity?: string; ends?: number; enterprise?: boolean; devices?: string[] };
}

const day = 86_400_000;

/** The head of a program for an arm64 phone: its load commands say for which platform it was built and whether it is encrypted. */
function program({ encrypted = false, simulator = false }: IpaDraft): Buffer {
  const bytes = Buffer.alloc(32 + 24 + 24 + 100);
  bytes.writeUInt32LE(0xfeedfacf, 0);
  bytes.writeUInt32LE(2, 16);
  bytes.writeUInt32LE(0x2c, 32);
  bytes.writeUInt32LE(24, 36);
  bytes.writeUInt32LE(encrypted ? 1 : 0, 48);
  bytes.writeUInt32LE(0x32, 56);
  bytes.writeUInt32LE(24, 60);
  bytes.writeUInt32LE(simulator ? 7 : 2, 64);
  return bytes;
}

type Value = string | boolean | Value[] | { [key: string]: Value };

/** A property list in its binary form, of texts, truths, lists and dictionaries. */
export function binaryPlist(root: Value): Buffer {
  const objects: Buffer[] = [];
  const sized = (kind: number, count: number): Buffer =>
    count < 15 ? Buffer.from([kind | count]) : Buffer.from([kind | 15, 0x11, count >> 8, count & 255]);
  const add = (value: Value): number => {
    const at = objects.push(Buffer.alloc(0)) - 1;
    const refs = (all: readonly number[]): Buffer => Buffer.from(all.flatMap((ref) => [ref >> 8, ref & 255]));
    if (typeof value === 'boolean') objects[at] = Buffer.from([value ? 9 : 8]);
    else if (typeof value === 'string') objects[at] = Buffer.concat([sized(0x50, value.length), Buffer.from(value, 'latin1')]);
    else if (Array.isArray(value)) objects[at] = Buffer.concat([sized(0xa0, value.length), refs(value.map(add))]);
    else {
      const keys = Object.keys(value).map(add);
      const values = Object.values(value).map(add);
      objects[at] = Buffer.concat([sized(0xd0, keys.length), refs(keys), refs(values)]);
    }
    return at;
  };
  add(root);
  const offsets: number[] = [];
  let place = 8;
  for (const object of objects) {
    offsets.push(place);
    place += object.length;
  }
  const trailer = Buffer.alloc(32);
  trailer[6] = 4;
  trailer[7] = 2;
  trailer.writeBigUInt64BE(BigInt(objects.length), 8);
  trailer.writeBigUInt64BE(BigInt(place), 24);
  const table = Buffer.alloc(objects.length * 4);
  for (const [index, offset] of offsets.entries()) table.writeUInt32BE(offset, index * 4);
  return Buffer.concat([Buffer.from('bplist00'), ...objects, table, trailer]);
}

/** Signs a provisioning profile by a test authority, as `openssl cms` does it. */
function signedProfile({
  identity = 'com.northwind.orbit',
  ends = Date.now() + 200 * day,
  enterprise = true,
  devices,
}: NonNullable<IpaDraft['profile']>): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-ipa-'));
  const openssl = (...args: string[]): void => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder });
    if (status !== 0) throw new Error(String(stderr));
  };
  try {
    openssl(
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
      '-days',
      '900',
      '-subj',
      '/CN=Northwind Distribution/OU=TEAM123456',
    );
    openssl('x509', '-in', 'cert.pem', '-outform', 'der', '-out', 'cert.der');
    const profile = {
      Name: 'Orbit In House',
      UUID: '7c7dce4b-3a8f-4a52-93ab-0d2f5d5f4cc1',
      TeamIdentifier: ['TEAM123456'],
      ExpirationDate: new Date(ends),
      DeveloperCertificates: [readFileSync(path.join(folder, 'cert.der'))],
      Entitlements: { 'application-identifier': `TEAM123456.${identity}`, 'get-task-allow': false, 'aps-environment': 'production' },
      ...(enterprise && { ProvisionsAllDevices: true }),
      ...(devices && { ProvisionedDevices: devices }),
    };
    writeFileSync(path.join(folder, 'profile.plist'), build(profile));
    openssl(
      'cms',
      '-sign',
      '-in',
      'profile.plist',
      '-signer',
      'cert.pem',
      '-inkey',
      'key.pem',
      '-outform',
      'der',
      '-nodetach',
      '-binary',
      '-out',
      'out.p7',
    );
    return readFileSync(path.join(folder, 'out.p7'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An IPA with Info.plist in either form, a program's head, and a signed profile. */
export async function makeIpa(draft: IpaDraft = {}): Promise<Buffer> {
  const info = {
    CFBundleIdentifier: draft.identity ?? 'com.northwind.orbit',
    CFBundleShortVersionString: '2.1.0',
    CFBundleVersion: draft.build ?? '210',
    CFBundleDisplayName: 'Orbit',
    CFBundleExecutable: 'Orbit',
    MinimumOSVersion: '15.0',
    UIDeviceFamily: ['1', '2'],
    NSCameraUsageDescription: 'To scan codes',
    ...(draft.icon && { CFBundleIcons: { CFBundlePrimaryIcon: { CFBundleIconFiles: ['AppIcon60x60'] } } }),
  };
  const zip = new ZipFile();
  const folder = 'Payload/Orbit.app/';
  zip.addBuffer(draft.binary ? binaryPlist(info) : Buffer.from(build(info)), `${folder}Info.plist`);
  if (draft.icon) zip.addBuffer(draft.icon, `${folder}AppIcon60x60@3x.png`);
  zip.addBuffer(program(draft), `${folder}Orbit`);
  zip.addBuffer(signedProfile(draft.profile ?? {}), `${folder}embedded.mobileprovision`);
  zip.end();
  return buffer(zip.outputStream);
}
