import { createHash } from 'node:crypto';
import { verifyCms } from './cms.ts';
import type { Finding, PackageReading, ProfileView } from './facts.ts';
import { listIn, partIn, readPlist, textIn, type Plist } from './plist.ts';
import { badSignature, notInstallable, notOne, PackageFault } from './source.ts';
import { entryOf, headOf, type Zip } from './zip.ts';

const limits = { plist: 4 * 1024 * 1024, profile: 4 * 1024 * 1024, icon: 5 * 1024 * 1024, head: 64 * 1024 };
const families: Readonly<Record<string, string>> = { 1: 'phone', 2: 'tablet' };

/** Reads an IPA: its Info.plist in either form, its profile with the signature, and whether its program is encrypted or of a simulator. Throws a `PackageFault`. */
export async function readIpa(zip: Zip, whole: { size: number; sha256: string }, now: number): Promise<PackageReading> {
  const infoName = [...zip.entries.keys()].find((name) => /^Payload\/[^/]+\.app\/Info\.plist$/.test(name));
  if (!infoName) throw notOne('payload');
  const folder = infoName.slice(0, -'Info.plist'.length);
  const info = readPlist((await entryOf(zip, infoName, limits.plist))!);
  const identity = textIn(info, 'CFBundleIdentifier');
  const buildNo = textIn(info, 'CFBundleVersion');
  if (!identity || !buildNo) throw notOne('plist');
  await assertProgram(zip, folder + (textIn(info, 'CFBundleExecutable') ?? ''));
  const sealed = await entryOf(zip, `${folder}embedded.mobileprovision`, limits.profile);
  if (!sealed) throw notInstallable('noProfile');
  const { profile, signer } = profileOf(sealed);
  const findings = findingsOf(identity, profile, now);
  return {
    facts: {
      kind: 'ipa',
      platform: 1,
      identity,
      versionName: textIn(info, 'CFBundleShortVersionString') ?? buildNo,
      buildNo,
      labels: await labelsOf(zip, folder, info),
      minOs: textIn(info, 'MinimumOSVersion') ?? null,
      targetOs: textIn(info, 'DTPlatformVersion') ?? null,
      permissions: Object.keys((info as Record<string, Plist>) ?? {})
        .filter((key) => key.endsWith('UsageDescription'))
        .toSorted(),
      abis: [],
      devices: listIn(info, 'UIDeviceFamily').flatMap((one) => families[String(one)] ?? []),
      signer,
      profile,
      ...whole,
    },
    findings,
    icon: await iconOf(zip, folder, info),
  };
}

/** The profile whose signature held. That its chain leads to the vendor is shown, not decided: a test authority signs too. */
function profileOf(sealed: Buffer): { profile: ProfileView; signer: PackageReading['facts']['signer'] } {
  const { content, signer } = verifyCms(sealed);
  const plist = readPlist(content);
  const entitlements = partIn(plist, 'Entitlements');
  const [teamId] = listIn(plist, 'TeamIdentifier');
  const whole = textIn(entitlements, 'application-identifier') ?? '';
  const certificates = listIn(plist, 'DeveloperCertificates').flatMap((one) =>
    Buffer.isBuffer(one) || one instanceof Uint8Array ? [createHash('sha256').update(one).digest('hex')] : [],
  );
  const ends = partIn(plist, 'ExpirationDate');
  if (!(ends instanceof Date) || Number.isNaN(ends.getTime())) throw badSignature('profile');
  const devices = listIn(plist, 'ProvisionedDevices').length;
  const isDevelopment = partIn(entitlements, 'get-task-allow') === true;
  const kind =
    partIn(plist, 'ProvisionsAllDevices') === true ? 'enterprise' : devices === 0 ? 'store' : isDevelopment ? 'development' : 'adHoc';
  return {
    profile: {
      name: textIn(plist, 'Name') ?? '',
      uuid: textIn(plist, 'UUID') ?? '',
      kind,
      teamId: typeof teamId === 'string' ? teamId : '',
      identity: whole.replace(/^[^.]+\./, ''),
      devices,
      certificates,
      expiresAt: ends.getTime(),
      pushEnvironment: textIn(entitlements, 'aps-environment') ?? null,
    },
    signer: {
      schemes: ['profile'],
      sha256: certificates[0] ?? createHash('sha256').update(signer.raw).digest('hex'),
      subject: signer.subject.replaceAll('\n', ', '),
      notAfter: Date.parse(signer.validTo),
      lineage: [],
    },
  };
}

