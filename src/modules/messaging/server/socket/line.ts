import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Language } from '#kit/common/language.ts';
import { refused } from '#kit/server/answer.ts';
import type { TerminalSession } from '#kit/server/client/terminal-gate.ts';
import { textFrame } from '#kit/server/client/text-frame.ts';
import { newId } from '#kit/server/ids.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { gatherer } from '#platform/gather.ts';
import { closeCodes, type ClientFrame } from '../../common/client/frames.ts';
import { engineOf } from '../engine/engine-state.ts';
import { ackBookOf, markRead } from '../engine/marks.ts';
import { announce } from '../engine/message-events.ts';
import { send } from '../engine/send.ts';
import { seatOf } from '../engine/send-facts.ts';
import { syncOf } from '../engine/sync.ts';
import type { Sender } from '../rule/send-request.ts';
import { messagingSettings } from '../settings.ts';
import { frameIn } from './frame-in.ts';
import { hubOf, type Link } from './hub.ts';
import { typists } from './typists.ts';

/** Who is connected. */
interface Guest {
  readonly session: TerminalSession;
  readonly deviceId: string;
  readonly platform: number;
  readonly address: string;
  readonly language: Language;
  readonly cursor: string | undefined;
  /** What the connection is made of: frames that are ready are written to it as they are. */
  readonly wire: Writable;
}

/** What may wait to be written before a terminal is too slow. */
const mostWaiting = 1024 * 1024;
/** Frames that a terminal may send at once, and how many more come free in a second. */
const burst = 200;
const perSecond = 50;
/** Sessions that are looked at in one statement. */
const mostDoubted = 500;

/** Serves a terminal that was let in: first what it missed, then whatever comes. */
export async function openLine(services: Services, socket: WebSocket, guest: Guest): Promise<void> {
  const line = new Line(services, socket, guest);
  await line.begin();
}

/** Whether sessions are open still, those that are in doubt at the same time together; one that can't be asked about is. */
const isOpen = perProduct((services: Services) =>
  gatherer(mostDoubted, async (ids: readonly string[]) => {
    const open = new Set(await services.terminals!.openAmong(services.database.db, ids).catch(() => ids));
    return ids.map((id) => open.has(id));
  }),
);

class Line implements Link {
  readonly id = newId();
  readonly pushed = new Map<string, number>();
  readonly #services: Services;
  readonly #socket: WebSocket;
  readonly #guest: Guest;
  readonly #endings: (() => void)[] = [];
  #alive = true;
  #ready = false;
  #held: Buffer[] = [];
  #left = burst;
  #leftAt = performance.now();
  /** Frames of one terminal are done one after another, so that its messages stand in the order in which it sent them. */
  #turn: Promise<void> = Promise.resolve();

  constructor(services: Services, socket: WebSocket, guest: Guest) {
    this.#services = services;
    this.#socket = socket;
    this.#guest = guest;
  }

  get uid(): string {
    return this.#guest.session.uid;
  }
  get deviceId(): string {
    return this.#guest.deviceId;
  }
  get address(): string {
    return this.#guest.address;
  }
  get platform(): number {
    return this.#guest.platform;
  }

