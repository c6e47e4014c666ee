import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = process.env['SERVER_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? '8800'}`;

export default defineConfig({
  // Found at once, not when a page first needs them: that would load the page a second time.
  optimizeDeps: { entries: ['index.html', 'gallery.html'] },
  plugins: [react(), precompress()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Chunking is left to rolldown: groups of our own only made the entry larger. An inlined picture would need data: in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
  server: {
    port: 8801,
    proxy: { '/api': { target: server }, '/client': { target: server } },
  },
});

/** Writes .gz and .br beside every text file, so that the server never compresses a file twice. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle(options, bundle) {
      const folder = options.dir ?? 'dist';
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/') && /\.(js|css|svg|json)$/.test(name));
      await Promise.all(files.map((name) => compress(path.join(folder, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < 1024) return;
  const brotli = promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  const zipped = promisify(gzip)(bytes, { level: 9 });
  await Promise.all([writeFile(`${file}.br`, await brotli), writeFile(`${file}.gz`, await zipped)]);
}
