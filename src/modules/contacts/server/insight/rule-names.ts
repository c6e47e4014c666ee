import { roleNamer, type RoleNamer } from '#kit/server/access/role.named.ts';
import type { Call } from '#kit/server/handle.ts';
import { everyoneRoleId } from '../directory.ts';
import type { Book } from '../rule/book.ts';

/** How the rules of a book are named to the caller. */
export const rulesNamed = ({ db, caller }: Pick<Call, 'db' | 'caller'>, { roles, specials }: Book): Promise<RoleNamer> =>
  roleNamer(
    db,
    { range: caller.scope(), language: caller.language, known: [everyoneRoleId] },
    [...roles, ...specials].map(({ id }) => id),
  );
