import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { id } from '#kit/common/schema.ts';
import { cardAction, cardElement, cardStates } from './card.contract.ts';

/** A card as one person sees it. */
export const clientCardGet = clientEndpoint({
  method: 'GET',
  path: 'im/card/get',
  session: fullSession,
  rate: 'read',
  errors: [16003],
  input: z.object({ cardId: id() }),
  reply: z.object({
    cardId: z.string(),
    revision: z.int(),
    state: z.enum(cardStates),
    elements: z.array(cardElement),
    actions: z.array(cardAction),
    /** Actions that the person took. */
    taken: z.array(z.string()),
  }),
  summary: 'A card with the data that this person sees',
});

/** Acts on a card. */
export const clientCardAction = clientEndpoint({
  method: 'POST',
  path: 'im/card/action',
  session: fullSession,
  rate: 'write',
  errors: [16003, 16083, 16084],
  input: z.strictObject({
    cardId: id(),
    actionId: z.string().max(32),
    input: z.record(z.string().max(32), z.string().max(2000)).default({}),
  }),
  reply: z.object({ confirmed: z.boolean() }),
  summary: 'Takes an action of a card; the sender is told and may answer with another card',
});