  async begin(): Promise<void> {
    const { session, cursor } = this.#guest;
    const hub = hubOf(this.#services);
    this.#socket.on('message', (data: Buffer, isBinary: boolean) => this.#hear(data, isBinary));
    this.#socket.on('pong', () => (this.#alive = true));
    const { pingSeconds } = await engineOf(this.#services).now();
    const ping = setInterval(() => this.#ping(), pingSeconds * 1000).unref();
    const unwatch = this.#services.terminals!.watch(session.uid, () => void this.#doubt());
    this.#endings.push(
      () => clearInterval(ping),
      unwatch,
      () => hub.remove(this),
    );
    this.#socket.once('close', () => {
      for (const end of this.#endings) end();
    });
    // From here on nothing is missed: what comes before the answer to the cursor waits behind it.
    hub.add(this);
    const missed = await syncOf(this.#services, session.uid, cursor);
    for (const { id, lastSeq } of missed.conversations) this.pushed.set(id, Math.max(lastSeq, this.pushed.get(id) ?? 0));
    this.#write({ type: 'ready', ...missed, serverTime: this.#services.now() });
    this.#ready = true;
    for (const frame of this.#held) this.#put(frame);
    this.#held = [];
  }

  message(frame: Buffer): void {
    this.#pass(frame);
  }
  event(event: unknown): void {
    this.#say({ type: 'event', event });
  }
  replaced(): void {
    this.#socket.close(closeCodes.replaced, 'replaced');
  }
  kicked(): void {
    this.#write({ type: 'bye', code: 65003 });
    this.#socket.close(closeCodes.ended, '65003');
  }
  drain(): void {
    this.#write({ type: 'bye', code: 10503, retryAfter: 1 + Math.floor(Math.random() * 60) });
    this.#socket.close(closeCodes.drain, 'drain');
  }

  #say(frame: unknown): void {
    this.#pass(textFrame(JSON.stringify(frame)));
  }

  #pass(frame: Buffer): void {
    if (this.#ready) this.#put(frame);
    else this.#held.push(frame);
  }

  #write(frame: unknown): void {
    this.#put(textFrame(JSON.stringify(frame)));
  }

  #put(frame: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > mostWaiting) {
      // The reason goes behind what waits; one that does not read it either is cut off by the library after half a minute.
      this.#socket.close(closeCodes.slow, 'slow');
      return;
    }
    // Nothing is compressed, so that the library holds no half of a frame back: this one goes between two of its own.
    this.#guest.wire.write(frame);
  }

  #ping(): void {
    if (!this.#alive) return this.#socket.terminate();
    this.#alive = false;
    this.#socket.ping();
  }

  /** Something changed about a session of this person: one that is over closes its connection. */
  async #doubt(): Promise<void> {
    const { id } = this.#guest.session;
    if (!(await isOpen(this.#services)(id))) this.#socket.close(closeCodes.ended, '65003');
  }

  #hear(data: Buffer, isBinary: boolean): void {
    const now = performance.now();
    this.#left = Math.min(burst, this.#left + ((now - this.#leftAt) / 1000) * perSecond) - 1;
    this.#leftAt = now;
    if (this.#left < 0) return this.#socket.close(closeCodes.rate, '10429');
    const frame = isBinary ? undefined : frameIn(data);
    if (!frame || frame.type === 'auth') return this.#socket.close(closeCodes.malformed, '10400');
    // An acknowledgement is answered by nothing: what the terminal sends next does not wait for it.
    if (frame.type === 'ack')
      ackBookOf(this.#services).add({ uid: this.uid, deviceId: this.deviceId, platform: this.platform }, frame.marks);
    else this.#turn = this.#turn.then(() => this.#answer(frame));
  }

  async #answer(frame: ClientFrame): Promise<void> {
    const { language } = this.#guest;
    try {
      await this.#serve(frame);
    } catch (error) {
      const answer = refused(error, language, this.#services.texts);
      if (!answer) this.#services.log.error({ err: error }, 'A frame of a terminal failed');
      const said = answer?.body ?? { code: 10500, msg: '', data: null };
      this.#say({ type: 'refused', of: frame.type, ...(frame.type === 'send' && { clientId: frame.message.clientId }), ...said });
    }
  }

  async #serve(frame: ClientFrame): Promise<void> {
    const services = this.#services;
    const { uid } = this;
    if (frame.type === 'send') {
      const sent = await send(services, this.#sender(), frame.message);
      this.#say({ type: 'sent', clientId: frame.message.clientId, ...sent });
    } else if (frame.type === 'read') {
      await markRead(services, uid, frame.marks, (await messagingSettings.now(services)).readMarks);
    } else if (frame.type === 'typing') {
      if (!(await seatOf(services)({ conversationId: frame.conversationId, uid }))) return;
      const uids = await typists(services.database.db, frame.conversationId, uid);
      await announce(services, [{ what: 'event', uids, event: { type: 'typing', conversationId: frame.conversationId, uid } }]);
    } else if (frame.type === 'ping') this.#say({ type: 'pong', serverTime: services.now() });
  }

  #sender(): Sender {
    const { platform, deviceId, uid } = this;
    const { address, language } = this.#guest;
    return { kind: 'employee', id: uid, language, platform, address, deviceId, via: 'terminal' };
  }
}
