import { sql } from 'kysely';
import { z } from 'zod';
import { code } from '#kit/common/codes.ts';
import { anyOutside, membersOf } from '#kit/server/access/reach.ts';
import { roleKind } from '#kit/server/access/role.kind.ts';
import type { Fields, Kind, Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { assertCan, Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { messagingRoleCodes, messagingRolePage, relateAuthPage } from '../../common/permissions.ts';
import { messagingFunctions, riskyFunctions } from '../../common/words.ts';
import { everyoneRoleId } from '../directory.ts';

const base = roleKind({
  area: 'imm',
  module: 'messaging',
  codes: { read: messagingRolePage.code, revert: messagingRolePage.button.update },
  buttons: messagingRoleCodes,
});

const gift = z.object({
  functions: z.array(z.enum(messagingFunctions)),
  limits: z.record(z.string(), z.number().nullable()),
});
/** What a messaging role gives. */
export type Gift = z.output<typeof gift>;

const giftIn = (fields: Fields | null | undefined): Partial<Gift> => gift.partial().parse(fields ?? {});
/** What a new role gives: what does not reach many at once. */
const newGift: Gift = { functions: messagingFunctions.filter((one) => !riskyFunctions.includes(one)).toSorted(), limits: {} };

/** Messaging roles in the change engine: members as every role, and with them what the role allows. */
export const messagingRoleKind: Kind = {
  ...base,
  fields: { ...base.fields, functions: {}, limits: {} },
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    const { rows } = await sql<{ id: string; fields: Fields }>`select role_id as id,
      jsonb_build_object('functions', to_jsonb(functions), 'limits', limits) as fields from im_role where role_id = any(${ids}::uuid[])`.execute(
      tx,
    );
    for (const { id, fields } of rows) Object.assign(states.get(id)?.fields ?? {}, fields);
    return states;
  },
  check: async (tx, caller, operations) => {
    for (const operation of operations) {
      assertEveryone(operation);
      const changes = operation.action === 'change' && operation.after && ('functions' in operation.after || 'limits' in operation.after);
      // An undo needs the button of the change itself.
      if (changes) assertCan(caller, relateAuthPage.button.save);
    }
    return (await base.check?.(tx, caller, operations)) ?? new Map();
  },
  outside: async (tx, range, operations) => {
    const outside = await base.outside(tx, range, operations);
    if (range.all) return outside;
    const members = await membersOf(
      tx,
      operations.map(({ id }) => id),
      clock.now(),
    );
    for (const [index, { id, after }] of operations.entries())
      // Whoever changes what a role gives changes it for all who hold it.
      if (
        after &&
        ('functions' in after || 'limits' in after) &&
        (id === everyoneRoleId || (await anyOutside(tx, range, members.get(id) ?? [])))
      )
        outside.add(index);
    return outside;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    for (const operation of operations) await writeGift(tx, operation);
  },
};

async function writeGift(tx: Tx, { action, id, after }: Operation): Promise<void> {
  if (action === 'delete') return;
  const given = giftIn(after);
  if (action === 'create' || action === 'restore') {
    const { functions, limits } = { ...newGift, ...given };
    await sql`insert into im_role (role_id, functions, limits) values (${id}::uuid, ${functions}, ${JSON.stringify(limits)}::jsonb)`.execute(
      tx,
    );
    return;
  }
  if (given.functions) await sql`update im_role set functions = ${given.functions} where role_id = ${id}::uuid`.execute(tx);
  if (given.limits) await sql`update im_role set limits = ${JSON.stringify(given.limits)}::jsonb where role_id = ${id}::uuid`.execute(tx);
}

/** Everybody who holds no other role holds the built-in one, always. */
function assertEveryone({ id, action, after }: Operation): void {
  if (id !== everyoneRoleId) return;
  const fixed = ['members', 'enabled', 'code', 'expiresAt', 'ownerDeptId'];
  if (action === 'delete' || fixed.some((name) => after && name in after))
    throw new Refusal(code.wrongState, { state: 'builtIn' }, { state: 'builtIn' });
}
