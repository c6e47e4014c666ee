import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveConsole } from './static-files.ts';

let folder: string;
let app: FastifyInstance;
const script = 'export const x = 1;'.repeat(100);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'console-'));
  await mkdir(path.join(folder, 'dist/assets'), { recursive: true });
  await writeFile(
    path.join(folder, 'dist/index.html'),
    '<head><meta property="csp-nonce" nonce="" /><meta name="product-config" content="{}" /></head>',
  );
  await writeFile(path.join(folder, 'dist/assets/page-1.js'), script);
  await writeFile(path.join(folder, 'dist/assets/page-1.js.gz'), gzipSync(script));
  await writeFile(
    path.join(folder, 'product.json'),
    JSON.stringify({ org: '"><script>alert(1)</script>', iframeHosts: ['https://bi.example.com'] }),
  );
  app = fastify();
  app.setNotFoundHandler((_request, response) => response.status(404).send({ code: 10404 }));
  await serveConsole(app, { settings: { dataDir: folder } }, path.join(folder, 'dist'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('every page has a nonce of its own, in its policy and in its meta tag', async () => {
  const [one, other] = await Promise.all(['/login', '/muc_user_management?q=1'].map((url) => app.inject({ url })));
  const nonceIn = (page: typeof one): string | undefined => /nonce="([^"]+)"/.exec(page?.body ?? '')?.[1];
  expect(one?.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonceIn(one)}'`);
  expect(nonceIn(one)).not.toBe(nonceIn(other));
  expect(one?.headers['cache-control']).toBe('no-store');
});

test('the policy lets no script in but ours and no frame but the configured ones', async () => {
  const policy = String((await app.inject({ url: '/' })).headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain('frame-src https://bi.example.com;');
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
});

test('a configuration cannot leave its attribute', async () => {
  expect((await app.inject({ url: '/' })).body).not.toContain('<script>');
});

test('assets are kept for good and sent compressed; a missing one is never the page', async () => {
  const asset = await app.inject({ url: '/assets/page-1.js', headers: { 'accept-encoding': 'gzip' } });
  expect(asset.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=31536000, immutable' });
  for (const url of ['/assets/gone.js', '/api/none', '/client/none', '/assets']) {
    expect({ url, status: (await app.inject({ url })).statusCode }).toEqual({ url, status: 404 });
  }
  const outside = await app.inject({ url: '/assets/%2e%2e%2f%2e%2e%2fproduct.json' });
  expect(outside.statusCode).toBe(403);
  expect(outside.body).not.toContain('iframeHosts');
});
