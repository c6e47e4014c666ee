import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figure } from './lib/figure.ts';
import { addPlaceholderPages } from './lib/placeholder-pages.ts';

const root = path.resolve(import.meta.dirname, '..');
const limit = 15_000;
const pages = 330;

/** What the login loads, and what the frame adds to it, in bytes of gzip. */
interface Size {
  entry: number;
  shell: number;
}

/** How much what everybody must load grows when the console has 330 more pages: two builds of a copy of the console, without and with them. */
export async function bundle(): Promise<Figure[]> {
  const copy = path.join(root, '.cache', `bench-bundle-${process.pid}`);
  try {
    mkdirSync(copy, { recursive: true });
    for (const name of ['src', 'index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'])
      cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'dir');
    const before = build(copy);
    addPlaceholderPages(copy, pages);
    const after = build(copy);
    if (after.chunks - before.chunks < pages) throw new Error('The placeholder pages did not become chunks of their own');
    const growth = after.size.entry - before.size.entry;
    const kilo = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
    const measured = `${kilo(growth)} (entry ${kilo(before.size.entry)} to ${kilo(after.size.entry)}; shell with the table of pages ${kilo(before.size.shell)} to ${kilo(after.size.shell)})`;
    return [{ name: `growth of the entry by ${pages} pages`, limit: 'at most 15 kB gzip', measured, holds: growth <= limit }];
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}

function build(folder: string): { size: Size; chunks: number } {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const done = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error', '--manifest', 'manifest.json'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  });
  if (done.status !== 0) throw new Error('The console could not be built, see above');
  const dist = path.join(folder, 'dist');
  const manifest = JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
  const gzipOf = (names: ReadonlySet<string>): number =>
    [...names].reduce((sum, name) => sum + gzipSync(readFileSync(path.join(dist, manifest[name]!.file)), { level: 9 }).length, 0);
  // The login's texts are fetched in the reader's language beside the entry.
  const entry = closure(manifest, ['index.html', 'src/kit/locales/login/zh_CN.ts']);
  // Where the frame's chunk holds what others import as well, it goes by the chunk's own name.
  const shell = closure(manifest, ['src/app/console-frame.tsx' in manifest ? 'src/app/console-frame.tsx' : '_frame.js']);
  return {
    size: { entry: gzipOf(entry), shell: gzipOf(new Set([...shell].filter((name) => !entry.has(name)))) },
    chunks: Object.values(manifest).filter(({ file }) => file.endsWith('.js')).length,
  };
}

/** A chunk with all that it imports at once. */
function closure(manifest: Readonly<Record<string, Chunk>>, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const follow = (name: string): void => {
    if (found.has(name)) return;
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk ${name}`);
    found.add(name);
    for (const one of chunk.imports ?? []) follow(one);
  };
  for (const name of names) follow(name);
  return found;
}
