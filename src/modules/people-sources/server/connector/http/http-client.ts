import { setTimeout as sleep } from 'node:timers/promises';
import { OutboundError } from '#platform/outbound/outbound-error.ts';
import type { OutboundReply } from '#platform/outbound/reply.ts';
import { SourceFailure, type ConnectorHouse, type FailureCategory } from '../connector.ts';

/** One call to the directory. */
export interface HttpCall {
  readonly address: URL;
  readonly method: 'GET' | 'POST';
  readonly body?: string;
  /** What is said of it when it fails: its path, unless that holds a secret. */
  readonly what?: string;
}

/** What a call carries to be let in. */
interface Entry {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** How calls are let in, and how that is got again. */
export interface Credentials {
  /** Asked before each call, so that a token may be fetched first. */
  enter(client: HttpClient): Promise<Entry>;
  /** The other side says that the token is no longer valid: another one is fetched with the next call. False where there is none to fetch. */
  renew(): boolean;
}

/** How answers say that they failed, and what their codes mean. */
export interface ErrorCodes {
  /** The code of an answer; undefined where it has none. */
  of(body: unknown): string | undefined;
  readonly ok: string;
  readonly expired?: readonly string[];
  readonly limited?: readonly string[];
  readonly busy?: readonly string[];
  readonly auth?: readonly string[];
  readonly permission?: readonly string[];
  /** There is nobody and nothing of this id. */
  readonly gone?: readonly string[];
}

/** An answer that did not fail. */
export interface HttpAnswer {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** How long it waits before it tries again, unless the other side says: doubled each time. */
export interface HttpWaits {
  readonly first: number;
  readonly longest: number;
}

/** What calling a directory takes. */
export interface HttpWay {
  readonly house: ConnectorHouse;
  readonly ca: string;
  readonly perSecond: number;
  readonly codes: ErrorCodes;
  readonly waits: HttpWaits;
  readonly signal: AbortSignal;
}

const retries = 3;
const callMillis = 60_000;
const mostBytes = 64 * 1024 * 1024;

/** Calls a directory: at its pace, again where it is busy or a token ran out, and with typed failures. */
export class HttpClient {
  readonly #way: HttpWay;
  #free = 0;

  constructor(way: HttpWay) {
    this.#way = way;
  }

  /** The answer to a call as who is let in by these credentials. */
  async ask(call: HttpCall, credentials: Credentials): Promise<HttpAnswer> {
    const { waits } = this.#way;
    let isRenewed = false;
    for (let tries = 0; ;) {
      const { headers = {}, query = {} } = await credentials.enter(this);
      const address = new URL(call.address);
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
      const said = await this.#once({ ...call, address }, headers);
      if (said.problem === undefined) return said;
      if (said.problem === 'expired' && !isRenewed && credentials.renew()) {
        isRenewed = true;
        continue;
      }
      const isBusy = said.problem === 'limit' || said.problem === 'unavailable';
      if (!isBusy || tries >= retries) throw new SourceFailure(said.problem === 'expired' ? 'auth' : said.problem, said.what);
      await this.#wait(Math.min(waits.longest, said.retryAfter ?? waits.first * 2 ** tries));
      tries += 1;
    }
  }

  /** A call with nothing but these headers, such as the one that fetches a token. */
  async plain(call: HttpCall, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    return this.ask(call, { enter: async () => ({ headers }), renew: () => false });
  }

  async #once(call: HttpCall, headers: Readonly<Record<string, string>>): Promise<Said> {
    const { house, ca, perSecond, signal } = this.#way;
    const now = Date.now();
    const at = Math.max(now, this.#free);
    this.#free = at + 1000 / perSecond;
    if (at > now) await this.#wait(at - now);
    const { what = call.address.pathname } = call;
    try {
      const reply = await house.outbound.fetch(call.address, {
        method: call.method,
        headers: { accept: 'application/json', ...(call.body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(call.body !== undefined && { body: call.body }),
        ...(ca !== '' && { tls: { ca } }),
        timeoutMs: callMillis,
        maxBytes: mostBytes,
        // A redirect would carry the credentials elsewhere: it is an answer like any other, and not a good one.
        redirects: 0,
        signal,
      });
      return await this.#read(reply, what);
    } catch (error) {
      throw httpFailure(error, what);
    }
  }

  async #read(reply: OutboundReply, what: string): Promise<Said> {
    const { codes } = this.#way;
    const { headers, status } = reply;
    const said = await bodyOf(reply);
    const code = codes.of(said);
    const isGood = code === undefined || code === codes.ok;
    const problem = (isGood ? undefined : problemOfCode(codes, code)) ?? problemOf(status) ?? (isGood ? undefined : 'protocol');
    const shown = isGood ? String(status) : code.slice(0, 50);
    return { problem, what: problem === undefined ? what : `${what} ${shown}`, retryAfter: retryAfterOf(headers), body: said, headers };
  }

  async #wait(millis: number): Promise<void> {
    const { signal } = this.#way;
    await sleep(millis, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  }
}

type Problem = FailureCategory | 'expired';
interface Said extends HttpAnswer {
  readonly problem: Problem | undefined;
  readonly what: string;
  readonly retryAfter: number | undefined;
}

/** The JSON of an answer. A failure need not bring any: its status says enough. */
async function bodyOf(reply: OutboundReply): Promise<unknown> {
  if (reply.status < 300) return reply.json();
  if (!/\bjson\b/i.test(reply.headers['content-type'] ?? '')) {
    await reply.discard();
    return undefined;
  }
  return reply.json().catch(() => undefined);
}

/** Seconds that the other side wants to be left alone, in milliseconds. */
function retryAfterOf(headers: Readonly<Record<string, string>>): number | undefined {
  const said = headers['retry-after'] ?? headers['x-ogw-ratelimit-reset'];
  const seconds = said === undefined || said.trim() === '' ? Number.NaN : Number(said);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function problemOfCode(codes: ErrorCodes, code: string): Problem | undefined {
  const known = [
    ['expired', codes.expired],
    ['limit', codes.limited],
    ['unavailable', codes.busy],
    ['auth', codes.auth],
    ['permission', codes.permission],
    ['empty', codes.gone],
  ] as const;
  return known.find(([, all]) => all?.includes(code))?.[0];
}

function problemOf(status: number): Problem | undefined {
  if (status === 401) return 'expired';
  if (status === 403) return 'permission';
  if (status === 404 || status === 410) return 'empty';
  if (status === 429) return 'limit';
  if (status >= 500) return 'unavailable';
  if (status >= 400) return 'syntax';
  return status >= 300 ? 'protocol' : undefined;
}

/** A failure of the way as one of the source; what was cancelled stays what it is. */
export function httpFailure(error: unknown, what: string): unknown {
  if (!(error instanceof OutboundError) || error.category === 'cancelled') return error;
  const known = ['dns', 'denied', 'refused', 'timeout', 'tls', 'protocol'] as const;
  const category = known.find((one) => one === error.category);
  return new SourceFailure(category ?? (error.category === 'tooLarge' ? 'limit' : 'unavailable'), what, error);
}
