import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { parseAllowed } from './address-rules.ts';
import { createGuard } from './guard.ts';
import type { CheckedAddress, GuardOptions } from './guard.ts';
import { OutboundError, outboundError, toOutboundError } from './outbound-error.ts';
import { lookAtTls } from './look-at-tls.ts';
import type { TlsLook } from './look-at-tls.ts';
import { openSocket } from './outbound-tls.ts';
import type { TlsSettings } from './outbound-tls.ts';
import { startDeadline } from './deadline.ts';
import { codings } from './decoded.ts';
import { createReply } from './reply.ts';
import type { ClientAnswer, OutboundReply } from './reply.ts';
import { checkedUrl, isRedirect, nextHop, ownHeaders } from './redirects.ts';
import type { Hop } from './redirects.ts';
import { createTargetGate } from './target-gate.ts';
import type { GateLimits, TargetGate, Ticket } from './target-gate.ts';
import { askWhole } from './whole-answer.ts';
import type { WholeAnswer } from './whole-answer.ts';

/** One HTTP call. */
export interface OutboundInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
  /** Whole call with redirects and body, ms (30,000). */
  readonly timeoutMs?: number;
  /** Largest body after decompression, bytes (10 MiB). */
  readonly maxBytes?: number;
  /** Redirects followed, 0..3 (3). With 0 a redirect is the answer. */
  readonly redirects?: number;
  readonly tls?: TlsSettings;
  readonly signal?: AbortSignal;
}

