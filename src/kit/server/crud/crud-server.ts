import type { z } from 'zod';
import type { CrudContract, CrudSchemas, CrudVerb, StoredOf } from '#kit/common/crud/crud-types.ts';
import type { FieldSet } from '#kit/common/crud/field.ts';
import type { Caller } from '../caller.ts';
import type { Kind } from '../change/kind.ts';
import type { ConfigKind } from '../config/config-area.ts';
import type { Tx } from '../directory.ts';
import type { BoundRoute, Call } from '../handle.ts';
import type { ServerModule } from '../module.ts';
import { configOf } from './crud-config.ts';
import type { CrudServerDraft, Entity, Means } from './crud-draft.ts';
import { jobsOf } from './crud-jobs.ts';
import { kindOf } from './crud-kind.ts';
import { listPage, readOne } from './crud-query.ts';
import { radarKindsOf } from './crud-radar.ts';
import { routesOf } from './crud-routes.ts';
import { crowdUsesOf, departmentUsesOf, holdingsOf } from './crud-uses.ts';
import { wordsOf } from './crud-words.ts';
import { addOne, updateOne, type Written } from './crud-write.ts';

/** Server half of an entity: parts of a module (`moduleParts`), its kind, and functions for handlers of the module's own. */
export interface CrudServer<
  F extends FieldSet,
  V extends CrudVerb,
  X extends z.ZodRawShape,
  Y extends z.ZodRawShape,
  Q extends z.ZodRawShape,
> extends Required<
  Pick<ServerModule, 'kinds' | 'words' | 'jobs' | 'departmentUses' | 'crowdUses' | 'holdings' | 'radarKinds' | 'entities'>
> {
  /** Its kind in the change engine, with the types of its fields. */
  readonly kind: Kind<StoredOf<F>>;
  /** The operation of each verb with its handler; one that differs takes the place of the kit's: `{ ...rooms.routes, update: handle(room.update, …) }`. */
  readonly routes: { readonly [N in V]: BoundRoute };
  /** The entity as configuration, for an area of the module's `configAreas`. */
  readonly config: ConfigKind;
  /** A page of the list. */
  page(
    means: Means,
    input: z.output<CrudSchemas<F, X, Y, Q>['filters']> & ListPlace,
  ): Promise<Page<z.output<CrudSchemas<F, X, Y, Q>['row']>>>;
  /** One object in full; 10404, or 10910 where the caller does not see everything. */
  one(means: Means, id: string): Promise<z.output<CrudSchemas<F, X, Y, Q>['detail']>>;
  /** Adds an object. */
  add(tx: Tx, call: Pick<Call, 'caller' | 'services'>, draft: z.output<CrudSchemas<F, X, Y, Q>['draft']>): Promise<{ id: string }>;
  /** Changes fields of an object. */
  update(tx: Tx, call: Pick<Call, 'caller' | 'services'>, change: z.output<CrudSchemas<F, X, Y, Q>['change']>): Promise<void>;
}

/** Where a list stands. */
interface ListPlace {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly sort?: string | undefined;
}

interface Page<Row> {
  list: Row[];
  total: number;
  pages: number;
}

/**
 * The server's half of an entity: kind, list, handlers, audit words, and what follows from its fields (uses of departments and dynamic groups,
 * holdings of who leaves, expiry radar, import and export). What differs is given as functions, or replaced as ordinary values.
 */
export function crudServer<
  F extends FieldSet,
  V extends CrudVerb,
  X extends z.ZodRawShape,
  Y extends z.ZodRawShape,
  Q extends z.ZodRawShape,
>(contract: CrudContract<F, V, X, Y, Q>, draft: CrudServerDraft<StoredOf<F>, X, Y, Q>): CrudServer<F, V, X, Y, Q>;
export function crudServer(declared: object, more: object): object {
  // Typed above by the fields; the kit's parts take all fields alike.
  const [contract, draft] = [declared as Entity['contract'], more as Entity['draft']];
  const entity: Entity = { contract, draft, table: draft.table };
  const written: Written = { ...entity, kind: kindOf(entity) };
  const jobs = jobsOf(written);
  return Object.freeze({
    kind: written.kind,
    kinds: [written.kind],
    routes: routesOf(written, jobs),
    words: [wordsOf(contract)],
    jobs: Object.values(jobs),
    departmentUses: departmentUsesOf(written),
    crowdUses: crowdUsesOf(written),
    holdings: holdingsOf(written),
    radarKinds: radarKindsOf(written),
    entities: [contract],
    config: configOf(written),
    page: (means: Means, input: Parameters<typeof listPage>[2]) => listPage(written, means, input),
    one: (means: Means, id: string) => readOne(written, means, id),
    add: (tx: Tx, call: { caller: Caller; services: Call['services'] }, values: Record<string, unknown>) =>
      addOne(written, tx, call, values),
    update: (tx: Tx, call: { caller: Caller; services: Call['services'] }, change: Parameters<typeof updateOne>[3]) =>
      updateOne(written, tx, call, change),
  });
}
