import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { id, longText, time } from '#kit/common/schema.ts';
import { replyLimits } from './words.ts';

const said = z.strictObject({ text: longText(replyLimits.message).trim().min(1) });
const placed = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: z.string().trim().max(200).default(''),
});

/** Writes to an account. */
export const clientSnoMessage = clientEndpoint({
  method: 'POST',
  path: 'sno/message',
  session: fullSession,
  rate: 'write',
  errors: [15010, 15013, 15083],
  input: z
    .strictObject({
      snoId: id(),
      /** The terminal's own id of it: the same one is taken once. */
      clientId: id(),
      kind: z.enum(['text', 'location']),
      body: z.union([said, placed]),
    })
    .refine(({ kind, body }) => (kind === 'text') === 'text' in body, { path: ['body'] }),
  reply: z.object({ id: id(), at: time() }),
  summary: 'Writes a text or a place to an account; what it answers by itself follows as messages. At most 20 in a minute',
});
