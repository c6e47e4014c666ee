import { readApk } from './apk.ts';
import type { PackageReading } from './facts.ts';
import { readIpa } from './ipa.ts';
import { notOne, PackageFault, type Source } from './source.ts';
import { openZip } from './zip.ts';

/** What is to be read. */
export interface PackageRequest {
  readonly size: number;
  readonly sha256: string;
  /** By the ending of its name. */
  readonly kind: 'apk' | 'ipa';
  readonly now: number;
}

/** Reads and checks a package by its content; that and its name must agree. Every fault is a `PackageFault`. */
export async function readPackage(source: Source, { kind, now, size, sha256 }: PackageRequest): Promise<PackageReading> {
  try {
    const zip = await openZip(source);
    const isApk = zip.entries.has('AndroidManifest.xml') || zip.entries.has('BundleConfig.pb');
    if (kind === 'ipa' && isApk) throw notOne('renamed');
    if (kind === 'apk' && !isApk) throw notOne('renamed');
    return await (kind === 'apk' ? readApk(zip, { size, sha256 }) : readIpa(zip, { size, sha256 }, now));
  } catch (error) {
    if (error instanceof PackageFault) throw error;
    throw notOne('unreadable');
  }
}
