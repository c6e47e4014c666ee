import { createHash } from 'node:crypto';
import type { ApkSigner } from './apk-signature.ts';
import { verifyCms } from './cms.ts';
import { badSignature, damaged } from './source.ts';
import { contentOf, entryOf, type Zip } from './zip.ts';

const limit = 16 * 1024 * 1024;
const digestNames = [
  ['SHA-256-Digest', 'sha256'],
  ['SHA-512-Digest', 'sha512'],
  ['SHA1-Digest', 'sha1'],
  ['SHA-1-Digest', 'sha1'],
] as const;

/** A part of a manifest: its attributes and its bytes. */
interface Section {
  readonly attributes: ReadonlyMap<string, string>;
  readonly bytes: Buffer;
}

/** Verifies the signature of scheme 1 (JAR) with every entry; undefined where there is none. Throws 13002 and 13003. */
export async function verifyJar(zip: Zip): Promise<ApkSigner | undefined> {
  const blocks = [...zip.entries.keys()].filter((name) => /^META-INF\/[^/]+\.(?:RSA|DSA|EC)$/i.test(name));
  if (blocks.length === 0) return undefined;
  if (blocks.length > 1) throw badSignature('signers');
  const [blockName] = blocks;
  const file = blockName!.replace(/\.[^.]+$/, '.SF');
  const [block, signed, manifest] = await Promise.all([
    entryOf(zip, blockName!, limit),
    entryOf(zip, file, limit),
    entryOf(zip, 'META-INF/MANIFEST.MF', limit),
  ]);
  if (!block || !signed || !manifest) throw badSignature('files');
  const { signer } = verifyCms(block, signed);
  const [head, ...rest] = sectionsOf(signed);
  const entries = sectionsOf(manifest);
  assertPromises(head!.attributes);
  assertManifest(head!, rest, { manifest, entries });
  await assertEntries(zip, entries.slice(1));
  return { schemes: ['v1'], certificate: signer, lineage: [] };
}

/** Which other schemes the package was signed with: without their block they were cut off. */
function assertPromises(head: Section['attributes']): void {
  if (/[23]/.test(head.get('X-Android-APK-Signed') ?? '')) throw badSignature('stripped');
}

/** The signature file names the digest of the manifest, of the whole or of each of its parts. */
function assertManifest(
  head: Section,
  rest: readonly Section[],
  { manifest, entries }: { manifest: Buffer; entries: readonly Section[] },
): void {
  const whole = new Map([...head.attributes].map(([name, value]) => [name.replace(/-Manifest$/, ''), value]));
  const said = digestIn(whole);
  if (said?.matches(manifest)) return;
  const byName = new Map(entries.map((section) => [section.attributes.get('Name'), section]));
  for (const section of rest) {
    const entry = byName.get(section.attributes.get('Name'));
    if (!entry || !digestIn(section.attributes)?.matches(entry.bytes)) throw badSignature('manifest');
  }
  if (rest.length < entries.length - 1) throw badSignature('manifest');
}

async function assertEntries(zip: Zip, sections: readonly Section[]): Promise<void> {
  const byName = new Map(sections.map((section) => [section.attributes.get('Name') ?? '', section]));
  for (const [name, entry] of zip.entries) {
    if (name.endsWith('/') || name.startsWith('META-INF/')) continue;
    const said = digestIn(byName.get(name)?.attributes ?? new Map());
    if (!said) throw damaged(name);
    const hash = createHash(said.digest);
    for await (const part of contentOf(zip, entry)) hash.update(part);
    if (hash.digest('base64') !== said.value) throw damaged(name);
  }
  for (const name of byName.keys()) if (!zip.entries.has(name)) throw damaged(name);
}

function digestIn(attributes: ReadonlyMap<string, string>) {
  for (const [name, digest] of digestNames) {
    const value = attributes.get(name);
    if (value !== undefined)
      return { digest, value, matches: (bytes: Buffer) => createHash(digest).update(bytes).digest('base64') === value };
  }
  return undefined;
}

/** The parts of a manifest, each with its bytes as they are digested: up to the empty line behind it. */
function sectionsOf(bytes: Buffer): Section[] {
  const text = bytes.toString('latin1');
  const sections: Section[] = [];
  for (const match of text.matchAll(/[\s\S]+?(?:\r?\n){2,}|[\s\S]+$/g)) {
    const part = bytes.subarray(match.index, match.index + match[0].length);
    const lines = part
      .toString('utf8')
      .replaceAll(/\r?\n /g, '')
      .split(/\r?\n/);
    const attributes = lines.flatMap((line): [string, string][] => {
      const at = line.indexOf(': ');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 2)]] : [];
    });
    if (attributes.length > 0) sections.push({ attributes: new Map(attributes), bytes: part });
  }
  return sections;
}
