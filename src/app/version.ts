import { readFileSync } from 'node:fs';
import path from 'node:path';

const manifest: { version: string } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'));

/** Version of the product, from package.json. */
export const productVersion: string = manifest.version;

/** Changes with every build of the console: the stamp of its sources, or the version where it is not built. */
export const productBuild: string = readStamp();

function readStamp(): string {
  try {
    return readFileSync(path.resolve(import.meta.dirname, '../../dist/.stamp'), 'utf8').slice(0, 16);
  } catch {
    return manifest.version;
  }
}
