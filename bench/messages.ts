import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { WebSocket } from 'ws';
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
import { signIn } from '../tests/product.ts';
import { wireOf, type Wire } from '../tests/sign-in/console.ts';
import { Talker, type Frame } from '../tests/terminal/talker.ts';
import { TestTerminal } from '../tests/terminal/test-terminal.ts';
import type { Figure } from './lib/figure.ts';
import { benchPassword } from './lib/house.ts';
import { inTurns, median } from './lib/measure.ts';

const sockets = Number(process.env['BENCH_SOCKETS'] ?? 60);
const perSecond = Number(process.env['BENCH_RATE'] ?? 20);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
const stored = Number(process.env['BENCH_HISTORY'] ?? 50_000);
/** Terminals of one person, as far as the bench goes. */
const perPerson = 2;
const ordinary = '00000000-0000-7000-8000-000000000311';

/** A terminal that notes when each message came. */
class Timed extends Talker {
  readonly came = new Map<string, number>();
  override async open(): Promise<WebSocket> {
    const socket = await super.open();
    socket.on('message', (data: Buffer) => {
      const at = performance.now();
      const { type, message } = JSON.parse(data.toString()) as Frame;
      const text = message?.body?.['text'];
      if (type === 'message' && typeof text === 'string') this.came.set(text, at);
    });
    return socket;
  }
}

/** Connections of one process, and pages of a long conversation. */
export async function messages(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-messages-'));
  const settings = readSettings({ DATA_DIR: folder, ADMIN_PASSWORD: benchPassword, LOG_LEVEL: 'silent', PORT: '0' }, folder);
  const product = await startProduct(settings, { listen: false });
  try {
    const { app } = product;
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const admin = wireOf({ app, admin: { token: await signIn(app, 'admin', benchPassword) } });
    const { version } = await admin.call(settingGet, {});
    await admin.call(settingUpdate, { version, perTenSeconds: 1000, perHour: 100_000 });
    const people = await peopleOf(admin, Math.ceil(sockets / perPerson));
    return [...(await delivery(admin, origin, people)), await pages(product, people)];
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function peopleOf(admin: Wire, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const assignments = [{ departmentId: rootDepartmentId, primary: true }];
    const { id } = await admin.call(employeeAdd, { account: `talker${at}`, name: `Talker ${at}`, assignments });
    await admin.call(employeePassword, { id, mode: 'set', password: benchPassword, mustChange: false });
    ids.push(id);
  }
  return ids;
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

async function delivery(admin: Wire, origin: string, people: readonly string[]): Promise<Figure[]> {
  const { id: groupId } = await admin.call(group.add, {
    name: 'Everybody',
    typeId: ordinary,
    ownerId: people[0]!,
    ownerDeptId: rootDepartmentId,
    maxMembers: 500,
  });
  await admin.call(groupMemberAdd, { groupId, empIds: people.slice(1) });
  const all: Timed[] = [];
  for (let one = 0; one < sockets; one += 1) {
    const terminal = new TestTerminal(origin, [2, 4][one % perPerson]);
    await terminal.login(`talker${Math.floor(one / perPerson)}`, benchPassword);
    const talker = new Timed(terminal);
    await talker.connect();
    all.push(talker);
  }
  const { list } = await all[0]!.terminal.call(clientConversations, {});
  const conversationId = list.find((one) => one.groupId === groupId)!.id;
  const idle: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const begins = performance.now();
    const heard = all[0]!.events.length;
    all[0]!.say({ type: 'ping' });
    while (all[0]!.events.length === heard) await sleep(0);
    idle.push(performance.now() - begins);
  }
  const before = process.memoryUsage().rss;
  const sent = new Map<string, number>();
  const waiting: Promise<unknown>[] = [];
  const begins = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = begins + (n * 1000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    const text = `m${n}`;
    sent.set(text, performance.now());
    waiting.push(all[n % all.length]!.send({ conversationId, body: { text } }));
  }
  const answers = await Promise.all(waiting);
  const refused = answers.filter((one) => (one as Frame).type !== 'sent').length;
  for (let round = 0; round < 200 && all.some(({ came }) => came.size < sent.size - refused); round += 1) await sleep(50);
  const delays = all.flatMap(({ came }) => [...came].map(([text, when]) => when - sent.get(text)!)).toSorted((one, other) => one - other);
  const lost = (sent.size - refused) * all.length - delays.length;
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  for (const one of all) one.close();
  const over = at(delays, 0.95) - median(idle);
  return [
    {
      name: `messages: ${sockets} sockets on one process, ${perSecond} messages a second into one group`,
      limit: 'none lost; p95 at most 150 ms over the idle round trip',
      measured: `${lost} of ${delays.length} lost, ${refused} refused; p95 ${at(delays, 0.95).toFixed(0)} ms (idle ${median(idle).toFixed(0)} ms), memory +${grown.toFixed(0)} MiB with its ${sockets} terminals in the same process`,
      holds: lost === 0 && refused === 0 && over <= 150,
    },
  ];
}

/** A conversation with many messages, written as the engine writes them. */
async function pages(product: Product, [one = '', other = '']: readonly string[]): Promise<Figure> {
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
  const atOnce = 5_000;
  for (let from = 1; from <= stored; from += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, stored - from + 1) }, (_, index) => {
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
