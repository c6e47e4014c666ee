import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { text } from '#kit/common/schema.ts';
import { userManagement as page } from './permissions.ts';

/** An account for somebody new, made of the name as it is spoken, that nobody has. */
export const employeeProposeAccount = endpoint({
  method: 'GET',
  path: 'muc/employee/proposeAccount',
  access: { code: page.button.add },
  scope: 'none',
  input: z.object({ name: text(100), reading: text(100).optional() }),
  reply: z.object({ /** Null where the name has no spelling in Latin letters. */ account: z.string().nullable() }),
  dedupe: 'cancel-previous',
  summary: 'A free account made of a name: pinyin of a Chinese one, the words of a Latin one',
});
