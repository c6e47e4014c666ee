import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { handleClient, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { announce } from '#modules/messaging/server/public.ts';
import { cardCompare, cardPublish, cardTest } from '../common/card.contract.ts';
import { clientCardAction, clientCardGet } from '../common/client.contract.ts';
import { assertCard, cardTemplates } from './card.ts';
import { drawn, sendCard, type CardContent, type CardData } from './cards.ts';

/** The sender of cards that an administrator sends to oneself. */
const ownSystemId = '00000000-0000-7000-8000-000000000321';

async function contentOf(call: Call, db: Call['db'], id: string): Promise<CardContent> {
  const { summary, elements, actions, dataFields, callbackUrl, validDays } = await cardTemplates.one({ ...call, db }, id);
  assertCard({ elements, fields: dataFields });
  return { summary: { ...summary }, elements, actions, dataFields, callbackUrl, validDays };
}

async function publish(call: Call, { id, version }: Parsed<typeof cardPublish>): Promise<Reply<typeof cardPublish>> {
  return call.write(async (tx) => {
    const content = await contentOf(call, tx, id);
    const { rows } = await sql<{ n: number; open: number }>`select coalesce(max(number), 0)::int + 1 as n,
      (select count(*)::int from im_card where template_id = ${id}::uuid and state in ('sent', 'updated')) as open
      from im_card_version where template_id = ${id}::uuid`.execute(tx);
    const { n, open } = rows[0]!;
    await changeObjects(tx, call.caller, cardTemplates.kind, [{ id, version, fields: { published: n } }]);
    await sql`insert into im_card_version (template_id, number, at, by_id, content) select id, ${n}, updated_at, ${call.caller.uid}, ${JSON.stringify(content)}::jsonb
      from im_card_template where id = ${id}::uuid`.execute(tx);
    return { published: n, open };
  });
}

async function test(call: Call, { id }: Parsed<typeof cardTest>): Promise<Reply<typeof cardTest>> {
  const { caller, services } = call;
  const content = await contentOf(call, call.db, id);
  const data: CardData = Object.fromEntries(content.dataFields.map(({ name, sample }) => [name, sample === '' ? name : sample]));
  const sent = await call.write(async (tx) => {
    await sql`insert into im_card_version (template_id, number, at, by_id, content) values (${id}::uuid, 0, ${services.now()}, ${caller.uid}, ${JSON.stringify(content)}::jsonb)
      on conflict (template_id, number) do update set content = excluded.content, at = excluded.at`.execute(tx);
    caller.touch({ kind: 'cardTemplate', id, name: pick(content.summary, caller.language) });
    return sendCard(tx, services, {
      systemId: ownSystemId,
      templateId: id,
      templateVersion: 0,
      content,
      outId: newId(),
      data,
      privateData: {},
      people: [caller.uid],
      conversationIds: [],
    });
  });
  await announce(services, sent.news);
  return sent.places[0]!;
}

async function compare(call: Call, { id }: Parsed<typeof cardCompare>): Promise<Reply<typeof cardCompare>> {
  const draft = await cardTemplates.one(call, id);
  const { rows } = await sql<{ content: CardContent | null; open: number }>`select
      (select content from im_card_version where template_id = ${id}::uuid and number = ${draft.published}) as content,
      (select count(*)::int from im_card where template_id = ${id}::uuid and state in ('sent', 'updated') and expires_at > ${call.services.now()}) as open`.execute(
    call.db,
  );
  const { content, open } = rows[0]!;
  return { published: draft.published, open, breaks: content ? breaksOf(content, draft) : [] };
}

type Broken = Reply<typeof cardCompare>['breaks'][number];

/** What no longer fits: data that is refused or missing, buttons that are gone or lead elsewhere. */
function breaksOf(sent: CardContent, draft: Pick<CardContent, 'dataFields' | 'actions' | 'callbackUrl'>): Broken[] {
  const gone = sent.dataFields.filter(({ name }) => !draft.dataFields.some((one) => one.name === name));
  const needed = draft.dataFields.filter(
    ({ name, required }) => required && !sent.dataFields.some((one) => one.name === name && one.required),
  );
  const actions = sent.actions.flatMap((before): Broken[] => {
    const after = draft.actions.find(({ id }) => id === before.id);
    if (!after) return [{ what: 'actionGone', name: before.id }];
    return after.kind === before.kind && after.url === before.url ? [] : [{ what: 'actionChanged', name: before.id }];
  });
  return [
    ...gone.map(({ name }): Broken => ({ what: 'fieldGone', name })),
    ...needed.map(({ name }): Broken => ({ what: 'fieldNeeded', name })),
    ...actions,
    ...(sent.callbackUrl !== null && sent.callbackUrl !== draft.callbackUrl ? [{ what: 'callback' as const, name: sent.callbackUrl }] : []),
  ];
}

/** Operations on templates beside those of the declared entity. */
export const cardRoutes: readonly BoundRoute[] = [handle(cardCompare, compare), handle(cardPublish, publish), handle(cardTest, test)];

interface Held {
  revision: number;
  state: 'sent' | 'updated' | 'done' | 'expired' | 'recalled';
  data: CardData;
  own: CardData | null;
  content: CardContent;
  expires: number;
}

/** A card that stands in a conversation of the person. */
async function held({ db, caller }: ClientCall, cardId: string): Promise<Held> {
  const { rows } =
    await sql<Held>`select c.revision, c.state, c.data, c.private_data -> ${caller.uid} as own, v.content, c.expires_at as expires
    from im_card c join im_card_version v on v.template_id = c.template_id and v.number = c.template_version
    where c.id = ${cardId}::uuid and exists (select from im_card_place p join im_member m on m.conversation_id = p.conversation_id
      and m.employee_id = ${caller.uid}::uuid and m.from_seq < p.seq and (m.left_seq is null or p.seq <= m.left_seq) where p.card_id = c.id)`.execute(
      db,
    );
  if (!rows[0]) throw new Refusal(16003);
  return rows[0];
}

const isOver = ({ state, expires }: Held, now: number): boolean =>
  state === 'expired' || state === 'recalled' || state === 'done' || expires <= now;

async function taken({ db, caller }: ClientCall, cardId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct action_id as id from im_card_action where card_id = ${cardId}::uuid
    and employee_id = ${caller.uid}::uuid`.execute(db);
  return rows.map(({ id }) => id);
}

async function get(call: ClientCall, { cardId }: ClientInput<typeof clientCardGet>): Promise<ClientReply<typeof clientCardGet>> {
  const card = await held(call, cardId);
  const over = isOver(card, call.services.now());
  return {
    cardId,
    revision: card.revision,
    state: card.state,
    elements: card.state === 'recalled' ? [] : drawn(card.content.elements, { ...card.data, ...card.own }),
    actions: over ? [] : [...card.content.actions],
    taken: await taken(call, cardId),
  };
}

async function act(
  call: ClientCall,
  { cardId, actionId, input }: ClientInput<typeof clientCardAction>,
): Promise<ClientReply<typeof clientCardAction>> {
  const { services, caller } = call;
  const card = await held(call, cardId);
  const action = card.content.actions.find(({ id }) => id === actionId);
  if (!action || isOver(card, services.now())) throw new Refusal(16083);
  const asks = action.kind === 'callback' && card.content.callbackUrl !== null;
  await call.write(async (tx) => {
    // One row of the card is locked, so that two clicks at once are one.
    await sql`select from im_card where id = ${cardId}::uuid for update`.execute(tx);
    if (action.once) {
      const before =
        await sql`select from im_card_action where card_id = ${cardId}::uuid and employee_id = ${caller.uid}::uuid and action_id = ${actionId}`.execute(
          tx,
        );
      if (before.rows.length > 0) throw new Refusal(16084);
    }
    await sql`insert into im_card_action (id, card_id, employee_id, action_id, input, at, callback, next_at) values (${newId()}::uuid, ${cardId}::uuid,
      ${caller.uid}::uuid, ${actionId}, ${JSON.stringify(input)}::jsonb, ${services.now()}, ${asks ? 'waiting' : 'none'}, ${asks ? services.now() : null})`.execute(
      tx,
    );
  });
  return { confirmed: !asks };
}

/** What terminals do with cards. */
export const cardClientRoutes: readonly BoundClientRoute[] = [handleClient(clientCardGet, get), handleClient(clientCardAction, act)];
