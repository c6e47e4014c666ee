import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** The gallery on a port. */
export interface GalleryServer {
  /** Address of the page, without the part. */
  address: string;
  stop(): Promise<void>;
}

/** Builds the gallery aside, with the development checks of React and the component library, and serves it. */
export async function startGallery(): Promise<GalleryServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-gallery-'));
  const built = spawnSync(process.execPath, ['--input-type=module', '-e', buildInto(folder)], {
    cwd: root,
    encoding: 'utf8',
    // Tests run under another NODE_ENV, in which libraries make ids that repeat.
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (built.status !== 0) throw new Error(`The gallery could not be built: ${built.stdout}${built.stderr}`);
  const server = serveFolder(folder).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/gallery.html`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const buildInto = (folder: string): string => `
  import { build } from 'vite';
  import react from '@vitejs/plugin-react';
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    plugins: [react()],
    build: { outDir: ${JSON.stringify(folder)}, target: 'es2023', minify: false, rolldownOptions: { input: 'gallery.html' } },
  });
`;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Names of assets hold their hash. */
const headersOf = (pathname: string): Record<string, string> => ({
  'content-type': types[path.extname(pathname)] ?? 'application/octet-stream',
  ...(pathname.startsWith('/assets/') && { 'cache-control': 'max-age=3600, immutable' }),
});

function serveFolder(folder: string): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    readFile(path.join(folder, path.posix.normalize(pathname))).then(
      (bytes) => response.writeHead(200, headersOf(pathname)).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
}
