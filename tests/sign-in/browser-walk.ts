import type { FastifyInstance } from 'fastify';

/** Where a browser stands. */
interface Place {
  url: URL;
  status: number;
  body: string;
}

/** Where the product is for these browsers. */
export const productOrigin = 'http://localhost';

/** A browser as far as redirects and cookies go: the product is called directly, everything else over the network. */
export class WalkingBrowser {
  readonly #app: FastifyInstance;
  readonly #cookies = new Map<string, Map<string, string>>();
  /** Where its requests come from. */
  readonly address: string;
  static #count = 0;

  constructor(app: FastifyInstance) {
    this.#app = app;
    this.address = `10.30.0.${(WalkingBrowser.#count += 1)}`;
  }

  /** Follows redirects until a page, or until `stop` says that this is far enough. */
  async go(address: string, stop: (url: URL) => boolean = () => false): Promise<Place> {
    let url = new URL(address, productOrigin);
    for (let hops = 0; hops < 20; hops += 1) {
      if (stop(url)) return { url, status: 0, body: '' };
      const { status, headers, body } = await this.once(url);
      const location = headers.get('location');
      if (status < 300 || status > 399 || !location) return { url, status, body };
      url = new URL(location, url);
      // The console's page itself is not walked to.
      if (url.origin === productOrigin && url.pathname === '/login') return { url, status, body };
    }
    throw new Error(`Too many redirects: ${url.href}`);
  }

  /** One request, without following. */
  async once(url: URL, post?: { type: string; body: string }): Promise<{ status: number; headers: Headers; body: string }> {
    const sent = { cookie: this.#header(url.origin), ...(post && { 'content-type': post.type }) };
    if (url.origin !== productOrigin) {
      const answer = await fetch(url, { redirect: 'manual', headers: sent, ...(post && { method: 'POST', body: post.body }) });
      this.#keep(url.origin, answer.headers.getSetCookie());
      return { status: answer.status, headers: answer.headers, body: await answer.text() };
    }
    const answer = await this.#app.inject({
      method: post ? 'POST' : 'GET',
      url: url.pathname + url.search,
      headers: { host: 'localhost', 'accept-language': 'en', ...sent },
      remoteAddress: this.address,
      ...(post && { payload: post.body }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) for (const one of [value].flat()) headers.append(name, String(one));
    this.#keep(url.origin, headers.getSetCookie());
    return { status: answer.statusCode, headers, body: answer.body };
  }

  /** Calls the product in JSON, with this browser's cookies. */
  async post(
    path: string,
    payload: object,
  ): Promise<{ code: number; msg: string; data: Record<string, never> & { accessToken?: string } }> {
    const { body } = await this.once(new URL(path, productOrigin), { type: 'application/json', body: JSON.stringify(payload) });
    return JSON.parse(body) as { code: number; msg: string; data: Record<string, never> & { accessToken?: string } };
  }

  #header(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(origin: string, lines: readonly string[]): void {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at).trim(), pair.slice(at + 1));
    }
  }
}

/** The words that the login page is given behind the number sign. */
export const wordsOf = ({ url }: Place): Record<string, string> => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

/** The fields of the form on a page. */
export const formOf = (page: string): URLSearchParams =>
  new URLSearchParams([...page.matchAll(/<input[^>]* name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
