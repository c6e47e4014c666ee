import { setTimeout as sleep } from 'node:timers/promises';
import { OutboundError } from '#platform/outbound/outbound-error.ts';
import type { OutboundReply } from '#platform/outbound/outbound.ts';
import type { HttpSourceConfig } from '../../../../common/source/config/http.ts';
import { SourceFailure, type ConnectorHouse, type FailureCategory } from '../connector.ts';
import { textOf, valueAt } from './json-path.ts';

/** One call to the directory. */
export interface HttpCall {
  readonly address: URL;
  readonly method: 'GET' | 'POST';
  readonly body?: string;
}

/** What a call carries to be let in, and how it is got anew. */
export interface Credentials {
  /** Headers and parameters; asked before each call, so that a token may be fetched first. */
  enter(client: HttpClient): Promise<{ headers: Readonly<Record<string, string>>; query?: Readonly<Record<string, string>> }>;
  /** The other side says that the token is no longer valid: another one is fetched with the next call. False where there is none to fetch. */
  renew(): boolean;
}

/** Codes in answers by which vendors say what went wrong. */
export interface ErrorCodes {
  readonly expired?: readonly string[];
  readonly limited?: readonly string[];
  readonly auth?: readonly string[];
  readonly permission?: readonly string[];
}

export interface HttpAnswer {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const retries = 3;
const longestWait = 30_000;
const callMillis = 60_000;
const mostBytes = 64 * 1024 * 1024;

/** Calls a directory: at its pace, again where it is busy or a token ran out, and with typed failures. */
export class HttpClient {
  readonly #house: ConnectorHouse;
  readonly #config: HttpSourceConfig;
  readonly #signal: AbortSignal;
  readonly #codes: ErrorCodes;
  #free = 0;

  constructor(parts: { house: ConnectorHouse; config: HttpSourceConfig; signal: AbortSignal; codes: ErrorCodes }) {
    this.#house = parts.house;
    this.#config = parts.config;
    this.#signal = parts.signal;
    this.#codes = parts.codes;
  }

  /** The answer to a call as who is let in by these credentials. */
  async ask(call: HttpCall, credentials: Credentials): Promise<HttpAnswer> {
    let isRenewed = false;
    for (let tries = 0; ; ) {
      const { headers, query = {} } = await credentials.enter(this);
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
      await this.#wait(Math.min(longestWait, said.retryAfter ?? 500 * 2 ** tries));
      tries += 1;
    }
  }

  /** A call without credentials, such as the one that fetches a token. */
  async plain(call: HttpCall, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    return this.ask(call, { enter: async () => ({ headers }), renew: () => false });
  }

  async #once(call: HttpCall, headers: Readonly<Record<string, string>>): Promise<Said> {
    const now = Date.now();
    const at = Math.max(now, this.#free);
    this.#free = at + 1000 / this.#config.perSecond;
    if (at > now) await this.#wait(at - now);
    try {
      const { ca } = this.#config;
      const reply = await this.#house.outbound.fetch(call.address, {
        method: call.method,
        headers: { accept: 'application/json', ...(call.body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(call.body !== undefined && { body: call.body }),
        ...(ca !== '' && { tls: { ca } }),
        timeoutMs: callMillis,
        maxBytes: mostBytes,
        // A redirect would carry the credentials elsewhere.
        redirects: 0,
        signal: this.#signal,
      });
      return await this.#read(reply, call.address.pathname);
    } catch (error) {
      throw failureOf(error, call.address.pathname);
    }
  }

  async #read(reply: OutboundReply, what: string): Promise<Said> {
    const problem = problemOf(reply.status);
    if (problem !== undefined) {
      await reply.discard();
      const seconds = Number(reply.headers['retry-after']);
      const retryAfter = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
      return { problem, what: `${what} ${reply.status}`, retryAfter, body: undefined, headers: reply.headers };
    }
    const body = await reply.json();
    const { errorPath, errorOk } = this.#config;
    const code = errorPath === '' ? undefined : textOf(valueAt(body, errorPath));
    if (code === undefined || code === errorOk) return { problem: undefined, what, body, headers: reply.headers };
    return { problem: this.#problemOfCode(code), what: `${what} ${code.slice(0, 50)}`, body: undefined, headers: reply.headers };
  }

  #problemOfCode(code: string): Problem {
    const { expired = [], limited = [], auth = [], permission = [] } = this.#codes;
    if (expired.includes(code)) return 'expired';
    if (limited.includes(code)) return 'limit';
    if (auth.includes(code)) return 'auth';
    return permission.includes(code) ? 'permission' : 'protocol';
  }

  async #wait(millis: number): Promise<void> {
    try {
      await sleep(millis, undefined, { signal: this.#signal });
    } catch (error) {
      throw new SourceFailure('timeout', '', error);
    }
  }
}

type Problem = FailureCategory | 'expired';
interface Said extends HttpAnswer {
  readonly problem: Problem | undefined;
  readonly what: string;
  readonly retryAfter?: number | undefined;
}

function problemOf(status: number): Problem | undefined {
  if (status === 401) return 'expired';
  if (status === 403) return 'permission';
  if (status === 429) return 'limit';
  if (status >= 500) return 'unavailable';
  if (status >= 400) return 'syntax';
  return status >= 300 ? 'protocol' : undefined;
}

function failureOf(error: unknown, what: string): unknown {
  if (!(error instanceof OutboundError)) return error;
  const known = ['dns', 'denied', 'refused', 'timeout', 'tls', 'protocol'] as const;
  const category = known.find((one) => one === error.category);
  return new SourceFailure(category ?? (error.category === 'tooLarge' ? 'limit' : 'unavailable'), what, error);
}
