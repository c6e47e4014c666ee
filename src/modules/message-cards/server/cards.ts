import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { openSystemChat, postIn, systemSender, type MessageChange } from '#modules/messaging/server/public.ts';
import type { CardAction, CardElement, CardField } from '../common/card.contract.ts';

/** What a version of a template says. */
export interface CardContent {
  readonly summary: Readonly<Record<string, string>>;
  readonly elements: readonly CardElement[];
  readonly actions: readonly CardAction[];
  readonly dataFields: readonly CardField[];
  readonly callbackUrl: string | null;
  readonly validDays: number;
}

export type CardData = Readonly<Record<string, string>>;

const largest = 28 * 1024;
const dayMillis = 86_400_000;

/** Data fit a template: what is required is there, and nothing else (16082 with the path). */
export function assertData({ dataFields }: CardContent, data: CardData): void {
  const known = new Set(dataFields.map(({ name }) => name));
  const missing = dataFields.find(({ name, required }) => required && !data[name]);
  const extra = Object.keys(data).find((name) => !known.has(name));
  const path = missing?.name ?? extra;
  if (path !== undefined) throw new Refusal(16082, { path }, { path });
  if (JSON.stringify(data).length > largest) throw new Refusal(16082, { path: 'data' }, { path: 'data' });
}

const filled = (words: Readonly<Record<string, string>>, data: CardData): Record<string, string> =>
  Object.fromEntries(
    Object.entries(words).map(([language, text]) => [language, text.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => data[name] ?? '')]),
  );

/** The lines of a card with its data in them. */
export const drawn = (elements: readonly CardElement[], data: CardData): CardElement[] =>
  elements.map((element) => ({
    kind: element.kind,
    ...(element.label && { label: filled(element.label, data) as NonNullable<CardElement['label']> }),
    ...(element.text && { text: filled(element.text, data) as NonNullable<CardElement['text']> }),
  }));

/** What people read of a card, for words and lists. */
const textOf = (content: CardContent, data: CardData): string => filled(content.summary, data)['zh_CN'] ?? '';

/** What a card says from now on, or how it stands. */
export interface CardChange {
  readonly data?: CardData;
  readonly privateData?: Readonly<Record<string, CardData>>;
  readonly state?: string;
}

export interface CardDraft {
  readonly systemId: string;
  readonly templateId: string;
  readonly templateVersion: number;
  readonly content: CardContent;
  readonly outId: string;
  readonly data: CardData;
  readonly privateData: Readonly<Record<string, CardData>>;
  readonly people: readonly string[];
  readonly conversationIds: readonly string[];
}

/** Sends a card into conversations and to people, each in the chat of the product with them. */
export async function sendCard(
  tx: Tx,
  services: Pick<CoreServices, 'secrets' | 'now'>,
  draft: CardDraft,
): Promise<{ cardId: string; news: MessageChange[]; places: { conversationId: string; seq: number }[] }> {
  const cardId = newId();
  const now = services.now();
  await sql`insert into im_card (id, at, system_id, template_id, template_version, out_id, data, private_data, expires_at)
    values (${cardId}::uuid, ${now}, ${draft.systemId}::uuid, ${draft.templateId}::uuid, ${draft.templateVersion}, ${draft.outId},
      ${JSON.stringify(draft.data)}::jsonb, ${JSON.stringify(draft.privateData)}::jsonb, ${now + draft.content.validDays * dayMillis})`.execute(
    tx,
  );
  const chats = [...draft.conversationIds];
  for (const uid of draft.people) chats.push(await openSystemChat(tx, uid));
  const news: MessageChange[] = [];
  const places: { conversationId: string; seq: number }[] = [];
  for (const conversationId of chats) {
    const { seq } = await postIn(tx, services, {
      conversationId,
      sender: { ...systemSender, via: 'open' },
      kind: 'card',
      // What only one person may read is fetched by that person, and stands in no message.
      body: { cardId, revision: 1, text: textOf(draft.content, draft.data) },
    });
    await sql`insert into im_card_place (card_id, conversation_id, seq) values (${cardId}::uuid, ${conversationId}::uuid, ${seq})`.execute(
      tx,
    );
    news.push({ what: 'message', conversation: conversationId, seq });
    places.push({ conversationId, seq });
  }
  return { cardId, news, places };
}

/** Changes the data or the state of a card: terminals are told of the new revision in the order of everything else. */
export async function changeCard(
  tx: Tx,
  services: Pick<CoreServices, 'secrets' | 'now'>,
  cardId: string,
  change: CardChange,
): Promise<MessageChange[]> {
  const { rows } = await sql<{ revision: number; state: string }>`update im_card set revision = revision + 1,
      data = coalesce(${change.data ? JSON.stringify(change.data) : null}::jsonb, data),
      private_data = coalesce(${change.privateData ? JSON.stringify(change.privateData) : null}::jsonb, private_data),
      state = ${change.state ?? 'updated'} where id = ${cardId}::uuid and state not in ('expired', 'recalled') returning revision, state`.execute(
    tx,
  );
  const [card] = rows;
  if (!card) throw new Refusal(16083);
  const { rows: places } = await sql<{
    conversation: string;
  }>`select conversation_id as conversation from im_card_place where card_id = ${cardId}::uuid
    order by conversation_id`.execute(tx);
  const news: MessageChange[] = [];
  for (const { conversation } of places) {
    const body = { what: 'card', cardId, revision: card.revision, state: card.state };
    const { seq } = await postIn(tx, services, {
      conversationId: conversation,
      sender: { ...systemSender, via: 'open' },
      kind: 'event',
      body,
    });
    news.push({ what: 'message', conversation, seq });
  }
  return news;
}
