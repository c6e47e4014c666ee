import { z } from 'zod';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { clientChanges } from '../common/changes.contract.ts';
import { assertStillOpen, houseOf } from './gate.ts';

/** Milliseconds between two looks at what is known in memory. */
const lookMillis = 1_000;

type Etags = Readonly<Record<string, string>>;
const etags = z.record(z.string().max(64), z.string().max(64));

/** What terminals are told while nothing else connects them. */
export const changesRoutes: readonly BoundClientRoute[] = [handleClient(clientChanges, changes)];

async function changes(call: ClientCall, { cursor, wait }: ClientInput<typeof clientChanges>): Promise<ClientReply<typeof clientChanges>> {
  const known = cursor === undefined ? undefined : readCursor(cursor);
  const waiting = new Waiting(call, wait * 1000);
  try {
    for (let stamp: string | undefined; ;) {
      const found = await stampOf(call);
      if (found !== stamp) {
        stamp = found;
        const now = await etagsOf(call);
        const changed = known ? Object.entries(now).filter(([part, etag]) => known[part] !== etag) : [];
        if (!known || changed.length > 0 || waiting.isOver())
          // Only whom a decision concerns is told of it: it may have closed something.
          return { changes: changed.map(([part, etag]) => ({ part, etag, urgent: true })), next: written(now) };
      }
      if (waiting.isOver()) return { changes: [], next: written(await etagsOf(call)) };
      await waiting.look();
    }
  } finally {
    waiting.end();
  }
}

const stampOf = async ({ services, caller }: ClientCall): Promise<string> =>
  (await Promise.all(services.clientParts.map((part) => part.stamp(services, caller.uid)))).join('|');

async function etagsOf({ services, caller }: ClientCall): Promise<Etags> {
  const words = await Promise.all(services.clientParts.map(async (part) => [part.name, await part.word(services, caller.uid)] as const));
  return Object.fromEntries(
    words.map(([name, word]) => [
      name,
      services.secrets.mac('client part', `${caller.uid}|${name}|${word}`).toString('base64url').slice(0, 22),
    ]),
  );
}

const written = (now: Etags): string => Buffer.from(JSON.stringify(now)).toString('base64url');

function readCursor(text: string): Etags {
  try {
    return etags.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new Refusal(23030);
  }
}

/** A call that waits: until its time is over, whoever called is gone, the session ended, or this node stops. */
class Waiting {
  readonly #call: ClientCall;
  readonly #until: number;
  readonly #endings: (() => void)[];
  #stopped = false;
  #doubted = false;
  #wake: (() => void) | undefined;

  constructor(call: ClientCall, millis: number) {
    this.#call = call;
    this.#until = performance.now() + millis;
    const { services, request } = call;
    const { uid } = sessionOf(call);
    const stop = (): void => {
      this.#stopped = true;
      this.#wake?.();
    };
    request.raw.socket.once('close', stop);
    this.#endings = [
      () => void request.raw.socket.off('close', stop),
      services.live.listen(uid, { news: () => undefined, ended: stop }),
      houseOf(call).sessions.watch(uid, () => {
        this.#doubted = true;
        this.#wake?.();
      }),
    ];
  }

  isOver(): boolean {
    return this.#stopped || performance.now() >= this.#until;
  }

  /** Until the next look; a session that ended meanwhile is refused with the reason. */
  async look(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(lookMillis, Math.max(0, this.#until - performance.now())));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
    if (!this.#doubted) return;
    this.#doubted = false;
    await assertStillOpen(this.#call);
  }

  end(): void {
    for (const end of this.#endings) end();
  }
}
