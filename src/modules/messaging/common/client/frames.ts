import { z } from 'zod';
import { marks, sendDraft } from './message.schema.ts';

/** The subprotocol of the connection at /client/im/connect. */
export const connectionProtocol = 'im.v1';
/** Bytes of the largest frame. */
export const largestFrame = 96 * 1024;
/** Milliseconds within which the first frame must say who calls. */
export const authMillis = 5_000;

/** Why a connection was closed. */
export const closeCodes = { noSession: 4001, ended: 4003, malformed: 4000, slow: 4008, replaced: 4009, rate: 4029, drain: 1012 } as const;

const said = z.record(z.string().max(40), z.string().max(8_192));

/**
 * What a terminal sends on its connection. The first frame is `auth`: the headers of any other call (`clientApi`, `appKey`, `platform`,
 * `buildNo`, `installId`, `accessToken`, `DPoP` for GET of the connection's address), in the frame and never in the address.
 */
export const clientFrame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auth'), headers: said, cursor: z.string().max(200).optional() }),
  z.strictObject({ type: z.literal('send'), message: sendDraft }),
  z.strictObject({ type: z.literal('ack'), marks }),
  z.strictObject({ type: z.literal('read'), marks }),
  z.strictObject({ type: z.literal('typing'), conversationId: z.uuid() }),
  z.strictObject({ type: z.literal('ping') }),
]);
/** What a terminal sends on its connection. */
export type ClientFrame = z.output<typeof clientFrame>;
