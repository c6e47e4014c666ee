import { TLSSocket } from 'node:tls';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import { OutboundError } from '#platform/outbound/outbound-error.ts';
import type { JobContext, JobKind, Services } from '#kit/server/services.ts';
import { operationLog } from '../../common/permissions.ts';
import type { streamResend, streamTest } from '../../common/stream.contract.ts';
import { chainOf, connectStream, isOtherName, type StreamConnection } from './stream-connection.ts';
import { eventsAfter, streamSources, requestOf, type StreamSource } from './stream-events.ts';
import { headsOf } from './stream-places.ts';
import { reasonOf, styleOf } from './stream-sender.ts';
import type { SiemStreamRow } from './stream.table.ts';
import { syslogFrame } from './syslog-message.ts';

type Words = (key: string) => string;

/** Connects; 19041 where the certificate is one for another name, 19040 with the kind of failure else. */
async function connected(services: Services, row: SiemStreamRow, words: Words): Promise<StreamConnection> {
  try {
    return await connectStream(services, row, 20_000);
  } catch (error) {
    throw inWords(error, row, words);
  }
}

function inWords(error: unknown, { host }: SiemStreamRow, words: Words): unknown {
  if (isOtherName(error)) return new Refusal(19041, { host });
  return error instanceof OutboundError ? new Refusal(19040, { category: words(`stream.error.${reasonOf(error)}`) }) : error;
}

const wordsOf =
  ({ texts }: Pick<Services, 'texts'>, language: Call['caller']['language']): Words =>
  (key) =>
    texts.text(language, 'logs', key);

async function rowOf({ database }: Pick<Services, 'database'>, id: string): Promise<SiemStreamRow> {
  const row = await database.db.selectFrom('siem_stream').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Connects to a receiver, looks at its certificate and sends one message. */
export async function testStream(
  { services, caller }: Pick<Call, 'services' | 'caller'>,
  { id }: Parsed<typeof streamTest>,
): Promise<Reply<typeof streamTest>> {
  const begun = performance.now();
  const row = await rowOf(services, id);
  caller.touch({ kind: 'stream', id, name: row.name });
  const words = wordsOf(services, caller.language);
  const connection = await connected(services, row, words);
  try {
    const at = services.now();
    const what = services.words.sentence('stream.test', 'en_US');
    const event = { log: 'test', seq: 0, at, severity: 6, word: 'stream.test', text: what, data: { actor: caller.account } };
    const body = { at, log: 'test', word: event.word, what, actor: caller.account, stream: row.name };
    await connection.write(syslogFrame({ ...event, body }, styleOf(row)));
  } catch (error) {
    throw inWords(error, row, words);
  } finally {
    connection.close();
  }
  const { socket } = connection;
  return {
    ms: Math.round(performance.now() - begun),
    protocol: socket instanceof TLSSocket ? socket.getProtocol() : null,
    chain: chainOf(socket),
  };
}

type Resend = Parsed<typeof streamResend>;

/** Begins to send rows of a span of time again. */
export async function beginResend(call: Call, input: Resend): Promise<Reply<typeof streamResend>> {
  const { name } = await rowOf(call.services, input.id);
  call.caller.touch({ kind: 'stream', id: input.id, name });
  call.caller.note({ from: input.from, to: input.to });
  return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, streamResendJob, input) }));
}

/** Sends rows of a span of time again, over a connection of its own. */
export const streamResendJob: JobKind<Resend, { sent: number }> = {
  kind: 'stream.resend',
  title: { namespace: 'logs', key: 'job.resend' },
  code: operationLog.button.resendStream,
  exclusive: ({ id }) => id,
  run: async (context, input) => {
    const { services, caller } = context;
    const row = await rowOf(services, input.id);
    const words = wordsOf(services, caller.language);
    const connection = await connected(services, row, words);
    try {
      let sent = 0;
      for (const source of streamSources) sent += await resendLog(context, { row, connection, source, ...input, before: sent });
      return { sent };
    } catch (error) {
      throw inWords(error, row, words);
    } finally {
      connection.close();
    }
  },
};

interface Part extends Resend {
  row: SiemStreamRow;
  connection: StreamConnection;
  source: StreamSource;
  /** Messages of the logs before. */
  before: number;
}

async function resendLog({ services, signal, progress }: JobContext, { row, connection, source, from, to, before }: Part): Promise<number> {
  const heads = await headsOf(services.database.db);
  let [place, sent] = [await placeAt(services, source, from, heads[source]), 0];
  for (;;) {
    signal.throwIfAborted();
    const { events, last } = await eventsAfter(services, { source, after: place, limit: 500 }, requestOf(row));
    const wanted = events.filter(({ at }) => at >= from && at <= to);
    if (wanted.length > 0) await connection.write(Buffer.concat(wanted.map((event) => syslogFrame(event, styleOf(row)))));
    sent += wanted.length;
    await progress({ done: before + sent, total: null, failed: 0 });
    const [end] = events.slice(-1);
    if (last === place || (end && end.at > to + slackMillis)) return sent;
    place = last;
  }
}

/** Rows are sealed in the order of transactions, which is nearly that of time. */
const slackMillis = 120_000;

/** The place before the rows of a moment: found by halving, for ids begin with their moment. */
async function placeAt({ database }: Pick<Services, 'database'>, source: StreamSource, moment: number, head: number): Promise<number> {
  if (source === 'root') return 0;
  if (source === 'warning_change') return warningPlaceAt(database.db, moment - slackMillis);
  const seals = database.db.selectFrom('audit_seal').select('row_id').where('stream', '=', source);
  let [low, high] = [0, head];
  while (low < high) {
    const middle = Math.floor((low + high) / 2) + 1;
    const seal = await seals.where('seq', '=', middle).executeTakeFirst();
    const at = seal ? Number.parseInt(seal.row_id.replaceAll('-', '').slice(0, 12), 16) : 0;
    if (at < moment - slackMillis) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function warningPlaceAt(db: Db, moment: number): Promise<number> {
  const before = db.selectFrom('warning_change').select((select) => select.fn.max('place').as('place'));
  return Number((await before.where('at', '<', moment).executeTakeFirst())?.place ?? 0);
}
