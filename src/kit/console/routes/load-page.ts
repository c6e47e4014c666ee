import type { ComponentType } from 'react';
import { ensureCatalog, ensurePart } from '../i18n/i18n.ts';
import type { PageRoute } from './page-route.ts';
import { namespaceOf, pageNamed } from './page-table.ts';

/** Milliseconds after which a chunk counts as not coming. */
const chunkTimeout = 120_000;

/** A page's script or style sheet did not load. After a style sheet only a reload helps: a second try would draw the page without it. */
export class PageChunkError extends Error {
  override readonly name = 'PageChunkError';
  readonly code: 'CHUNK_LOAD_FAILED' | 'CSS_CHUNK_LOAD_FAILED';
  readonly type: 'timeout' | 'missing';
  /** What was asked for: the address, or the page's name when the browser does not say. */
  readonly request: string;

  constructor(code: PageChunkError['code'], type: PageChunkError['type'], request: string) {
    super(`${code}: ${type} ${request}`);
    this.code = code;
    this.type = type;
    this.request = request;
  }
}

/** Loads a chunk within its time; what the chunk itself throws while it starts is passed on as it is. */
export async function loadChunk<T>(name: string, load: () => Promise<T>, timeout = chunkTimeout): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PageChunkError('CHUNK_LOAD_FAILED', 'timeout', name)), timeout);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw chunkErrorOf(error, name);
  } finally {
    clearTimeout(timer);
  }
}

/** The words of Chromium, Firefox and Safari for a module that did not arrive, and those of Vite for a style sheet. */
function chunkErrorOf(error: unknown, name: string): unknown {
  if (!(error instanceof Error) || error instanceof PageChunkError) return error;
  const css = /^Unable to preload CSS for (.+)/.exec(error.message);
  if (css) return new PageChunkError('CSS_CHUNK_LOAD_FAILED', 'missing', css[1] ?? name);
  const script =
    /(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)(?::\s*(\S+))?/i.exec(
      error.message,
    );
  return script ? new PageChunkError('CHUNK_LOAD_FAILED', 'missing', script[1] ?? name) : error;
}

interface Loading {
  page: Promise<ComponentType>;
  here?: ComponentType;
  failure?: unknown;
}

const pages = new Map<string, Loading>();

/** A page's component together with the texts of its module; loaded once. A failure stays until `retryPage`: the same promise must answer every drawing. */
export function loadPage(route: PageRoute): Promise<ComponentType> {
  const known = pages.get(route.name);
  if (known) return known.page;
  const namespace = namespaceOf(route);
  const page = Promise.all([
    loadChunk(route.name, route.load),
    ensureCatalog(namespace),
    route.texts && ensurePart(namespace, route.texts),
  ]).then(([module]) => module.default);
  const loading: Loading = { page };
  pages.set(route.name, loading);
  page.then(
    (here) => (loading.here = here),
    (error: unknown) => (loading.failure = error),
  );
  return page;
}

/** A page's component where it is here already: drawn at once, without the moment that a promise takes to be looked at. */
export const loadedPage = (route: PageRoute): ComponentType | undefined => pages.get(route.name)?.here;

/** Begins to load a page, with the nested one that it opens, before it is asked for; whoever then opens it hears of a failure. */
export function preloadPage(route: PageRoute | undefined): void {
  if (!route) return;
  loadPage(route).catch(() => undefined);
  preloadPage(route.defaultChild === undefined ? undefined : pageNamed(route.defaultChild));
}

/** Forgets a failed load, so that the next one asks again; not after a style sheet, which Vite believes to be there once it has failed. */
export function retryPage(route: PageRoute): void {
  const failure = pages.get(route.name)?.failure;
  if (failure !== undefined && !(failure instanceof PageChunkError && failure.code === 'CSS_CHUNK_LOAD_FAILED')) pages.delete(route.name);
}
