import { FilterParser, type Client, type Entry, type Filter } from 'ldapts';
import { openLdap, type LdapWay, type OpenLdap } from '#platform/ldap/open-ldap.ts';
import { searchPage, type Page, type PageRequest, type WaitingEntry } from '#platform/ldap/search-page.ts';
import type { LdapSourceConfig } from '../../../common/config/ldap.ts';
import { SourceFailure, type ConnectorHouse, type OpenSource } from '../connector.ts';
import { bytes } from './attributes.ts';
import { sourceFailure } from './failure.ts';

/** Longest wait for an answer, ms. */
export interface Waits {
  /** A bind, or one entry. */
  readonly one: number;
  /** A page. */
  readonly page: number;
}

/** A search whose pages are read one after another. */
export type Search = Omit<PageRequest, 'paged' | 'waitMs' | 'buffers' | 'atMost'>;

/** A bound connection to one server, as the parts of a reading use it. */
export interface Session {
  readonly server: string;
  /** Pages of entries, to their true end; failures are typed. One search at a time: directories keep one place a connection. */
  pages(search: Search, size?: number): AsyncGenerator<readonly Entry[]>;
  /** The same with entries that are not taken apart. */
  waiting(search: Search, size?: number): AsyncGenerator<readonly WaitingEntry[]>;
  /** One answer that comes whole. */
  ask(search: Search): Promise<readonly Entry[]>;
  /** One answer as it is, controls and all: for what is not paged. */
  raw(request: Omit<PageRequest, 'waitMs'>): Promise<{ entries: readonly Entry[] }>;
  close(): void;
}

/** Pages without an entry, one after another, after which a directory is held to be going in circles. */
const mostEmptyPages = 1_000;

/** Binds as the source says, without a name as nobody. */
async function bindAs(client: Client, source: OpenSource<LdapSourceConfig>): Promise<void> {
  const { bindDn } = source.config;
  const password = bindDn === '' ? '' : (source.secrets['password'] ?? '');
  // A name with an empty password is taken without looking at it (RFC 4513 5.1.2).
  if (bindDn !== '' && password === '') throw new SourceFailure('auth', bindDn);
  try {
    await client.bind(bindDn, password);
  } catch (error) {
    throw sourceFailure(error, bindDn);
  }
}

/** Opens a session with the first server that is there. */
export async function openSession(
  house: ConnectorHouse,
  source: OpenSource<LdapSourceConfig>,
  way: LdapWay,
  waits: Waits,
): Promise<Session> {
  const where = source.config.servers.map(({ host, port }) => `${host}:${port}`).join(', ');
  const signIn = AbortSignal.any([way.signal, AbortSignal.timeout(waits.one * (source.config.servers.length + 1))]);
  let open: OpenLdap;
  try {
    // The time for the way in ends with it: its signal would close what it opened.
    const early = new AbortController();
    const stop = (): void => early.abort(signIn.reason);
    signIn.addEventListener('abort', stop, { once: true });
    open = await openLdap(house.outbound, source.config, { ...way, signal: early.signal }, (client) => bindAs(client, source));
    signIn.removeEventListener('abort', stop);
  } catch (error) {
    way.signal.throwIfAborted();
    throw sourceFailure(error, where);
  }
  return sessionOver(open, source.config, way.signal, waits);
}

function sessionOver(open: OpenLdap, config: LdapSourceConfig, signal: AbortSignal, waits: Waits): Session {
  const end = (): void => open.close();
  signal.addEventListener('abort', end, { once: true });
  const asked = async (request: PageRequest): ReturnType<typeof searchPage> => {
    signal.throwIfAborted();
    try {
      return await searchPage(open.client, { ...request, buffers: bytes });
    } catch (error) {
      signal.throwIfAborted();
      throw sourceFailure(error, request.base);
    }
  };
  async function* answers<T>(search: Search, size: number, take: (page: Page) => readonly T[]): AsyncGenerator<readonly T[]> {
    const from = (cookie: Buffer): ReturnType<typeof searchPage> => {
      const page = asked({ ...search, paged: { size, cookie }, waitMs: waits.page });
      // Told where the page is waited for.
      page.catch(() => undefined);
      return page;
    };
    let next = from(Buffer.alloc(0));
    try {
      for (let empty = 0; ;) {
        const page = await next;
        const { cookie } = page;
        // The directory looks for the next page while this one is worked on.
        if (cookie.length > 0) next = from(cookie);
        const entries = take(page);
        empty = entries.length > 0 ? 0 : empty + 1;
        if (empty > mostEmptyPages) throw new SourceFailure('protocol', search.base);
        if (entries.length > 0) yield entries;
        if (cookie.length === 0) return;
      }
    } finally {
      // Who leaves early may begin another search: this one must be over by then.
      await next.catch(() => undefined);
    }
  }
  return {
    server: `${open.server.host}:${open.server.port}`,
    pages: (search, size = config.pageSize) => answers(search, size, (page) => taken(page, search.base)),
    waiting: (search, size = config.pageSize) => answers(search, size, ({ waiting }) => waiting),
    ask: async (search) => taken(await asked({ ...search, waitMs: waits.one }), search.base),
    raw: async (request) => ({ entries: taken(await asked({ ...request, waitMs: waits.page }), request.base) }),
    close: () => {
      signal.removeEventListener('abort', end);
      open.close();
    },
  };
}

/** The entries of a page; what can't be taken apart is the directory's fault. */
function taken(page: Page, base: string): readonly Entry[] {
  try {
    return page.entries();
  } catch (error) {
    throw sourceFailure(error, base);
  }
}

/** A filter as it was entered; what can't be read is told by its own text. */
export function filterOf(text: string): Filter {
  try {
    return FilterParser.parseString(text);
  } catch (error) {
    throw new SourceFailure('syntax', text.slice(0, 200), error);
  }
}
