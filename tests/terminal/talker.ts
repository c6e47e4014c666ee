import { createHash, randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { clientAddress } from '../../src/kit/common/client/client-endpoint.ts';
import { clientConnect, clientHistory } from '../../src/modules/messaging/common/client/client.contract.ts';
import { connectionProtocol } from '../../src/modules/messaging/common/client/frames.ts';
import type { MessageView, SyncAnswer } from '../../src/modules/messaging/common/client/message.schema.ts';
import type { TestTerminal } from './test-terminal.ts';

/** What the server says on a connection. */
export interface Frame {
  type: string;
  code?: number;
  msg?: string;
  data?: unknown;
  clientId?: string;
  seq?: number;
  conversationId?: string;
  message?: MessageView;
  event?: { type: string } & Record<string, unknown>;
}
type Ready = SyncAnswer & { type: string };
const isReady = (frame: Frame | Ready): frame is Ready => frame.type === 'ready';

/** The part of a terminal that shows messages: each once, in the order of their numbers; what is missing between two it fetches. */
export class Talker {
  readonly terminal: TestTerminal;
  /** What it shows, by conversation. */
  readonly shown = new Map<string, MessageView[]>();
  readonly events: Frame[] = [];
  /** Close code of the last connection. */
  closed = 0;
  cursor: string | undefined;
  /** Says nothing of what it has. */
  silent = false;
  #socket: WebSocket | undefined;
  #turn: Promise<void> = Promise.resolve();
  readonly #answers = new Map<string, (frame: Frame) => void>();

  constructor(terminal: TestTerminal) {
    this.terminal = terminal;
  }

  get origin(): string {
    const { origin } = this.terminal;
    if (origin === undefined) throw new Error('A connection needs a port');
    return origin;
  }

  /** The frame by which it says who it is. */
  auth(more: Record<string, string> = {}): unknown {
    const { terminal, origin } = this;
    const token = terminal.accessToken ?? '';
    const proof = terminal.proof({
      jti: randomUUID(),
      htm: 'GET',
      htu: origin + clientAddress(clientConnect),
      iat: Math.floor(Date.now() / 1000),
      ath: createHash('sha256').update(token).digest('base64url'),
    });
    const headers = { ...terminal.facts(), accesstoken: token, dpop: proof, ...more };
    return { type: 'auth', headers, ...(this.cursor !== undefined && { cursor: this.cursor }) };
  }

  /** Opens a connection without a word; answers when it is open. */
  async open(): Promise<WebSocket> {
    const address = this.origin.replace(/^http/, 'ws') + clientAddress(clientConnect);
    const socket = new WebSocket(address, [connectionProtocol]);
    this.closed = 0;
    socket.setMaxListeners(0);
    socket.on('error', () => undefined);
    socket.once('close', (code) => {
      this.closed = code;
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('close', () => reject(new Error('The connection was refused')));
    });
    this.#socket = socket;
    return socket;
  }

  /** Connects and shows what it missed. */
  async connect(): Promise<void> {
    const socket = await this.open();
    const ready = new Promise<Ready>((resolve, reject) => {
      socket.once('close', (code, why) => reject(new Error(`Closed with ${code} ${why.toString()}`)));
      socket.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as Frame | Ready;
        if (isReady(frame)) resolve(frame);
        this.#hear(frame);
      });
    });
    ready.catch(() => undefined);
    this.say(this.auth());
    const { next, messages } = await ready;
    for (const message of messages) this.#take(message);
    this.cursor = next;
    await this.#turn;
  }

  say(frame: unknown): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  /** Sends on its connection and answers what came back: `sent` or `refused`. */
  async send(message: Record<string, unknown>): Promise<Frame> {
    const clientId = typeof message['clientId'] === 'string' ? message['clientId'] : randomUUID();
    const answer = new Promise<Frame>((resolve, reject) => {
      this.#answers.set(clientId, resolve);
      this.#socket?.once('close', () => reject(new Error('The connection was lost')));
    });
    this.say({ type: 'send', message: { kind: 'text', ...message, clientId } });
    return answer;
  }

  /** What it shows of a conversation, as texts. */
  texts(conversationId: string): string[] {
    return (this.shown.get(conversationId) ?? []).flatMap(({ body, kind }) => (kind === 'text' ? [String(body?.['text'] ?? '')] : []));
  }

  numbers(conversationId: string): number[] {
    return (this.shown.get(conversationId) ?? []).map(({ seq }) => seq);
  }

  close(): void {
    this.#socket?.close();
  }

  #hear(frame: Frame): void {
    if (frame.clientId !== undefined && (frame.type === 'sent' || frame.type === 'refused')) this.#answers.get(frame.clientId)?.(frame);
    else if (frame.type === 'message' && frame.message) this.#take(frame.message);
    else this.events.push(frame);
  }

  #take(message: MessageView): void {
    this.#turn = this.#turn.then(() => this.#show(message)).catch(() => undefined);
  }

  async #show(message: MessageView): Promise<void> {
    const { conversationId, seq } = message;
    const all = this.shown.get(conversationId) ?? [];
    this.shown.set(conversationId, all);
    const last = all.at(-1)?.seq;
    if (last !== undefined && seq <= last) return;
    if (last !== undefined && seq > last + 1) {
      const { messages } = await this.terminal.call(clientHistory, { conversationId, after: last, limit: 200 });
      all.push(...messages);
    } else all.push(message);
    if (message.kind === 'recall') for (const one of all) if (one.seq === message.body?.['seq']) one.state = 'recalled';
    if (!this.silent) this.say({ type: 'ack', marks: [{ conversationId, seq: all.at(-1)!.seq }] });
  }
}
