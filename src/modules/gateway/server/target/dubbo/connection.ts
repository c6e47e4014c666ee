import type { Socket } from 'node:net';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { outboundError } from '#platform/outbound/outbound-error.ts';
import { CallFailure } from '../../run/failure.ts';
import { headerBytes, heartbeatFrame, readHeader, readResponse, requestFrame, type GenericCall } from './frames.ts';

const mostBody = 8 * 1024 * 1024;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** One connection to a provider; calls share it, each with an id of its own. */
export class ProviderConnection {
  readonly #socket: Socket;
  readonly #waiting = new Map<bigint, Waiting>();
  #next = 1n;
  #kept: Buffer = Buffer.alloc(0);
  isOpen = true;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (piece: Buffer) => this.#read(piece));
    socket.on('error', () => this.#end(outboundError('refused')));
    socket.on('close', () => this.#end(outboundError('protocol')));
  }

  static async open(outbound: Outbound, address: string, timeoutMs: number): Promise<ProviderConnection> {
    const at = address.lastIndexOf(':');
    const [host, port] = [address.slice(0, at), Number(address.slice(at + 1))];
    const socket = await outbound.run(`dubbo://${address}`, () => outbound.connect(host, port, { timeoutMs }));
    socket.setNoDelay(true);
    socket.setTimeout(0);
    return new ProviderConnection(socket);
  }

  /** Calls a method; the answer, or a failure with its class. */
  call(call: GenericCall, signal: AbortSignal): Promise<unknown> {
    const id = this.#next;
    this.#next += 1n;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail(new CallFailure('timeout', { params: { ms: call.timeoutMs } })), call.timeoutMs);
      const stop = (): void => fail(new CallFailure('cancelled'));
      const over = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        this.#waiting.delete(id);
      };
      const fail = (error: unknown): void => {
        over();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      this.#waiting.set(id, {
        resolve: (value) => {
          over();
          resolve(value);
        },
        reject: fail,
      });
      signal.addEventListener('abort', stop, { once: true });
      try {
        this.#socket.write(requestFrame(id, call));
      } catch (error) {
        fail(error);
      }
    });
  }

  close(): void {
    this.isOpen = false;
    this.#socket.destroy();
  }

  #read(piece: Buffer): void {
    this.#kept = this.#kept.length === 0 ? piece : Buffer.concat([this.#kept, piece]);
    try {
      while (this.#kept.length >= headerBytes) {
        const header = readHeader(this.#kept, mostBody);
        if (this.#kept.length < headerBytes + header.length) return;
        const body = this.#kept.subarray(headerBytes, headerBytes + header.length);
        this.#kept = this.#kept.subarray(headerBytes + header.length);
        if (header.isEvent) {
          if (header.isRequest) this.#socket.write(heartbeatFrame(header.id, true));
          continue;
        }
        this.#answer(header.id, header.status, body);
      }
    } catch (error) {
      this.#end(error);
    }
  }

  #answer(id: bigint, status: number, body: Buffer): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    try {
      waiting.resolve(readResponse(status, body));
    } catch (error) {
      waiting.reject(error);
    }
  }

  #end(error: unknown): void {
    this.isOpen = false;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
    this.#socket.destroy();
  }
}
