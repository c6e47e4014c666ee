import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';

/**
 * News for this browser as a stream of events (text/event-stream, WHATWG HTML): `event` is the topic, `data` its JSON. Topics: `ready`
 * once, `job` (a JobView), `gap` (news were missed: read again), `session` (this session has ended), and those of the modules.
 */
export const listenLive = endpoint({
  method: 'GET',
  path: 'live',
  inPerson: true,
  summary: 'News for this browser as server-sent events',
  access: { signedIn: true },
  answer: 'raw',
  input: z.object({}),
  reply: z.unknown(),
});
