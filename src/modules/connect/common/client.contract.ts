import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { time } from '#kit/common/schema.ts';

const widgetId = z.string().min(1).max(64);

/** Widgets that are connected and meant for who asks. */
export const clientConnectList = clientEndpoint({
  method: 'GET',
  path: 'connect/list',
  session: fullSession,
  rate: 'read',
  input: z.strictObject({}),
  reply: z.object({
    list: z.array(
      z.object({ widgetId: z.string(), entryUrl: z.string().nullable(), signIn: z.string(), params: z.record(z.string(), z.string()) }),
    ),
  }),
  summary: 'Connected widgets that are for this person, with entry address and parameters',
});

/** Parameters of one widget on this platform. */
export const clientConnectParams = clientEndpoint({
  method: 'GET',
  path: 'connect/params',
  session: fullSession,
  rate: 'read',
  input: z.strictObject({ widgetId }),
  reply: z.object({ params: z.record(z.string(), z.string()) }),
  summary: 'Visible parameters of a connected widget on this platform; none where it is not for this person',
});

/** A ticket for the page that a widget opens. */
export const clientConnectTicket = clientEndpoint({
  method: 'POST',
  path: 'connect/ticket',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({ widgetId, url: z.url({ protocol: /^https?$/ }).max(2000) }),
  reply: z.object({ ticket: z.string(), expiresAt: time() }),
  summary: 'A ticket that the business system exchanges once within a minute; only for a host on the list and a person of the audience',
});
