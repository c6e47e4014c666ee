import { sql, type RawBuilder } from 'kysely';
import { changeObjects, removeObjects } from './change/change-objects.ts';
import type { Fields, Json, Kind } from './change/kind.ts';
import type { HandOver, HeldObject, HoldingKind } from './holdings.ts';

/** SQL of the objects that some people hold: `uid` (uuid) of the holder, `id` (uuid) and `name` (text) of the object. */
export type HeldQuery = (uids: readonly string[]) => RawBuilder<{ uid: string; id: string; name: string }>;

/** Counts and shows what a query finds. */
export const heldBy = (held: HeldQuery): Pick<HoldingKind, 'count' | 'sample'> => ({
  count: async (db, uids) => {
    const { rows } = await sql<{ uid: string; n: number }>`select uid, count(*) as n from (${held(uids)}) as held group by uid`.execute(db);
    return new Map(rows.map(({ uid, n }) => [uid, n]));
  },
  sample: async (db, uid, limit) => {
    const { rows } = await sql<HeldObject>`select id, name from (${held([uid])}) as held order by name, id limit ${limit}`.execute(db);
    return rows;
  },
});

/** Things of one kind that name a person in one of their fields. */
interface FieldHolding extends Pick<HoldingKind, 'kind' | 'title' | 'visible' | 'order' | 'choices'> {
  /** The kind of the change engine under which they change. */
  readonly of: Kind;
  readonly held: HeldQuery;
  /** New fields of an object with these fields; `delete` where it goes with its holder. */
  readonly change: (request: HandOver, fields: Fields) => Fields | 'delete';
}

/** Holding of people who are named in a field of some kind of object: counted, shown and changed in one way. */
export function fieldHolding({ of, held, change, ...kind }: FieldHolding): HoldingKind {
  return {
    ...kind,
    ...heldBy(held),
    apply: async (tx, request) => {
      const { rows } = await sql<{ id: string }>`select distinct id from (${held([request.uid])}) as held order by id`.execute(tx);
      if (rows.length === 0) return 0;
      const { caller, options } = request;
      const states = await of.read(
        tx,
        rows.map(({ id }) => id),
        true,
      );
      const requested = [...states.values()].map(({ id, fields }) => ({ id, fields: change(request, fields) }));
      const gone = requested.filter(({ fields }) => fields === 'delete').map(({ id }) => id);
      const changed = requested.flatMap(({ id, fields }) => (fields === 'delete' ? [] : [{ id, version: null, fields }]));
      if (gone.length > 0) await removeObjects(tx, caller, of, gone, options);
      if (changed.length > 0) await changeObjects(tx, caller, of, changed, options);
      return requested.length;
    },
  };
}

/** Id of the successor, or null. */
export const successorOf = ({ choice, successorId }: HandOver): string | null => (choice === 'handOver' ? successorId : null);

/** A list of ids in which somebody's place is taken by who takes over, or by nobody; nobody stands twice. */
export function withoutPerson(value: Json | undefined, request: HandOver): string[] {
  const successor = successorOf(request);
  const ids = Array.isArray(value) ? value.map(String) : [];
  return [...new Set(ids.flatMap((id) => (id !== request.uid ? [id] : successor === null ? [] : [successor])))];
}
