import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { codeText, id, time } from '#kit/common/schema.ts';
import { messageKinds } from './inbox/words.ts';
import { menuTarget } from './menu/menu.contract.ts';

const texts = z.object({ zh_CN: z.string(), en_US: z.string(), ja_JP: z.string() });
const shown = { key: z.string(), name: texts, target: menuTarget.nullable() };

/** The menu of an account for one person. */
export const clientMenu = clientEndpoint({
  method: 'GET',
  path: 'sno/menu',
  session: fullSession,
  rate: 'read',
  preview: true,
  offline: 'Until its next answer',
  errors: [15010, 15013],
  input: z.object({ snoId: id() }),
  reply: z.object({
    /** Null: the account shows no menu. */
    n: z.int().nullable(),
    entries: z.array(z.object({ ...shown, children: z.array(z.object(shown)) })),
  }),
  summary: 'The published menu of an account as this person sees it',
});

/** Opens an entry of the menu. */
export const clientMenuClick = clientEndpoint({
  method: 'POST',
  path: 'sno/menuClick',
  session: fullSession,
  rate: 'write',
  errors: [15010, 15013],
  input: z.strictObject({
    snoId: id(),
    /** The terminal's own id of it: the same one counts once. */
    clientId: id(),
    key: codeText(40),
  }),
  reply: z.object({ target: menuTarget, isNew: z.boolean() }),
  summary: 'Opens an entry of the menu; what answers follows as messages',
});

/** What an account and a person said to each other. */
export const clientAccountMessages = clientEndpoint({
  method: 'GET',
  path: 'sno/messages',
  session: fullSession,
  rate: 'read',
  errors: [15010, 15013],
  input: z.object({ snoId: id(), after: z.string().max(80).optional(), limit: z.int().min(1).max(100).default(30) }),
  reply: z.object({
    list: z.array(
      z.object({
        id: id(),
        direction: z.enum(['in', 'out']),
        /** `push`: what the account sent to many. */
        kind: z.enum([...messageKinds, 'push']),
        at: time(),
        /** Empty once it is withdrawn. */
        body: z.record(z.string(), z.unknown()),
        withdrawn: z.boolean(),
      }),
    ),
    next: z.string().nullable(),
  }),
  summary:
    'Pushes and conversation of the person with an account, the newest first; what was withdrawn stands there as a mark without content',
});
