import type { Socket } from 'node:net';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { outboundError, toOutboundError } from '#platform/outbound/outbound-error.ts';
import { addressText, type AddressReport, type CheckFailure, type ServerAddress } from '../common/server-facts.ts';

/** What of a server is checked. */
export interface Checked {
  addresses: readonly ServerAddress[];
  ca: string | null;
  pinnedKeys: readonly string[];
}

/** A check of an address takes no longer, whatever the other side does. */
const wholeMillis = 9_500;
const dayMillis = 86_400_000;
const secure = new Set(['https', 'wss', 'tls']);
const answering = new Set(['http', 'https']);

type Step = AddressReport['steps'][number];

/** Ends a check at a step. */
class StepFailure extends Error {
  readonly failure: CheckFailure;
  readonly detail: string;
  constructor(failure: CheckFailure, detail = '') {
    super(failure);
    this.failure = failure;
    this.detail = detail;
  }
}

/** One address: its name, the connection, the certificates, and for web servers an answer; up to the first step that fails. */
export async function checkAddress(outbound: Outbound, address: ServerAddress, server: Checked, now: number): Promise<AddressReport> {
  const check = new AddressCheck(outbound, address, server);
  const failure = await check.run();
  const ends = check.chain.map(({ endsAt }) => endsAt);
  return {
    address: addressText(address),
    zone: address.zone,
    ok: failure === null,
    steps: check.steps,
    ms: check.steps.filter(({ step }) => step !== 'dns').reduce((sum, { ms }) => sum + ms, 0),
    failure,
    chain: check.chain,
    daysLeft: ends.length === 0 ? null : Math.floor((Math.min(...ends) - now) / dayMillis),
  };
}

class AddressCheck {
  readonly steps: Step[] = [];
  chain: AddressReport['chain'] = [];
  readonly #outbound: Outbound;
  readonly #address: ServerAddress;
  readonly #server: Checked;
  readonly #until = performance.now() + wholeMillis;

  constructor(outbound: Outbound, address: ServerAddress, server: Checked) {
    this.#outbound = outbound;
    this.#address = address;
    this.#server = server;
  }

  async run(): Promise<CheckFailure | null> {
    const { scheme, host, port } = this.#address;
    try {
      await this.#step('dns', async () => (await this.#outbound.resolve(host, port)).address);
      await this.#step('tcp', async () => {
        (await this.#outbound.connect(host, port, { timeoutMs: this.#left() })).destroy();
        return '';
      });
      if (secure.has(scheme)) await this.#step('tls', () => this.#tls());
      if (answering.has(scheme)) await this.#step('answer', () => this.#answer());
      return null;
    } catch (error) {
      return error instanceof StepFailure ? error.failure : toOutboundError(error).category;
    }
  }

  #left(): number {
    return Math.max(1, Math.round(this.#until - performance.now()));
  }

  async #step(step: Step['step'], work: () => Promise<string>): Promise<void> {
    const began = performance.now();
    const note = (ok: boolean, detail: string): void =>
      void this.steps.push({ step, ok, detail, ms: Math.round(performance.now() - began) });
    let timer: NodeJS.Timeout | undefined;
    try {
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(outboundError('timeout')), this.#left());
      });
      note(true, await Promise.race([work(), late]));
    } catch (error) {
      note(false, error instanceof StepFailure ? error.detail : '');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #tls(): Promise<string> {
    const { host, port } = this.#address;
    const { ca, pinnedKeys } = this.#server;
    const look = await this.#outbound.lookAtTls(host, port, { timeoutMs: this.#left(), ...(ca !== null && { ca }) });
    this.chain = look.chain.map((one) => ({ ...one, names: [...one.names] }));
    if (look.distrust !== null) throw new StepFailure(distrustOf(look.distrust), look.distrust);
    if (pinnedKeys.length > 0 && !this.chain.some(({ spki }) => pinnedKeys.includes(spki))) throw new StepFailure('pin');
    return look.protocol;
  }

  async #answer(): Promise<string> {
    const { scheme, host, port, path } = this.#address;
    const { ca } = this.#server;
    const tls = scheme === 'https' ? { tls: ca === null ? {} : { ca } } : {};
    const socket = await this.#outbound.connect(host, port, { timeoutMs: this.#left(), ...tls });
    try {
      const status = await statusOf(socket, { host: `${host}:${port}`, path: path || '/' });
      if (status >= 500) throw new StepFailure('status', String(status));
      return String(status);
    } finally {
      socket.destroy();
    }
  }
}

/** The names that OpenSSL and Node have for distrust, as far as somebody would do something different about them. */
function distrustOf(reason: string): CheckFailure {
  if (reason === 'CERT_HAS_EXPIRED') return 'expired';
  if (reason === 'CERT_NOT_YET_VALID') return 'notYet';
  return reason.startsWith('ERR_TLS_CERT_ALTNAME') || reason === 'HOSTNAME_MISMATCH' ? 'host' : 'untrusted';
}

const statusLine = /^HTTP\/1\.[01] (\d{3})[ \r]/;

/** The status of one request; any answer will do, its body is not read. */
function statusOf(socket: Socket, { host, path }: { host: string; path: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    let seen = '';
    socket.setEncoding('latin1');
    socket.once('error', (error) => reject(toOutboundError(error)));
    socket.once('close', () => reject(outboundError('protocol')));
    socket.on('data', (piece: string) => {
      seen += piece;
      const status = statusLine.exec(seen)?.[1];
      if (status !== undefined) resolve(Number(status));
      else if (seen.length > 512) reject(outboundError('protocol'));
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Wheelhouse-check\r\nAccept: */*\r\nConnection: close\r\n\r\n`);
  });
}
