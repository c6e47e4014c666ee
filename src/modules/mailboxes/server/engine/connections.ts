import type { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import { perProduct } from '#kit/server/per-product.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { OutboundError, outboundError, type OutboundCategory } from '#platform/outbound/outbound-error.ts';
import { stampsOf, type EngineBox } from './box.ts';
import { MailFault, mailFaultOf } from './fault.ts';
import { bounded, openImap, type Bounds } from './imap.ts';
import type { MailSignIn } from './place.ts';
import { noteRefusal, noteSignIn } from './sign-in-state.ts';

/** A connection that nobody used for so long is closed. */
const idleMillis = 5 * 60_000;
/** Longest wait for a connection of a box that others use. */
const waitMillis = 10_000;
const lookMillis = 1_000;

interface Kept {
  readonly client: ImapFlow;
  readonly stamp: string;
  readonly serverId: string;
  busy: boolean;
  used: boolean;
  timer?: NodeJS.Timeout;
}

interface Entry {
  readonly list: Kept[];
  /** Who waits for one that is free. */
  readonly waiting: Set<() => void>;
  opening: number;
  /** Sign-ins of a box go one after another, so that three refusals are three. */
  gate: Promise<unknown>;
}

/** What is no news of the connection: it is used on. */
const harmless = new Set<string>(['missing', 'full', 'refusedBySystem']);
const counted: readonly OutboundCategory[] = ['dns', 'refused', 'timeout', 'tls', 'protocol'];

/** Open connections to mail servers, one for a piece of work. */
class MailConnections {
  readonly #services: CoreServices;
  readonly #entries = new Map<string, Entry>();
  #watch: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #closed = false;

  constructor(services: CoreServices) {
    this.#services = services;
  }

  /** Does something in a box over one of its connections, which is opened where none is free. Rejects with MailFault for what the server does. */
  async use<T>(box: EngineBox, work: (client: ImapFlow) => Promise<T>, bounds?: Bounds): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      const kept = await this.#take(box);
      const wasUsed = kept.used;
      kept.used = true;
      try {
        return await bounded(kept.client, () => work(kept.client), bounds);
      } catch (error) {
        if (error instanceof Refusal || error instanceof InvalidInput) throw error;
        const fault = mailFaultOf(error);
        if (!harmless.has(fault.fault)) this.#drop(box.id, kept);
        // It had ended while nobody used it: nothing was sent.
        if (tries > 0 || !wasUsed || !isUnsent(fault)) throw fault;
      } finally {
        this.#giveBack(box.id, kept);
      }
    }
  }

  /** Signs in with a password that was typed, past what is kept; the connection is closed again. Rejects with MailFault. */
  async try(box: EngineBox, signIn: MailSignIn): Promise<void> {
    const entry = this.#entry(box.id);
    await inLine(entry, async () => (await this.#open(box, signIn)).close());
  }

  /** How many connections of a box are open. */
  count(accountId: string): number {
    return this.#entries.get(accountId)?.list.length ?? 0;
  }

  /** Ends every connection of a box. */
  end(accountId: string): void {
    for (const kept of this.#entries.get(accountId)?.list.slice() ?? []) this.#drop(accountId, kept);
  }

  /** Ends them all, for good. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    for (const id of this.#entries.keys()) this.end(id);
    await this.#looking;
  }

  #entry(id: string): Entry {
    const known = this.#entries.get(id) ?? { list: [], waiting: new Set(), opening: 0, gate: Promise.resolve() };
    this.#entries.set(id, known);
    return known;
  }

  async #take(box: EngineBox): Promise<Kept> {
    const until = performance.now() + waitMillis;
    for (;;) {
      if (this.#closed) throw new MailFault('cancelled');
      const entry = this.#entry(box.id);
      const free = entry.list.find(({ busy }) => !busy);
      if (free && free.stamp === box.stamp && free.client.usable) {
        clearTimeout(free.timer);
        free.busy = true;
        return free;
      }
      if (free) this.#drop(box.id, free);
      else if (entry.list.length + entry.opening < box.limits.perAccount) return this.#openKept(box, entry);
      else if (performance.now() > until) throw new MailFault('busy');
      else await oneFree(entry, until - performance.now());
    }
  }

  async #openKept(box: EngineBox, entry: Entry): Promise<Kept> {
    entry.opening += 1;
    try {
      if (!box.signIn) throw new MailFault('signIn');
      this.#makeRoom(box);
      const { signIn } = box;
      const client = await inLine(entry, async () => {
        if (await this.#isFailing(box.id)) throw new MailFault('signIn');
        return this.#open(box, signIn);
      });
      const kept: Kept = { client, stamp: box.stamp, serverId: box.serverId, busy: true, used: false };
      entry.list.push(kept);
      this.#watch ??= setInterval(() => this.#look(), lookMillis).unref();
      return kept;
    } finally {
      entry.opening -= 1;
      wake(entry);
    }
  }

  async #isFailing(id: string): Promise<boolean> {
    const { rows } = await sql<{ state: string }>`select state from mail_account where id = ${id}::uuid`.execute(
      this.#services.database.db,
    );
    return rows[0]?.state !== 'new' && rows[0]?.state !== 'ready';
  }

  /** Through the breaker of the server: while it is away the next ones are told at once. */
  async #open(box: EngineBox, signIn: MailSignIn): Promise<ImapFlow> {
    const { outbound } = this.#services;
    const { incoming } = box.places;
    try {
      const client = await outbound.run(`imap://${incoming.host}:${incoming.port}`, async () => {
        try {
          return await openImap(outbound, incoming, signIn);
        } catch (error) {
          const fault = mailFaultOf(error);
          const category = counted.find((one) => one === (fault.fault === 'certificate' ? 'tls' : fault.fault));
          throw category === undefined ? fault : outboundError(category, fault);
        }
      });
      await noteSignIn(this.#services, box.id);
      return client;
    } catch (error) {
      const fault = error instanceof OutboundError && error.cause instanceof MailFault ? error.cause : mailFaultOf(error);
      if (fault.fault === 'signIn') await noteRefusal(this.#services, box.id);
      throw fault;
    }
  }

  /** Where the server allows no more connections one that rests makes room. */
  #makeRoom({ serverId, limits }: EngineBox): void {
    const all = [...this.#entries].flatMap(([id, { list }]) =>
      list.filter((one) => one.serverId === serverId).map((kept) => ({ id, kept })),
    );
    if (all.length < limits.connections) return;
    const resting = all.find(({ kept }) => !kept.busy);
    if (!resting) throw new MailFault('busy');
    this.#drop(resting.id, resting.kept);
  }

  #giveBack(id: string, kept: Kept): void {
    const entry = this.#entry(id);
    kept.busy = false;
    if (entry.list.includes(kept)) kept.timer = setTimeout(() => this.#drop(id, kept, true), idleMillis).unref();
    wake(entry);
  }

  #drop(id: string, kept: Kept, politely = false): void {
    clearTimeout(kept.timer);
    const entry = this.#entry(id);
    const at = entry.list.indexOf(kept);
    if (at >= 0) entry.list.splice(at, 1);
    if (politely) kept.client.logout().catch(() => undefined);
    else kept.client.close();
    if (entry.list.length === 0 && entry.opening === 0 && entry.waiting.size === 0) this.#entries.delete(id);
    if (this.#entries.size === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
    }
  }

  /** Ends what an administrator ended: a disabled box, a changed password, a changed server. */
  #look(): void {
    this.#looking ??= (async () => {
      const ids = [...this.#entries.keys()];
      const stamps = await stampsOf(this.#services.database.db, ids);
      for (const id of ids)
        for (const kept of this.#entries.get(id)?.list.slice() ?? []) if (stamps.get(id) !== kept.stamp) this.#drop(id, kept);
    })()
      .catch((error: unknown) => this.#services.log.error({ err: error }, 'Mailboxes could not be looked at'))
      .finally(() => (this.#looking = undefined));
  }
}

const isUnsent = (fault: MailFault): boolean => fault.cause instanceof Error && Reflect.get(fault.cause, 'code') === 'NoConnection';

function wake({ waiting }: Entry): void {
  for (const one of waiting) one();
  waiting.clear();
}

async function oneFree({ waiting }: Entry, millis: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      waiting.delete(done);
      resolve();
    };
    const timer = setTimeout(done, Math.max(1, millis));
    waiting.add(done);
  });
}

function inLine<T>(entry: Entry, work: () => Promise<T>): Promise<T> {
  const turn = entry.gate.then(work, work);
  entry.gate = turn.catch(() => undefined);
  return turn;
}

/** The connections of a running product. */
export const mailConnectionsOf = perProduct((services: CoreServices) => new MailConnections(services));