/** The one door to other systems. */
export interface Outbound {
  /** Takes these networks, as an administrator entered them, for allowed from now on; without effect where the environment names some. */
  allow(networks: readonly string[]): void;
  /** Checks a name and port; connect to the answer's address, not to the name. Rejects with OutboundError denied or dns. */
  resolve(host: string, port: number): Promise<CheckedAddress>;
  /** A checked TCP or TLS socket for protocols other than HTTP. */
  connect(host: string, port: number, options?: { timeoutMs?: number; tls?: TlsSettings }): Promise<Socket>;
  /** What certificates a server shows, also where it is not trusted; nothing is sent. */
  lookAtTls(host: string, port: number, options?: { timeoutMs?: number; ca?: string }): Promise<TlsLook>;
  /** Runs work on a target inside its pool and breaker; OutboundErrors of connection and time count as failures of the target. */
  run<T>(target: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** An HTTP call; any status is an answer, transport failures reject with OutboundError. */
  fetch(url: string | URL, init?: OutboundInit): Promise<OutboundReply>;
  /** The same call, answered when the body was read: for the many small answers of a gateway. */
  ask(url: string | URL, init?: OutboundInit): Promise<WholeAnswer>;
  close(): Promise<void>;
}

const defaults: GateLimits = { connections: 64, queue: 200, waitMs: 5_000, failures: 5, restMs: 10_000 };
const maxRedirects = 3;
const failing = new Set(['dns', 'refused', 'timeout', 'tls', 'protocol']);

function endBy(ticket: Ticket, error: OutboundError): void {
  ticket.end(failing.has(error.category) ? 'failed' : 'neither');
}

const optionsOf = (hop: Hop) => ({
  origin: hop.url.origin,
  path: hop.url.pathname + hop.url.search,
  method: hop.method as Dispatcher.HttpMethod,
  headers: { accept: '*/*', 'accept-encoding': codings, 'user-agent': 'wheelhouse', ...hop.headers },
  ...(hop.body === undefined ? {} : { body: hop.body as string | Buffer | Readable }),
});
const hopOf = (url: string | URL, init: OutboundInit): Hop => ({
  url: checkedUrl(url),
  method: (init.method ?? 'GET').toUpperCase(),
  headers: ownHeaders(init.headers ?? {}),
  body: init.body,
});

/** Calls whose answers are read whole. */
function createAsk(gate: TargetGate, agentOf: (tls: TlsSettings) => Promise<Dispatcher>): Outbound['ask'] {
  /** One hop of a call that is read whole, within what is left of its time. */
  const askHop = async (hop: Hop, init: OutboundInit, until: number): Promise<WholeAnswer> => {
    const agent = await agentOf(init.tls ?? {});
    const { signal } = init;
    const left = (): number => Math.max(1, until - performance.now());
    let ticket = gate.enterNow(hop.url.origin);
    if (!ticket) {
      const deadline = startDeadline(left(), signal);
      ticket = await gate.enter(hop.url.origin, deadline.signal).finally(() => deadline.done());
    }
    try {
      const bounds = { maxBytes: init.maxBytes ?? 10 * 1024 * 1024, timeoutMs: left(), signal };
      const answer = await askWhole(agent, optionsOf(hop), bounds);
      ticket.end('ok');
      return answer;
    } catch (error) {
      const failure = toOutboundError(error);
      endBy(ticket, failure);
      throw failure;
    }
  };
  return async (url, init = {}) => {
    const allowed = Math.min(maxRedirects, init.redirects ?? maxRedirects);
    const until = performance.now() + (init.timeoutMs ?? 30_000);
    let hop = hopOf(url, init);
    for (let hops = 0; ; hops += 1) {
      const answer = await askHop(hop, init, until);
      const told = isRedirect(answer.status) && allowed > 0 ? answer.headers['location'] : undefined;
      if (told === undefined) return answer;
      if (hops >= allowed) throw outboundError('protocol');
      hop = nextHop(hop, answer.status, told);
    }
  };
}

/** Opens the door: guard, pool and breaker per target. Throws on a bad entry of allowedNetworks. */
export function createOutbound(options: GuardOptions & { limits?: Partial<GateLimits> }): Outbound {
  const limits = { ...defaults, ...options.limits };
  let entered = parseAllowed([]);
  const resolve = createGuard({ ...options, isAllowedToo: (...one) => entered(...one) });
  const gate = createTargetGate(limits);
  // The HTTP client is loaded with the first call: the start is quicker without.
  let client: ReturnType<typeof load> | undefined;
  const load = async () => {
    const { createAgents } = await import('./http-agents.ts');
    return createAgents(resolve, limits.connections);
  };
  let agents: Awaited<ReturnType<typeof load>> | undefined;

  const send = async (hop: Hop, init: OutboundInit, signal: AbortSignal): Promise<{ answer: ClientAnswer; ticket: Ticket }> => {
    agents ??= await (client ??= load());
    const ticket = await gate.enter(hop.url.origin, signal);
    try {
      const answer = await agents.agentFor(init.tls ?? {}).request({ ...optionsOf(hop), signal });
      return { answer, ticket };
    } catch (error) {
      const failure = init.signal?.aborted === true ? outboundError('cancelled') : toOutboundError(error);
      endBy(ticket, failure);
      throw failure;
    }
  };

  return {
    allow(networks) {
      if (options.allowedNetworks.length === 0) entered = parseAllowed(networks);
    },
    resolve,
    async connect(host, port, { timeoutMs = 10_000, tls } = {}) {
      return openSocket(await resolve(host, port), { host, port, timeoutMs, ...(tls === undefined ? {} : { tls }) });
    },
    async lookAtTls(host, port, { timeoutMs = 10_000, ca } = {}) {
      return lookAtTls(await resolve(host, port), { host, port, timeoutMs, ...(ca === undefined ? {} : { ca }) });
    },
    async run(target, work, signal) {
      const ticket = await gate.enter(target, signal);
      try {
        const result = await work();
        ticket.end('ok');
        return result;
      } catch (error) {
        if (error instanceof OutboundError) endBy(ticket, error);
        else ticket.end('neither');
        throw error;
      }
    },
    async fetch(url, init = {}) {
      const allowed = Math.min(maxRedirects, init.redirects ?? maxRedirects);
      let hop = hopOf(url, init);
      const deadline = startDeadline(init.timeoutMs ?? 30_000, init.signal);
      try {
        for (let hops = 0; ; hops += 1) {
          const { answer, ticket } = await send(hop, init, deadline.signal);
          const told = isRedirect(answer.statusCode) && allowed > 0 ? answer.headers['location'] : undefined;
          if (told === undefined)
            return createReply(answer, {
              url: hop.url.href,
              method: hop.method,
              maxBytes: init.maxBytes ?? 10 * 1024 * 1024,
              deadline,
              ticket,
              ...(init.signal === undefined ? {} : { caller: init.signal }),
            });
          answer.body.on('error', () => undefined).destroy();
          ticket.end('ok');
          if (hops >= allowed) throw outboundError('protocol');
          hop = nextHop(hop, answer.statusCode, String(told));
        }
      } catch (error) {
        deadline.done();
        throw error;
      }
    },
    ask: createAsk(gate, async (tls) => (agents ??= await (client ??= load())).agentFor(tls)),
    close: async () => (await client)?.close(),
  };
}
