import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { announce, type MessageChange } from '#modules/messaging/server/public.ts';
import { callbackRetry, cardActions, cardExpire, cardGet, cardList, cardUpdate, type CardRow } from '../common/card.contract.ts';
import { directory } from './card.ts';
import { assertData, changeCard, drawn, type CardChange, type CardContent, type CardData } from './cards.ts';

const visible = (call: Call) => directory.departmentInRange(call.caller.scope(), 't.owner_dept_id');

const columns = sql`c.id, c.at, t.name as template, c.template_version as "templateVersion", coalesce(s.name, '') as "systemName", c.out_id as "outId",
  c.state, c.revision, (select count(*)::int from im_card_place p where p.card_id = c.id) as people,
  (select count(*)::int from im_card_action a where a.card_id = c.id) as actions,
  (select count(*)::int from im_card_action a where a.card_id = c.id and a.callback = 'failed') as failing`;
const from = sql`im_card c join im_card_template t on t.id = c.template_id left join im_card_system s on s.id = c.system_id`;

type SentRow = Omit<CardRow, 'templateName'> & { template: Record<string, string> };

const named = <R extends SentRow>({ caller }: Call, { template, ...row }: R): Omit<R, 'template'> & { templateName: string } => ({
  ...row,
  templateName: pick(template, caller.language),
});

async function list(call: Call, input: Parsed<typeof cardList>): Promise<Reply<typeof cardList>> {
  const where = [
    visible(call),
    ...(input.templateId ? [sql<boolean>`c.template_id = ${input.templateId}::uuid`] : []),
    ...(input.state ? [sql<boolean>`c.state = ${input.state}`] : []),
    ...(input.outId ? [sql<boolean>`c.out_id = ${input.outId}`] : []),
  ];
  const source = { columns, from, where, order: sql`c.at desc, c.id` };
  const { list: rows, ...counted } = await readPage<SentRow>(call.db, source, input);
  return { list: rows.map((row) => named(call, row)), ...counted };
}

async function get(call: Call, { id }: Parsed<typeof cardGet>): Promise<Reply<typeof cardGet>> {
  await assertCards(call, [id]);
  const { rows } = await sql<
    SentRow & { expiresAt: number; data: CardData; content: CardContent }
  >`select ${columns}, c.expires_at as "expiresAt", c.data, v.content from ${from}
    join im_card_version v on v.template_id = c.template_id and v.number = c.template_version where c.id = ${id}::uuid`.execute(call.db);
  const { data, content, ...row } = rows[0]!;
  return {
    ...named(call, row),
    elements: row.state === 'recalled' ? [] : drawn(content.elements, data),
    fields: row.state === 'recalled' ? [] : content.dataFields.map((field) => ({ ...field, value: data[field.name] ?? '' })),
  };
}

/** Refuses cards of templates outside the range (10910). */
async function assertCards(call: Call, ids: readonly string[]): Promise<void> {
  const requested = [...new Set(ids)];
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from im_card c join im_card_template t on t.id = c.template_id
    where c.id = any(${requested}::uuid[]) and ${visible(call)}`.execute(call.db);
  if (rows[0]!.n < requested.length) throw call.caller.scope().all ? notFound() : outOfRange();
}

async function actions(call: Call, { id }: Parsed<typeof cardActions>): Promise<Reply<typeof cardActions>> {
  await assertCards(call, [id]);
  interface Row {
    id: string;
    at: number;
    uid: string;
    actionId: string;
    text: Record<string, string> | null;
    callback: string;
    attempts: number;
    answer: string;
  }
  const { rows } = await sql<Row>`select a.id, a.at, a.employee_id as uid, a.action_id as "actionId",
      jsonb_path_query_first(v.content, '$.actions[*] ? (@.id == $id)', jsonb_build_object('id', a.action_id))->'text' as text,
      a.callback, a.attempts, a.answer
    from im_card_action a join im_card c on c.id = a.card_id
    join im_card_version v on v.template_id = c.template_id and v.number = c.template_version
    where a.card_id = ${id}::uuid order by a.at desc limit 500`.execute(call.db);
  const people = await call.services.directory.people(
    call.db,
    rows.map(({ uid }) => uid),
    call.caller.language,
    call.caller.scope(),
  );
  return {
    list: rows.map(({ uid, text, ...row }) => ({
      ...row,
      actionText: (text && pick(text, call.caller.language)) || row.actionId,
      name: people.get(uid)?.name ?? '',
    })),
  };
}

/** A card with what it may say. */
interface Chosen {
  id: string;
  name: Record<string, string>;
  state: string;
  data: CardData;
  content: CardContent;
}

/** Cards, held until the end of the transaction. */
async function chosen(tx: Tx, ids: readonly string[]): Promise<Chosen[]> {
  const { rows } = await sql<Chosen>`select c.id, t.name, c.state, c.data, v.content from im_card c
    join im_card_template t on t.id = c.template_id
    join im_card_version v on v.template_id = c.template_id and v.number = c.template_version
    where c.id = any(${[...new Set(ids)]}::uuid[]) order by c.id for update of c`.execute(tx);
  return rows;
}

/** Changes cards, and tells terminals of it. */
async function changeAll(call: Call, ids: readonly string[], changeOf: (card: Chosen) => CardChange | undefined): Promise<void> {
  await assertCards(call, ids);
  const news = await call.write(async (tx) => {
    const told: MessageChange[] = [];
    for (const card of await chosen(tx, ids)) {
      const change = changeOf(card);
      if (!change) continue;
      told.push(...(await changeCard(tx, call.services, card.id, change)));
      call.caller.touch({ kind: 'card', id: card.id, name: pick(card.name, call.caller.language) });
    }
    return told;
  });
  await announce(call.services, news);
}

const over: ReadonlySet<string> = new Set(['expired', 'recalled']);

async function expire(call: Call, { ids }: Parsed<typeof cardExpire>): Promise<{ count: number }> {
  await changeAll(call, ids, ({ state }) => (over.has(state) ? undefined : { state: 'expired' }));
  return { count: ids.length };
}

/** What is given takes the place of what stands; the rest stays, so that a field that the sender changes meanwhile is not lost. */
async function update(call: Call, { ids, data }: Parsed<typeof cardUpdate>): Promise<{ count: number }> {
  await changeAll(call, ids, (card) => {
    const after = { ...card.data, ...data };
    assertData(card.content, after);
    return { data: after };
  });
  return { count: new Set(ids).size };
}

/** Operations on cards that were sent. */
export const sentRoutes: readonly BoundRoute[] = [
  handle(cardList, list),
  handle(cardGet, get),
  handle(cardUpdate, update),
  handle(cardActions, actions),
  handle(cardExpire, expire),
  handle(callbackRetry, async (call, { id }) => {
    await assertCards(call, [id]);
    return call.write(async (tx) => {
      const { rows } =
        await sql`update im_card_action set callback = 'waiting', attempts = 0, next_at = ${call.services.now()} where card_id = ${id}::uuid
        and callback = 'failed' returning id`.execute(tx);
      return { count: rows.length };
    });
  }),
];
