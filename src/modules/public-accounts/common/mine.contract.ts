import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import { id } from '#kit/common/schema.ts';
import { accountTypes, editorRights } from './words.ts';

/** Rights that somebody may have in an account: those of editors, and what only managers and administrators of its department may. */
const ownRights = [...editorRights, 'push', 'manage'] as const;

/** Accounts that the caller works for or has in range: what pages with an account picker offer. */
export const accountMine = endpoint({
  method: 'GET',
  path: 'mpm/sno/mine',
  access: { signedIn: true },
  scope: 'department',
  input: z.object({}),
  reply: z.object({
    list: z.array(
      z.object({
        id: id(),
        code: z.string(),
        name: localText(30),
        type: z.enum(accountTypes),
        enabled: z.boolean(),
        /** What the caller may do for it. */
        rights: z.array(z.enum(ownRights)),
      }),
    ),
  }),
  summary: 'Accounts that the caller works for or that belong to a department in the range of one of their rights to public accounts',
});
/** An account in a picker. */
export type OwnAccount = z.output<typeof accountMine.reply>['list'][number];
