import { sql } from 'kysely';
import { gatherer } from '#platform/gather.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { ackBookOf } from '../engine/marks.ts';
import { justWrittenOf, type Framed } from '../engine/just-written.ts';
import { heardHere, messagesChannel, changeIn } from '../engine/message-events.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import { frameOf, viewOf, type ShownRow } from '../engine/view.ts';
import { Presence } from './presence.ts';

/** A terminal that is connected to this process. */
export interface Link {
  /** The connection, as the list of those on line names it. */
  readonly id: string;
  readonly address: string;
  readonly uid: string;
  readonly deviceId: string;
  readonly platform: number;
  /** How far each conversation was written to it; of those that are absent nothing was yet. */
  readonly pushed: Map<string, number>;
  /** A message, as the bytes that go over the wire: they are the same for everybody. */
  message(frame: Buffer): void;
  event(event: unknown): void;
  /** Another connection of the same terminal takes its place. */
  replaced(): void;
  /** An administrator ends the connection. */
  kicked(): void;
  /** The server ends. */
  drain(): void;
}

/** The terminals that are connected to this process, and what reaches them. */
export interface Hub {
  add(link: Link): void;
  remove(link: Link): void;
  /** Calls back with the next word for somebody; returns the way to end that. */
  listen(uid: string, heard: () => void): () => void;
  links(): readonly Link[];
  /** Begins to hear what other processes tell, and to look for what it missed. */
  work(): { stop(): Promise<void> };
  /** Looks now for what was written to conversations of those who are connected. */
  look(): Promise<void>;
  /** Writes down now who is connected. */
  present(): Promise<void>;
  drain(): void;
}

/** So often what was told is compared with what is there. */
const lookMillis = 5_000;
/** A terminal that lags behind by more is told to fetch the rest. */
const mostAtOnce = 200;
const mostMembers = 20_000;

/** Conversations whose new messages are read in one statement. */
const mostSpans = 200;

/** Messages of a conversation behind one number, up to another. */
interface Span {
  readonly conversation: string;
  readonly low: number;
  readonly high: number;
}

type Parts = Pick<CoreServices, 'database' | 'bus' | 'secrets' | 'log' | 'now'>;
type Members = ReadonlyMap<string, { from: number; left: number | null }>;

/** The hub of a running product. */
export const hubOf = perProduct<Hub, Parts>(openHub);

class Post {
  readonly #parts: Parts;
  readonly #byUid = new Map<string, Set<Link>>();
  readonly #listeners = new Map<string, Set<() => void>>();
  /** Members of conversations as they were read last; dropped when they change. */
  #members = new Map<string, Promise<Members>>();
  /** Conversations that are being written to terminals, with how far they are to go. */
  readonly #presence: Presence;
  readonly #running = new Map<string, { target: number }>();
  #lookedAt: number;
  /** What is written to several conversations at the same time is read together. */
  readonly #messages = gatherer(mostSpans, (spans: readonly Span[]) => readSpans(this.#parts, spans));

