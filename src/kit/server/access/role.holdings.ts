import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { Caller } from '../caller.ts';
import { callerOn } from '../change/callers.ts';
import { changeObjects } from '../change/change-objects.ts';
import type { BatchOptions } from '../change/journal.ts';
import type { HoldingKind } from '../holdings.ts';
import type { Db, Services, Tx } from '../services.ts';
import './access.table.ts';
import { seenIn } from './role.owner.ts';
import { memberKey, stateOf } from './role.state.ts';

/** A role that somebody holds by name. */
export interface DirectRole {
  readonly id: string;
  readonly name: string;
  readonly area: string;
  readonly until: number | null;
}

/** Roles of all areas that a person holds by name and whose membership has not ended. */
export const directRoles = (db: Db, uid: string): Promise<DirectRole[]> =>
  db
    .selectFrom('role_member')
    .innerJoin('role', 'role.id', 'role_member.role_id')
    .select(['role.id', 'role.name', 'role.module as area', 'role_member.until'])
    .where('role_member.kind', '=', 'employee')
    .where('role_member.object_id', '=', uid)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', clock.now())]))
    .orderBy('role.module')
    .orderBy('role.name')
    .execute();

/** What a change of somebody's direct roles needs to know. */
interface RoleTurn {
  readonly uid: string;
  readonly caller: Caller;
  readonly services: Pick<Services, 'kinds'>;
  readonly options: BatchOptions;
}

/** Takes a person out of every role that was given by name; answers out of how many. */
export async function removeDirectRoles(tx: Tx, { uid, caller, services, options }: RoleTurn): Promise<number> {
  const held = await directRoles(tx, uid);
  for (const { id, area } of held) {
    const kind = services.kinds.find((one) => one.kind === `${area}Role`);
    const state = kind && (await kind.read(tx, [id], true)).get(id);
    if (!kind || !state) continue;
    const members = stateOf(state.fields).members.filter((one) => one.kind !== 'employee' || one.id !== uid);
    await changeObjects(tx, caller, kind, [{ id, version: null, fields: { members } }], options);
  }
  return held.length;
}

/** Gives a person roles by name, by the rules of giving them by hand: with the caller's own rights. */
export async function giveDirectRoles(
  tx: Tx,
  { uid, caller, services, options }: RoleTurn,
  roles: readonly { id: string; until: number | null }[],
): Promise<void> {
  for (const { id, until } of roles) {
    const row = await tx.selectFrom('role').select('module').where('id', '=', id).executeTakeFirst();
    const kind = row && services.kinds.find((one) => one.kind === `${row.module}Role`);
    const state = kind && (await kind.read(tx, [id], true)).get(id);
    if (!kind || !state) continue;
    const others = stateOf(state.fields).members.filter((one) => one.kind !== 'employee' || one.id !== uid);
    const members = [...others, { kind: 'employee' as const, id: uid, until }].toSorted((one, other) =>
      memberKey(one) < memberKey(other) ? -1 : 1,
    );
    // Roles are changed by the rights over roles, not by those of the call.
    await changeObjects(tx, callerOn(caller, kind.codes.revert), kind, [{ id, version: null, fields: { members } }], options);
  }
}

/** Roles given by name: who leaves keeps none. */
export const roleHoldings: readonly HoldingKind[] = [
  {
    kind: 'role',
    title: { zh_CN: '直接授予的角色', en_US: 'Roles given by name', ja_JP: '直接付与されたロール' },
    visible: (range) => sql`exists (select from role where role.id = t.id and ${seenIn(range)})`,
    order: 'remove',
    choices: ['remove'],
    count: async (db, uids) => {
      const rows = await db
        .selectFrom('role_member')
        .select((is) => ['object_id as id', is.fn.countAll<number>().as('n')])
        .where('kind', '=', 'employee')
        .where('object_id', 'in', [...uids])
        .where((where) => where.or([where('until', 'is', null), where('until', '>', clock.now())]))
        .groupBy('object_id')
        .execute();
      return new Map(rows.map(({ id, n }) => [id, n]));
    },
    sample: async (db, uid, limit) => (await directRoles(db, uid)).slice(0, limit).map(({ id, name }) => ({ id, name })),
    apply: (tx, request) => removeDirectRoles(tx, request),
  },
];
