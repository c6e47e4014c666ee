import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { newId } from '#kit/server/ids.ts';
import { group, groupMemberAdd } from '#modules/groups/common/group.contract.ts';
import { clientConversations } from '#modules/messaging/common/client/client.contract.ts';
import { settingGet, settingUpdate } from '#modules/messaging/common/setting.contract.ts';
import { sealBody } from '#modules/messaging/server/engine/content.ts';
import { historyOf } from '#modules/messaging/server/engine/history.ts';
import { employeeAdd, employeePassword } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { readSettings } from '#platform/settings.ts';
import { startProduct, type Product } from '../src/app/start-product.ts';
import type { Frame } from '../tests/terminal/talker.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { benchPassword, startHouse, type House } from './lib/house.ts';
import { inTurns, median } from './lib/measure.ts';
import { FarTerminal, Timed } from './lib/talkers.ts';

const sockets = Number(process.env['BENCH_SOCKETS'] ?? 60);
const perSecond = Number(process.env['BENCH_RATE'] ?? 20);
/** Of these the first third is the way up: much is asked for the first time. */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
const stored = Number(process.env['BENCH_HISTORY'] ?? 50_000);
/** People of one group: each message goes to all their terminals. */
const inGroup = Number(process.env['BENCH_GROUP'] ?? 20);
/** Of so many messages one goes into a group, the others to one person: 1 for groups alone. */
const groupEvery = Number(process.env['BENCH_GROUP_EVERY'] ?? 3);
/** A phone and a computer: so many a person uses at once. */
const platforms = [2, 4] as const;
const perPerson = platforms.length;
const ordinary = '00000000-0000-7000-8000-000000000311';

