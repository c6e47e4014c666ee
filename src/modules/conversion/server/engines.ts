import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EngineView } from '../common/conversion.contract.ts';
import { canIsolate, runChild } from './child.ts';

/** What this installation converts with. */
export interface Engines {
  readonly office: EngineView;
  readonly poppler: EngineView;
  readonly isolated: boolean;
}

const usualPlaces = {
  office: ['/usr/bin/soffice', '/usr/lib/libreoffice/program/soffice', '/opt/libreoffice/program/soffice'],
  poppler: '/usr/bin',
};
let places: Readonly<typeof usualPlaces> = usualPlaces;
const knownMillis = 60_000;

let known: { at: number; engines: Promise<Engines> } | undefined;

/** Looks elsewhere from now on, in the usual places where nothing is said: for machines on which a converter must not be found. */
export function lookForEnginesIn(elsewhere?: Readonly<typeof usualPlaces>): void {
  places = elsewhere ?? usualPlaces;
  known = undefined;
}

/** The converters of this machine; looked for again after a minute, so that an installation shows without a restart. */
export function findEngines(): Promise<Engines> {
  const now = performance.now();
  if (!known || now - known.at > knownMillis) known = { at: now, engines: look() };
  return known.engines;
}

async function look(): Promise<Engines> {
  const folder = await mkdtemp(path.join(tmpdir(), 'engines-'));
  try {
    const office = places.office.find((place) => existsSync(place)) ?? null;
    const [toPictures, toFacts] = ['pdftoppm', 'pdfinfo'].map((name) => path.join(places.poppler, name)) as [string, string];
    const poppler = existsSync(toPictures) && existsSync(toFacts) ? toPictures : null;
    const isolated = await canIsolate(folder);
    return {
      office: {
        engine: 'libreoffice',
        path: office,
        version: office === null ? null : await versionOf(office, ['--version'], folder),
        package: 'libreoffice-nogui',
      },
      poppler: {
        engine: 'poppler',
        path: poppler,
        version: poppler === null ? null : await versionOf(poppler, ['-v'], folder),
        package: 'poppler-utils',
      },
      isolated,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function versionOf(program: string, args: string[], folder: string): Promise<string | null> {
  const end = await runChild(program, args, { timeoutMillis: 20_000, memoryMiB: 1_024, folder, isolated: false }).catch(() => undefined);
  return /\d+(\.\d+)+/.exec(end?.output ?? '')?.[0] ?? (end?.code === 0 ? '?' : null);
}
