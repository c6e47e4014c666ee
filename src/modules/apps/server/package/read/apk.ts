import { fingerprintOf, verifyBlock, type ApkSigner } from './apk-signature.ts';
import { readBinaryXml, type AttributeValue, type XmlElement } from './binary-xml.ts';
import type { Finding, PackageReading } from './facts.ts';
import { verifyJar } from './jar-signature.ts';
import { readResources, type ResourceTable } from './resource-table.ts';
import { badSignature, notInstallable, notOne } from './source.ts';
import { entryOf, type Zip } from './zip.ts';

const name = {
  label: 0x01010001,
  icon: 0x01010002,
  name: 0x01010003,
  permission: 0x01010006,
  debuggable: 0x0101000f,
  exported: 0x01010010,
  minSdk: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdk: 0x01010270,
  testOnly: 0x01010272,
  cleartext: 0x010104ec,
  versionCodeMajor: 0x01010576,
} as const;
const limits = { manifest: 8 * 1024 * 1024, resources: 64 * 1024 * 1024, icon: 5 * 1024 * 1024 };
/** From this system on a signature of scheme 1 alone is refused by phones. */
const v1EndsAt = 30;
/** Systems that are this old are warned of. */
const oldTarget = 28;

/** Permissions that Android asks the person for. */
const dangerous = /CAMERA|RECORD_AUDIO|LOCATION|CONTACTS|CALENDAR|SMS|CALL_LOG|READ_PHONE|BODY_SENSORS|EXTERNAL_STORAGE|SYSTEM_ALERT/;

/** Reads an APK in full: identity, facts and every signature. Throws a `PackageFault`. */
export async function readApk(zip: Zip, whole: { size: number; sha256: string }): Promise<PackageReading> {
  if (zip.entries.has('BundleConfig.pb')) throw notInstallable('bundle');
  const manifest = await entryOf(zip, 'AndroidManifest.xml', limits.manifest);
  if (!manifest) throw notOne('manifest');
  const elements = readBinaryXml(manifest);
  const of = (element: string): XmlElement | undefined => elements.find((one) => one.name === element);
  const [root, application, sdk] = [of('manifest'), of('application'), of('uses-sdk')];
  const identity = textOf(root?.attributes.get('package'));
  if (!root || !identity) throw notOne('manifest');
  if (root.attributes.has('split')) throw notInstallable('split');
  const table = zip.entries.has('resources.arsc') ? readResources((await entryOf(zip, 'resources.arsc', limits.resources))!) : undefined;
  const target = numberOf(sdk?.attributes.get(name.targetSdk)) ?? numberOf(sdk?.attributes.get(name.minSdk)) ?? 1;
  const signer = await signerOf(zip, target);
  const [major, minor] = [name.versionCodeMajor, name.versionCode].map((key) => numberOf(root.attributes.get(key)) ?? 0);
  const permissions = elements
    .filter((one) => one.name === 'uses-permission')
    .flatMap((one) => textOf(one.attributes.get(name.name)) ?? []);
  const abis = [...new Set([...zip.entries.keys()].flatMap((path) => /^lib\/([^/]+)\/.+\.so$/.exec(path)?.[1] ?? []))];
  return {
    facts: {
      kind: 'apk',
      platform: 2,
      identity,
      versionName: textOf(root.attributes.get(name.versionName), table) ?? '',
      buildNo: String(BigInt(major!) * 4_294_967_296n + BigInt(minor!)),
      labels: labelsOf(application?.attributes.get(name.label), table),
      minOs: String(numberOf(sdk?.attributes.get(name.minSdk)) ?? 1),
      targetOs: String(target),
      permissions: [...new Set(permissions)].toSorted(),
      abis,
      devices: ['phone', 'tablet'],
      signer: {
        schemes: signer.schemes,
        sha256: fingerprintOf(signer.certificate),
        subject: signer.certificate.subject.replaceAll('\n', ', '),
        notAfter: Date.parse(signer.certificate.validTo),
        lineage: signer.lineage,
      },
      profile: null,
      ...whole,
    },
    findings: findingsOf({ elements, application, target, abis, permissions }),
    icon: await iconOf(zip, table, application?.attributes.get(name.icon)),
  };
}

async function signerOf(zip: Zip, target: number): Promise<ApkSigner> {
  const byBlock = await verifyBlock(zip);
  if (byBlock) return byBlock;
  const byJar = await verifyJar(zip);
  if (!byJar) throw badSignature('unsigned');
  if (target >= v1EndsAt) throw badSignature('v1Only');
  return byJar;
}

interface Look {
  readonly elements: readonly XmlElement[];
  readonly application: XmlElement | undefined;
  readonly target: number;
  readonly abis: readonly string[];
  readonly permissions: readonly string[];
}

/** What a reviewer would say of the package alone. */
function findingsOf({ elements, application, target, abis, permissions }: Look): Finding[] {
  const found: Finding[] = [];
  const add = (level: Finding['level'], code: string, params: Finding['params'] = {}): void => void found.push({ level, code, params });
  if (application?.attributes.get(name.debuggable) === true) add('stop', 'debug');
  if (application?.attributes.get(name.testOnly) === true) add('stop', 'testOnly');
  if (target < oldTarget) add('warn', 'oldTarget', { target });
  if (application?.attributes.get(name.cleartext) === true) add('warn', 'cleartext');
  if (abis.length > 0 && !abis.some((abi) => abi.includes('64'))) add('warn', 'only32');
  const exported = elements.filter(
    (one) =>
      ['activity', 'service', 'receiver', 'provider'].includes(one.name) &&
      one.attributes.get(name.exported) === true &&
      one.attributes.get(name.permission) === undefined &&
      one.name !== 'activity',
  ).length;
  if (exported > 0) add('warn', 'exported', { count: exported });
  const asked = permissions.filter((permission) => dangerous.test(permission)).length;
  if (asked > 0) add('ok', 'dangerousPermissions', { count: asked });
  return found;
}

const numberOf = (value: AttributeValue | undefined): number | undefined =>
  typeof value === 'number' ? value : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;

function textOf(value: AttributeValue | undefined, table?: ResourceTable): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' && table ? [...table.texts(value.resource).values()][0] : undefined;
}

function labelsOf(value: AttributeValue | undefined, table: ResourceTable | undefined): Record<string, string> {
  if (typeof value === 'string') return { '': value };
  return typeof value === 'object' && table ? Object.fromEntries(table.texts(value.resource)) : {};
}

/** The finest bitmap of the icon; one that is drawn by the system (adaptive) is none. */
async function iconOf(zip: Zip, table: ResourceTable | undefined, value: AttributeValue | undefined): Promise<Uint8Array> {
  const paths = typeof value === 'string' ? [value] : typeof value === 'object' && table ? table.files(value.resource) : [];
  const path = paths.find((one) => /\.(?:png|webp|jpg)$/i.test(one));
  if (path === undefined) return new Uint8Array();
  return (await entryOf(zip, path, limits.icon).catch(() => undefined)) ?? new Uint8Array();
}