  readonly #readMembers = gatherer(mostSpans, (conversations: readonly string[]) => readMembers(this.#parts, conversations));

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#lookedAt = parts.now();
    this.#presence = new Presence(parts);
  }

  get presence(): Presence {
    return this.#presence;
  }

  add(link: Link): void {
    const same = this.#byUid.get(link.uid) ?? new Set();
    for (const other of same) if (other.deviceId === link.deviceId) other.replaced();
    same.add(link);
    this.#byUid.set(link.uid, same);
    this.#presence.came(link);
  }

  remove(link: Link): void {
    const same = this.#byUid.get(link.uid);
    if (same?.delete(link)) this.#presence.went(link.id);
    if (same?.size === 0) this.#byUid.delete(link.uid);
  }

  listen(uid: string, heard: () => void): () => void {
    const all = this.#listeners.get(uid) ?? new Set();
    all.add(heard);
    this.#listeners.set(uid, all);
    return () => {
      all.delete(heard);
      if (all.size === 0) this.#listeners.delete(uid);
    };
  }

  links(): Link[] {
    return [...this.#byUid.values()].flatMap((all) => [...all]);
  }

  hear(message: Parameters<typeof changeIn>[0]): void {
    const news = changeIn(message);
    if (!news) return;
    if (news.what === 'members') this.#members.delete(news.conversation);
    else if (news.what === 'message') this.push(news.conversation, news.seq);
    else if (news.what === 'kick') {
      for (const link of this.links()) if (news.connections.includes(link.id)) link.kicked();
    } else for (const uid of news.uids) this.#tell(uid, news.event);
  }

  #tell(uid: string, event: unknown): void {
    for (const link of this.#byUid.get(uid) ?? []) link.event(event);
    for (const heard of this.#listeners.get(uid) ?? []) heard();
  }

  /** Forgets who is where: something may have been missed. */
  forget(): void {
    this.#members = new Map();
  }

  /** Writes a conversation to its terminals up to a number; what comes meanwhile goes on from there, so that each sees the order of the numbers. */
  push(conversation: string, seq: number): void {
    const running = this.#running.get(conversation);
    if (running) {
      running.target = Math.max(running.target, seq);
      return;
    }
    const mine = { target: seq };
    this.#running.set(conversation, mine);
    void this.#run(conversation, mine).catch((error: unknown) =>
      this.#parts.log.error({ err: error }, 'Messages could not be written to terminals'),
    );
  }

  async #run(conversation: string, mine: { target: number }): Promise<void> {
    try {
      for (let done = 0; done < mine.target;) {
        const { target } = mine;
        await this.#write(conversation, target);
        done = target;
      }
    } finally {
      this.#running.delete(conversation);
    }
  }

  async #write(conversation: string, seq: number): Promise<void> {
    const members = await this.#membersOf(conversation);
    const links: Link[] = [];
    for (const uid of members.keys()) {
      for (const heard of this.#listeners.get(uid) ?? []) heard();
      links.push(...(this.#byUid.get(uid) ?? []));
    }
    const reached = (link: Link): number => link.pushed.get(conversation) ?? seq - 1;
    const waiting = links.filter((link) => reached(link) < seq);
    if (waiting.length === 0) return;
    const low = Math.max(Math.min(...waiting.map(reached)), seq - mostAtOnce);
    const frames = await this.#framesOf({ conversation, low, high: seq });
    for (const link of waiting) {
      const seat = members.get(link.uid);
      const begins = reached(link);
      if (begins < low) link.event({ type: 'resync', conversationId: conversation, lastSeq: seq });
      for (const { seq: place, frame } of frames)
        if (place > begins && seat && place > seat.from && (seat.left === null || place <= seat.left)) link.message(frame);
      link.pushed.set(conversation, Math.max(seq, link.pushed.get(conversation) ?? 0));
    }
  }

  async #framesOf(span: Span): Promise<Framed[]> {
    const atHand = justWrittenOf(this.#parts).all(span);
    return atHand ?? (await this.#messages(span)).map((row) => ({ seq: row.seq, frame: frameOf(viewOf(this.#parts, row)) }));
  }

  #membersOf(conversation: string): Promise<Members> {
    const known = this.#members.get(conversation);
    if (known) return known;
    if (this.#members.size > mostMembers) this.#members = new Map();
    const read = this.#readMembers(conversation);
    this.#members.set(conversation, read);
    read.catch(() => this.#members.delete(conversation));
    return read;
  }

  /** What was written since the last look to conversations of those who are here, whether it was told or not. */
  async look(): Promise<void> {
    const uids = [...new Set([...this.#byUid.keys(), ...this.#listeners.keys()])];
    const since = this.#lookedAt - 2 * lookMillis;
    this.#lookedAt = this.#parts.now();
    if (uids.length === 0) return;
    this.forget();
    const { rows } = await sql<{ id: string; seq: number }>`select c.id, c.last_seq as seq from im_conversation c
      where c.last_at >= ${since} and exists (select from im_member m where m.conversation_id = c.id and m.employee_id = any(${uids}::uuid[]))`.execute(
      this.#parts.database.db,
    );
    for (const { id, seq } of rows) this.push(id, seq);
  }
}

async function readMembers({ database }: Parts, conversations: readonly string[]): Promise<Members[]> {
  const { rows } = await sql<{
    id: string;
    uid: string;
    from: number;
    left: number | null;
  }>`${sql.raw(preparedMark)} select conversation_id as id, employee_id as uid, from_seq as "from", left_seq as "left"
    from im_member where conversation_id = any((select ${conversations}::uuid[])::uuid[])`.execute(database.db);
  const found = new Map(conversations.map((id) => [id, new Map<string, { from: number; left: number | null }>()]));
  for (const { id, uid, ...seat } of rows) found.get(id)!.set(uid, seat);
  return conversations.map((id) => found.get(id)!);
}

async function readSpans({ database }: Parts, spans: readonly Span[]): Promise<ShownRow[][]> {
  const { rows } = await sql<ShownRow & { n: number }>`${sql.raw(preparedMark)} select n::int as n, id, conversation_id, seq, client_id,
      sender_kind, sender_id, kind, body, file_ids, mentions, mention_all, reply_to, forward_of, flags, state, sent_at
    from unnest((select ${spans.map(({ conversation }) => conversation)}::uuid[]), (select ${spans.map(({ low }) => low)}::bigint[]),
      (select ${spans.map(({ high }) => high)}::bigint[])) with ordinality as span(conversation, low, high, n)
    join im_message m on m.conversation_id = span.conversation and m.seq > span.low and m.seq <= span.high order by n, seq`.execute(
    database.db,
  );
  const found = spans.map((): ShownRow[] => []);
  for (const { n, ...row } of rows) found[n - 1]!.push(row);
  return found;
}

function openHub(parts: Parts): Hub {
  const hub = new Post(parts);
  return {
    add: (link) => hub.add(link),
    remove: (link) => hub.remove(link),
    listen: (uid, heard) => hub.listen(uid, heard),
    links: () => hub.links(),
    look: () => hub.look(),
    present: () => hub.presence.write(),
    drain: () => {
      for (const link of hub.links()) link.drain();
    },
    work: () => {
      const look = (): void =>
        void hub.look().catch((error: unknown) => parts.log.warn({ err: error }, 'Missed messages could not be looked for'));
      const timer = setInterval(() => {
        look();
        void hub.presence.write();
      }, lookMillis).unref();
      const endings = [
        parts.bus.subscribe(messagesChannel, (message) => hub.hear(message)),
        parts.bus.onGap(look),
        heardHere(parts).add(({ conversation, seq }) => hub.push(conversation, seq)),
      ];
      return {
        stop: async () => {
          clearInterval(timer);
          for (const end of endings) end();
          await ackBookOf(parts).settle();
          await hub.presence.end();
        },
      };
    },
  };
}
