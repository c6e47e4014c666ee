import type { JsonValue } from '#platform/bus/bus-types.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';

/** The channel of the bus by which processes tell each other of messages: where something is, never what it says. */
export const messagesChannel = 'im';

/** What one process tells the others. */
export type MessageChange =
  | { readonly what: 'message'; readonly conversation: string; readonly seq: number }
  | { readonly what: 'members'; readonly conversation: string }
  | { readonly what: 'kick'; readonly connections: readonly string[] }
  | { readonly what: 'event'; readonly uids: readonly string[]; readonly event: JsonValue };

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads what another process told; undefined for what this version does not know. */
export function changeIn(message: JsonValue): MessageChange | undefined {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined;
  const { what, conversation, seq, uids, event, connections } = message;
  if (what === 'message' && isText(conversation) && typeof seq === 'number') return { what, conversation, seq };
  if (what === 'members' && isText(conversation)) return { what, conversation };
  if (what === 'kick' && Array.isArray(connections)) return { what, connections: connections.filter(isText) };
  if (what === 'event' && Array.isArray(uids)) return { what, uids: uids.filter(isText), event: event ?? null };
  return undefined;
}

type Told = Extract<MessageChange, { what: 'message' }>;

/** Who hears in this process of messages without the way over the bus; it comes by the bus as well, to whoever knows it already. */
export const heardHere = perProduct(() => {
  const all = new Set<(news: Told) => void>();
  return {
    add: (listener: (news: Told) => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: (news: Told) => {
      for (const listener of all) listener(news);
    },
  };
});

/** Tells every process after the commit. A lost word costs time, never a message: what was missed is found by looking. */
export async function announce(services: Pick<CoreServices, 'database' | 'bus' | 'log'>, news: readonly MessageChange[]): Promise<void> {
  for (const one of news) if (one.what === 'message') heardHere(services).tell(one);
  for (const one of news)
    await services.bus
      .publish(messagesChannel, JSON.parse(JSON.stringify(one)) as JsonValue)
      .catch((error: unknown) => services.log.warn({ err: error }, 'Processes were not told of a message'));
}
