import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { Talker, type Frame } from '../../tests/terminal/talker.ts';
import { TestTerminal } from '../../tests/terminal/test-terminal.ts';

/** So often a terminal says what it has, as programs do that are not to wake the radio for every message. */
const ackMillis = 500;

/** A terminal behind a proxy: each comes from an address of its own, as sign-ins are counted by address. */
export class FarTerminal extends TestTerminal {
  static #made = 0;
  readonly #from = `10.77.${(FarTerminal.#made += 1) >> 8}.${FarTerminal.#made & 255}`;
  override facts(): Record<string, string> {
    return { ...super.facts(), 'x-forwarded-for': this.#from };
  }
}

/** What a frame with a message says of it, in the order in which the server writes it: all that is read of most frames. */
const place = /"conversationId":"([^"]+)","seq":(\d+)/;
const words = /"body":\{"text":"([^"]+)"/;

/**
 * A terminal that notes when each message came, and says what it has now and then. It keeps and shows nothing, for thousands of them share
 * one core, and what they cost is not the server's.
 */
export class Timed extends Talker {
  readonly came = new Map<string, number>();
  readonly #marks = new Map<string, number>();
  readonly #waiting = new Map<string, (frame: Frame) => void>();
  #ready: (() => void) | undefined;

  override async open(): Promise<WebSocket> {
    const socket = await super.open();
    socket.on('message', (data: Buffer) => this.#hearText(data.toString(), performance.now()));
    return socket;
  }

  override async connect(): Promise<void> {
    const socket = await this.open();
    const ready = new Promise<void>((resolve, reject) => {
      this.#ready = resolve;
      socket.once('close', (code, why) => reject(new Error(`Closed with ${code} ${why.toString()}`)));
    });
    this.say(this.auth());
    await ready;
  }

  override async send(message: Record<string, unknown>): Promise<Frame> {
    const clientId = randomUUID();
    const answer = new Promise<Frame>((resolve) => this.#waiting.set(clientId, resolve));
    this.say({ type: 'send', message: { kind: 'text', ...message, clientId } });
    return answer;
  }

  #hearText(text: string, at: number): void {
    if (text.startsWith('{"type":"message"')) {
      const [, said] = words.exec(text) ?? [];
      const [, conversationId, seq] = place.exec(text) ?? [];
      if (said === undefined || conversationId === undefined) return;
      this.came.set(said, at);
      if (this.#marks.size === 0) setTimeout(() => this.#ack(), ackMillis);
      this.#marks.set(conversationId, Number(seq));
      return;
    }
    const frame = JSON.parse(text) as Frame;
    if (frame.type === 'ready') this.#ready?.();
    else if (frame.clientId !== undefined && this.#waiting.has(frame.clientId)) this.#answered(frame.clientId, frame);
    else this.events.push(frame);
  }

  #answered(clientId: string, frame: Frame): void {
    this.#waiting.get(clientId)?.(frame);
    this.#waiting.delete(clientId);
  }

  #ack(): void {
    const marks = [...this.#marks].map(([conversationId, seq]) => ({ conversationId, seq }));
    this.#marks.clear();
    this.say({ type: 'ack', marks });
  }
}
