import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { productConfigOf } from '#kit/common/product/product-config.ts';
import { newNonce } from '../http-server.ts';
import type { Services } from '../services.ts';

/** What of the services is needed: where the customer's configuration lies, and what administrators set of it, which comes before the file. */
type ConsoleServices = {
  readonly settings: Pick<Services['settings'], 'dataDir'>;
  readonly productConfig?: () => Promise<Record<string, unknown>>;
};

/** First parts of addresses that are never a page of the console. */
const reserved = /^\/(api|client|scim|hook|install|d|gateway|assets|healthz|readyz)(\/|$)/;

/**
 * Serves the built console: index.html with a nonce and a policy of its own on every request, the assets for good (their names hold
 * their hash) and already compressed. A missing asset is a 404, never the page; every other GET is the page, which finds its own way.
 */
export async function serveConsole(app: FastifyInstance, services: ConsoleServices, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: '365d',
    dotfiles: 'deny',
  });
  app.get('/*', async (request, response) => {
    if (reserved.test(request.url.split('?')[0] ?? '')) return response.callNotFound();
    return sendPage(services, folder, response);
  });
}

async function sendPage(services: ConsoleServices, folder: string, response: FastifyReply): Promise<FastifyReply> {
  const nonce = newNonce();
  const config = await configOf(services);
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  const filled = page
    .replace('<meta property="csp-nonce" nonce="" />', () => `<meta property="csp-nonce" nonce="${nonce}" />`)
    .replace('<meta name="product-config" content="{}" />', () => `<meta name="product-config" content="${escaped(config)}" />`);
  // The origins of a configuration that does not read are simply not allowed; the console says what was wrong with it.
  const { iframeHosts } = productConfigOf(parsed(config), () => undefined);
  return response
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policyOf(nonce, iframeHosts))
    .send(filled);
}

/**
 * The customer's `product.json` in the data folder, and over it what administrators set; read at every page load, so that a change needs no
 * restart. Without the database the file alone holds: the page must come, to say what is wrong.
 */
async function configOf(services: ConsoleServices): Promise<string> {
  const file = await readFile(path.join(services.settings.dataDir, 'product.json'), 'utf8').catch(() => '{}');
  const set = (await services.productConfig?.().catch(() => undefined)) ?? {};
  if (Object.keys(set).length === 0) return file;
  const base = parsed(file);
  return JSON.stringify({ ...(typeof base === 'object' ? base : {}), ...set });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Content Security Policy level 3: our own scripts alone, styles by nonce, and Trusted Types, so that a text can become markup
 * only through the console's own policy (which lets through style sheets and nothing that looks like an element).
 */
function policyOf(nonce: string, frames: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
  ].join('; ');
}
