import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import { checkMailAddress } from '#platform/mail/mail-address.ts';
import type { outboxExport, outboxGet, outboxList, suppressionList } from '../common/mail-outbox.contract.ts';
import { readConfig } from './mail-config.query.ts';
import { maskAddress, outboxView, talkView, type Reader } from './outbox.view.ts';
import type { OutboxRow } from './sender/outbox.ts';

type Filters = Parsed<typeof outboxExport>['filter'];
/** More are not counted: the list says "about". */
const mostCounted = 10_000;

/** What the rows of a reading have in common. */
export function outboxWhere({ from, to, template, state, recipient }: Filters, reader: Reader): RawBuilder<boolean>[] {
  return [
    ...(from === undefined ? [] : [sql<boolean>`queued_at >= ${from}`]),
    ...(to === undefined ? [] : [sql<boolean>`queued_at < ${to}`]),
    ...(template === undefined ? [] : [sql<boolean>`template = any(${templatesNamed(template, reader)}::text[])`]),
    ...(state === undefined || state.length === 0 ? [] : [sql<boolean>`state = any(${state}::text[])`]),
    // Kept as it travels: an address in other letters is the same one.
    ...(recipient === undefined ? [] : [sql<boolean>`address = ${checkMailAddress(recipient) ?? recipient}`]),
  ];
}

/** Codes of the templates that a text names. */
function templatesNamed(text: string, { language, services }: Reader): string[] {
  const wanted = text.toLowerCase();
  return services.mails.templates
    .filter(({ code, title }) => [code, pick(title, language)].some((name) => name.toLowerCase().includes(wanted)))
    .map(({ code }) => code);
}

const all = (where: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  where.length > 0 ? sql.join([...where], sql` and `) : sql`true`;

/** The next rows, the newest first, after the one that a cursor names. */
export async function readOutbox(
  db: Db,
  where: readonly RawBuilder<boolean>[],
  { after, pageSize }: { after: string | undefined; pageSize: number },
): Promise<{ rows: OutboxRow[]; next: string | null }> {
  const [at, id] = after?.split('.') ?? [];
  const older = at === undefined || id === undefined ? [] : [sql<boolean>`(queued_at, id) < (${Number(at)}::bigint, ${id}::uuid)`];
  const { rows } = await sql<OutboxRow>`select * from mail_outbox where ${all([...where, ...older])}
    order by queued_at desc, id desc limit ${pageSize + 1}`.execute(db);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return { rows: page, next: rows.length > pageSize && last ? `${last.queued_at}.${last.id}` : null };
}

/** Mails, the newest first. */
export async function listOutbox(call: Call, input: Parsed<typeof outboxList>): Promise<Reply<typeof outboxList>> {
  const reader = { language: call.caller.language, services: call.services };
  const where = outboxWhere(input, reader);
  const [page, counted] = await Promise.all([
    readOutbox(call.db, where, { after: input.after, pageSize: input.pageSize }),
    sql<{
      n: number;
    }>`select count(*)::int as n from (select from mail_outbox where ${all(where)} limit ${mostCounted + 1}) as found`.execute(call.db),
  ]);
  const n = counted.rows[0]?.n ?? 0;
  return {
    list: page.rows.map((row) => outboxView(row, reader)),
    next: page.next,
    total: Math.min(n, mostCounted),
    estimated: n > mostCounted,
  };
}

/** One mail with its last talk. */
export async function getOutbox(call: Call, id: string): Promise<Reply<typeof outboxGet>> {
  const row = await call.db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  const [config, suppression] = await Promise.all([
    readConfig(call.db),
    call.db
      .selectFrom('mail_suppression')
      .select('id')
      .where('address', '=', row.address)
      .where('since', 'is not', null)
      .executeTakeFirst(),
  ]);
  const reader = { language: call.caller.language, services: call.services };
  const server = row.server_index === null ? undefined : config.servers[row.server_index];
  return {
    ...outboxView(row, reader),
    messageId: row.message_id,
    server: server ? `${server.host}:${server.port}` : null,
    endedAt: row.ended_at,
    resendable: row.content !== null,
    suppressionId: suppression?.id ?? null,
    dialogue: talkView(row.dialogue ?? [], reader, row.address),
  };
}

/** Addresses to which nothing is sent. */
export async function listSuppressed(call: Call, input: Parsed<typeof suppressionList>): Promise<Reply<typeof suppressionList>> {
  const { recipient } = input;
  const page = await readPage<{ id: string; address: string; failures: number; answer: string | null; since: number }>(
    call.db,
    {
      columns: sql`id, address, failures, answer, since`,
      from: sql`mail_suppression`,
      where: [
        sql<boolean>`since is not null`,
        ...(recipient === undefined ? [] : [sql<boolean>`address = ${checkMailAddress(recipient) ?? recipient}`]),
      ],
      order: orderOf(input.sort ?? '-since', { since: sql`since`, failures: sql`failures` }, sql`id`),
    },
    input,
  );
  return {
    ...page,
    list: page.list.map((row) => ({
      ...row,
      address: maskAddress(row.address),
      byHand: row.failures === 0,
      answer: row.answer?.replaceAll(row.address, maskAddress(row.address)) ?? null,
    })),
  };
}