const dayMillis = 86_400_000;

function findingsOf(identity: string, profile: ProfileView, now: number): Finding[] {
  const found: Finding[] = [];
  const fits = profile.identity === identity || (profile.identity.endsWith('*') && identity.startsWith(profile.identity.slice(0, -1)));
  if (!fits) throw new PackageFault(13004, 'profile', profile.identity, identity);
  if (profile.expiresAt <= now) found.push({ level: 'stop', code: 'profileEnded', params: { at: profile.expiresAt } });
  else if (profile.expiresAt - now < 60 * dayMillis) found.push({ level: 'warn', code: 'profileEnds', params: { at: profile.expiresAt } });
  if (profile.kind === 'adHoc') found.push({ level: 'warn', code: 'adHoc', params: { count: profile.devices } });
  if (profile.kind === 'development') found.push({ level: 'stop', code: 'development', params: {} });
  if (profile.kind === 'store') found.push({ level: 'stop', code: 'storeProfile', params: {} });
  return found;
}

/** Load commands of the program: an encrypted one is of the store, one for a simulator runs on no phone. */
async function assertProgram(zip: Zip, path: string): Promise<void> {
  const head = await headOf(zip, path, limits.head);
  if (!head || head.length < 32) throw notOne('program');
  const fat = head.readUInt32BE(0) === 0xcafebabe;
  const at = fat ? head.readUInt32BE(16) : 0;
  if (at + 32 > head.length) return;
  const sign = head.readUInt32LE(at);
  if (sign !== 0xfeedfacf && sign !== 0xfeedface) throw notOne('program');
  const commands = head.readUInt32LE(at + 16);
  let place = at + (sign === 0xfeedfacf ? 32 : 28);
  for (let index = 0; index < commands && place + 20 <= head.length; index += 1) {
    const [command, size] = [head.readUInt32LE(place), head.readUInt32LE(place + 4)];
    if ((command === 0x21 || command === 0x2c) && head.readUInt32LE(place + 16) !== 0) throw notInstallable('encrypted');
    if (command === 0x32 && [7, 8, 9].includes(head.readUInt32LE(place + 8))) throw notInstallable('simulator');
    if (size < 8) return;
    place += size;
  }
}

async function labelsOf(zip: Zip, folder: string, info: Plist): Promise<Record<string, string>> {
  const usual = textIn(info, 'CFBundleDisplayName') ?? textIn(info, 'CFBundleName') ?? '';
  const labels: Record<string, string> = { '': usual };
  for (const name of zip.entries.keys()) {
    const language = name.startsWith(folder) && /^([\w-]{2,12})\.lproj\/InfoPlist\.strings$/.exec(name.slice(folder.length))?.[1];
    if (!language) continue;
    const bytes = await entryOf(zip, name, limits.plist);
    if (!bytes || bytes.subarray(0, 6).toString('latin1') !== 'bplist') continue;
    const label = textIn(readPlist(bytes), 'CFBundleDisplayName');
    if (label) labels[language] = label;
  }
  return labels;
}

/** The largest icon of those that are named; Apple's own form of PNG is not drawn. */
async function iconOf(zip: Zip, folder: string, info: Plist): Promise<Uint8Array> {
  const primary = partIn(partIn(info, 'CFBundleIcons'), 'CFBundlePrimaryIcon');
  const names = [...listIn(primary, 'CFBundleIconFiles')].map(String).toReversed();
  for (const name of names)
    for (const ending of ['@3x.png', '@2x.png', '.png', '']) {
      const bytes = await entryOf(zip, `${folder}${name}${ending}`, limits.icon).catch(() => undefined);
      if (bytes && bytes.subarray(12, 16).toString('latin1') !== 'CgBI') return bytes;
    }
  return new Uint8Array();
}
