import { sql, type RawBuilder } from 'kysely';
import { changeObjects, removeObjects } from './change/change-objects.ts';
import type { Fields, Kind } from './change/kind.ts';
import type { HandOver, HeldThing, HoldingKind } from './holdings.ts';

/** What is held as SQL, for some people: `uid` (uuid) of who holds it, `id` (uuid) and `name` (text) of the thing. */
export type HeldQuery = (uids: readonly string[]) => RawBuilder<{ uid: string; id: string; name: string }>;

/** Counts and shows what a query finds. */
export const heldBy = (held: HeldQuery): Pick<HoldingKind, 'count' | 'sample'> => ({
  count: async (db, uids) => {
    const { rows } = await sql<{ uid: string; n: number }>`select uid, count(*) as n from (${held(uids)}) as held group by uid`.execute(db);
    return new Map(rows.map(({ uid, n }) => [uid, n]));
  },
  sample: async (db, uid, limit) => {
    const { rows } = await sql<HeldThing>`select id, name from (${held([uid])}) as held order by name, id limit ${limit}`.execute(db);
    return rows;
  },
});

/** Things of one kind that name a person in one of their fields. */
interface FieldHolding extends Pick<HoldingKind, 'kind' | 'title' | 'order' | 'choices'> {
  /** The kind of the change engine under which they change. */
  readonly of: Kind;
  readonly held: HeldQuery;
  /** What a thing becomes; `delete` where it goes with its person. */
  readonly change: (wish: HandOver) => Fields | 'delete';
}

/** What people hold by being named in a field of some kind of object: counted, shown and changed in one way. */
export function fieldHolding({ of, held, change, ...kind }: FieldHolding): HoldingKind {
  return {
    ...kind,
    ...heldBy(held),
    apply: async (tx, wish) => {
      const { rows } = await sql<{ id: string }>`select id from (${held([wish.uid])}) as held order by id`.execute(tx);
      const fields = change(wish);
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      if (fields === 'delete') return removeObjects(tx, wish.caller, of, ids, wish.options);
      await changeObjects(
        tx,
        wish.caller,
        of,
        ids.map((id) => ({ id, version: null, fields })),
        wish.options,
      );
      return ids.length;
    },
  };
}

/** Whoever takes over, or nobody. */
export const heirOf = ({ choice, successorId }: HandOver): string | null => (choice === 'handOver' ? successorId : null);
