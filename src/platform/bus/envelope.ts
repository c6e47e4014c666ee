import { z } from 'zod';
import type { JsonValue } from './bus-types.ts';

/** The channel of LISTEN and NOTIFY on which the database bus travels. */
export const DATABASE_CHANNEL = 'wheelhouse_bus';

const json = z.json();

const envelope = z.union([
  z.object({ kind: z.literal('message'), channel: z.string(), message: json }),
  z.object({ kind: z.literal('spilled'), id: z.number() }),
  z.object({ kind: z.literal('gap') }),
]);

/** What travels: a message, the place of one that is too large, or the news that some were lost. */
export type Envelope = z.infer<typeof envelope>;

/** Writes a message. */
export function writeMessage(channel: string, message: JsonValue): string {
  return JSON.stringify({ kind: 'message', channel, message });
}

/** The text that tells everybody of a gap. */
export const GAP = JSON.stringify({ kind: 'gap' });

/** Reads what came; undefined when it is none of ours (another version of the product may send more). */
export function readEnvelope(text: string): Envelope | undefined {
  try {
    return envelope.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