/** Connections of one process, and pages of a long conversation. */
export async function messages(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-messages-'));
  try {
    const people: string[] = [];
    const delivered = await served(folder, people);
    const settings = readSettings({ DATA_DIR: folder, ADMIN_PASSWORD: benchPassword, LOG_LEVEL: 'silent', PORT: '0' }, folder);
    const product = await startProduct(settings, { listen: false });
    try {
      return [...delivered, await pages(product, people)];
    } finally {
      await product.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The product in a process of its own, with the terminals in this one. */
async function served(folder: string, people: string[]): Promise<Figure[]> {
  const house = await startHouse(folder, { TRUST_PROXY: '1' });
  try {
    const admin = await Client.signIn(house.address, 'admin');
    const { version } = await admin.call(settingGet, {});
    await admin.call(settingUpdate, { version, perTenSeconds: 1000, perHour: 100_000, groupPerSecond: 1000 });
    people.push(...(await peopleOf(admin, house, Math.max(4, Math.ceil(sockets / perPerson)))));
    return sockets === 0 ? [] : await delivery(admin, house, people);
  } finally {
    await house.stop();
  }
}

/** So many are made ready at once: passwords are hashed on other threads. */
const atOnce = 6;
/** Answers in the order of the numbers from 0. */
async function each<T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> {
  const made = Array.from<T>({ length: count });
  let next = 0;
  const work = async (): Promise<void> => {
    for (let one = next++; one < count; one = next++) made[one] = await make(one);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return made;
}

/** People with one password, which is hashed once. */
async function peopleOf(admin: Client, house: House, count: number): Promise<string[]> {
  const ids = await each(count, async (one) => {
    const assignments = [{ departmentId: rootDepartmentId, primary: true }];
    return (await admin.call(employeeAdd, { account: `talker${one}`, name: `Talker ${one}`, assignments })).id;
  });
  await admin.call(employeePassword, { id: ids[0]!, mode: 'set', password: benchPassword, mustChange: false });
  const client = new pg.Client(house.database);
  await client.connect();
  await client.query(
    `insert into credential (uid, password_hash, must_change, changed_at)
       select id, c.password_hash, false, c.changed_at from credential c, unnest($2::uuid[]) as o(id) where c.uid = $1`,
    [ids[0], ids.slice(1)],
  );
  await client.end();
  return ids;
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

/** Where somebody talks: their group, and the one person they talk to. */
interface Seat {
  readonly conversationId: string;
  readonly peerId: string;
  /** Their conversation, once it has begun. */
  pairId?: string | undefined;
}

/** People talk to one other by twos; the last of an odd number to the one before. */
function peerOf(people: readonly string[], place: number): string {
  return people[place ^ 1] ?? people[place - 1]!;
}

/** Groups of people, each with the terminals of all its members connected. */
async function connected(
  admin: Client,
  origin: string,
  people: readonly string[],
): Promise<{ all: Timed[]; seats: Map<Timed, Seat>; sizes: Map<string, number> }> {
  const all: Timed[] = [];
  const seats = new Map<Timed, Seat>();
  const sizes = new Map<string, number>();
  await each(Math.ceil(people.length / inGroup), async (place) => {
    const from = place * inGroup;
    const members = people.slice(from, from + inGroup);
    const draft = { name: `Group ${from}`, typeId: ordinary, ownerId: members[0]!, ownerDeptId: rootDepartmentId, maxMembers: 500 };
    const { id: groupId } = await admin.call(group.add, draft);
    if (members.length > 1) await admin.call(groupMemberAdd, { groupId, empIds: members.slice(1) });
    const own: Timed[] = [];
    for (let one = from * perPerson; one < Math.min(sockets, (from + members.length) * perPerson); one += 1) {
      const terminal = new FarTerminal(origin, platforms[one % perPerson]);
      await terminal.login(`talker${Math.floor(one / perPerson)}`, benchPassword);
      const talker = new Timed(terminal);
      await talker.connect();
      own.push(talker);
    }
    const { list } = await own[0]!.terminal.call(clientConversations, {});
    const conversationId = list.find((one) => one.groupId === groupId)!.id;
    for (const [index, talker] of own.entries())
      seats.set(talker, { conversationId, peerId: peerOf(people, from + Math.floor(index / perPerson)) });
    sizes.set(conversationId, own.length);
    all.push(...own);
  });
  return { all, seats, sizes };
}

async function idleMillis(talker: Timed): Promise<number> {
  const idle: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const begins = performance.now();
    const heard = talker.events.length;
    talker.say({ type: 'ping' });
    while (talker.events.length === heard) await sleep(0);
    idle.push(performance.now() - begins);
  }
  return median(idle);
}

async function delivery(admin: Client, house: House, people: readonly string[]): Promise<Figure[]> {
  const { all, seats, sizes } = await connected(admin, house.address, people);
  const idle = await idleMillis(all[0]!);
  const total = perSecond * seconds;
  const third = Math.floor(total / 3);
  const memory: number[] = [];
  const sent = new Map<string, number>();
  const waiting: Promise<Frame>[] = [];
  const begins = performance.now();
  for (let n = 0; n < total; n += 1) {
    const due = begins + (n * 1000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    // After a third everything has its room; what grows from there on stays.
    if (n === third || n === total - 1) memory.push(house.memory() / 2 ** 20);
    const text = `m${n}`;
    sent.set(text, performance.now());
    // Groups in turn, so that all of them talk at the same time.
    const talker = all[(n * 37) % all.length]!;
    const seat = seats.get(talker)!;
    const { conversationId, peerId, pairId } = seat;
    const inPair = pairId === undefined ? { peerId } : { conversationId: pairId };
    const answer = talker.send({ ...(n % groupEvery === 0 ? { conversationId } : inPair), body: { text } });
    waiting.push(answer);
    // As programs do: whom one has talked to is known by the conversation.
    if (n % groupEvery > 0) void answer.then(({ conversationId: pair }) => (seat.pairId = pair));
  }
  const took = (performance.now() - begins) / 1000;
  const answers = await Promise.all(waiting);
  const refused = answers.filter(({ type }) => type !== 'sent').length;
  const expected = answers.reduce(
    (sum, { type, conversationId = '' }) => sum + (type === 'sent' ? (sizes.get(conversationId) ?? 2 * perPerson) : 0),
    0,
  );
  const arrived = (): number => all.reduce((sum, { came }) => sum + came.size, 0);
  for (let round = 0; round < 200 && arrived() < expected; round += 1) await sleep(50);
  const delaysOf = (from: number, to: number): number[] =>
    all
      .flatMap(({ came }) => [...came])
      .filter(([text]) => Number(text.slice(1)) >= from && Number(text.slice(1)) < to)
      .map(([text, when]) => when - sent.get(text)!)
      .toSorted((one, other) => one - other);
  const [early, delays] = [delaysOf(0, third), delaysOf(third, total)];
  const lost = expected - early.length - delays.length;
  for (const one of all) one.close();
  const [before = 0, end = 0] = memory;
  const grown = end - before;
  return [
    {
      name: `messages: ${sockets} sockets on one process, ${perSecond} messages a second, one of ${groupEvery} into one of ${sizes.size} groups`,
      limit: 'none lost; p95 at most 150 ms over the idle round trip; memory flat (at most 10 % more in two thirds of the time)',
      measured: `${lost} of ${expected} lost, ${refused} refused; p95 ${at(delays, 0.95).toFixed(0)} ms, median ${at(delays, 0.5).toFixed(0)} ms (idle ${idle.toFixed(0)} ms; in the first third, not counted, ${at(early, 0.95).toFixed(0)} and ${at(early, 0.5).toFixed(0)} ms); ${Math.round(total / took)} messages and ${Math.round(expected / took)} deliveries a second over ${took.toFixed(0)} s; memory ${end.toFixed(0)} MiB, ${grown.toFixed(0)} MiB more than after a third`,
      holds: lost === 0 && refused === 0 && at(delays, 0.95) - idle <= 150 && grown <= before / 10,
    },
  ];
}

/** A conversation with many messages, written as the engine writes them. */
async function pages(product: Product, [one = '', , other = '']: readonly string[]): Promise<Figure> {
  const { services } = product;
  const { db, pool } = services.database;
  const conversationId = newId();
  const now = Date.now();
  const [first, second] = one < other ? [one, other] : [other, one];
  await sql`insert into im_conversation (id, kind, one_id, other_id, last_seq, last_at, created_at)
    values (${conversationId}::uuid, 'single', ${first}::uuid, ${second}::uuid, ${stored}, ${now}, ${now})`.execute(db);
  await sql`insert into im_member (conversation_id, employee_id, changed_at) values (${conversationId}::uuid, ${one}::uuid, ${now}), (${conversationId}::uuid, ${other}::uuid, ${now})`.execute(
    db,
  );
  const piece = 5_000;
  for (let from = 1; from <= stored; from += piece) {
    const rows = Array.from({ length: Math.min(piece, stored - from + 1) }, (_, index) => {
      const id = newId();
      return {
        id,
        seq: from + index,
        body: sealBody(services, { id, conversation_id: conversationId }, { text: `Message ${from + index} of a long talk` }),
      };
    });
    await sql`insert into im_message (id, conversation_id, seq, client_id, wish_hash, sender_kind, sender_id, via, kind, body, size, sent_at)
      select id, ${conversationId}::uuid, seq, id, ''::bytea, 'employee', ${one}::uuid, 'terminal', 'text', body, length(body), ${now} + seq
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, seq bigint, body text)`.execute(db);
  }
  await pool.query('analyze im_message');
  const place = (round: number): number => 100 + ((round * 7_919) % Math.max(1, stored - 100));
  const ours = (round: number): Promise<unknown> => historyOf(services, one, { conversationId, before: place(round), limit: 50 });
  const peer = (round: number): Promise<unknown> =>
    pool.query('select * from im_message where conversation_id = $1 and seq < $2 order by seq desc limit 50', [
      conversationId,
      place(round),
    ]);
  const pair = await inTurns({ rounds: 9, repeats: 20 }, ours, peer);
  return {
    name: `messages: a page of 50 in a conversation of ${stored.toLocaleString('en')}`,
    limit: 'at most 1.5 x the bare query',
    measured: `${pair.ratio.toFixed(2)} x (${pair.ours.toFixed(2)} ms, bare pg ${pair.peer.toFixed(2)} ms; its texts opened)`,
    holds: pair.ratio <= 1.5,
  };
}
