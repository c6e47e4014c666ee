import type { Audience } from '#kit/common/audience.ts';
import { newParties } from '#kit/server/audience/audience.fields.ts';
import { partiesOutside } from '#kit/server/audience/audience.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { throughAccount } from './reach.ts';

interface Naming {
  readonly snoId: string;
  readonly members: Audience;
}

/** The range of what managers of an account write and what names `members`: whom it newly names lies in the caller's range, too. */
export function throughAccountNaming(table: string) {
  const { visible, outside } = throughAccount(table, 'manage');
  return {
    visible,
    outside: async (tx: Tx, range: Range, operations: readonly Operation<Naming>[]): Promise<Set<number>> => {
      const found = await outside(tx, range, operations);
      for (const [index, { before, after }] of operations.entries())
        if ((await partiesOutside(tx, directory, newParties(before?.members, after?.members), range)).length > 0) found.add(index);
      return found;
    },
  };
}
