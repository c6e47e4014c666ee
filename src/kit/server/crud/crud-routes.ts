import type { z } from 'zod';
import type { CrudFacts, CrudVerb } from '#kit/common/crud/crud-types.ts';
import type { Endpoint } from '#kit/common/contract.ts';
import { revert } from '../change/revert.ts';
import { handle, type BoundRoute, type Call } from '../handle.ts';
import { notFound } from '../refusal.ts';
import type { JobKind } from '../services.ts';
import { deletionsOf } from './crud-restore.ts';
import type { CrudJobs } from './crud-jobs.ts';
import { listPage, readOne } from './crud-query.ts';
import { addOne, copyOne, removeAll, reorderAll, switchAll, updateOne, type Written } from './crud-write.ts';

/** The input of a verb as its contract has parsed it. */
interface Inputs {
  list: Parameters<typeof listPage>[2];
  get: { id: string };
  add: Record<string, unknown>;
  update: Record<string, unknown> & { id: string; version: number };
  copy: Record<string, unknown> & { id: string };
  reorder: { ids: string[] };
  bulk: { ids: string[]; reason?: string };
}

type Handlers = { readonly [V in CrudVerb]: (call: Call, input: never) => Promise<unknown> };

/** The handler of every verb. */
function handlersOf(entity: Written, jobs: CrudJobs): Handlers {
  const many =
    (enabled: boolean) =>
    (call: Call, { ids, reason }: Inputs['bulk']) =>
      call.write(async (tx) => ({ count: await switchAll(entity, tx, call.caller, { ids, reason, enabled }) }));
  const begin = (job: (jobs: CrudJobs) => JobKind<never, unknown> | undefined) => (call: Call, input: never) => {
    // Asked for here too: who has no range learns it now and not from a job.
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, job(jobs)!, input) }));
  };
  return {
    list: (call, input: Inputs['list']) => listPage(entity, call, input),
    get: (call, input: Inputs['get']) => readOne(entity, call, input.id),
    add: (call, input: Inputs['add']) => call.write((tx) => addOne(entity, tx, call, input)),
    update: (call, input: Inputs['update']) =>
      call.write(async (tx) => {
        await updateOne(entity, tx, call, input);
        return readOne(entity, { ...call, db: tx }, input.id);
      }),
    delete: (call, input: Inputs['bulk']) => call.write(async (tx) => ({ count: await removeAll(entity, tx, call.caller, input) })),
    enable: many(true),
    disable: many(false),
    restore: (call, { ids, reason }: Inputs['bulk']) =>
      call.write(async (tx) => {
        const operationIds = await deletionsOf(entity, tx, call, ids);
        const { reverted, conflicts } = await revert(tx, call.caller, call.services.kinds, {
          target: { operationIds },
          reason: reason ?? null,
        });
        if (conflicts.length > 0) throw notFound();
        return { count: reverted };
      }),
    reorder: (call, input: Inputs['reorder']) =>
      call.write(async (tx) => ({ count: await reorderAll(entity, tx, call.caller, input.ids) })),
    copy: (call, input: Inputs['copy']) => call.write((tx) => copyOne(entity, tx, call, input)),
    import: begin(({ importing }) => importing),
    export: begin(({ exporting }) => exporting),
  };
}

/** Every operation of an entity with its handler, by verb. */
export function routesOf(entity: Written, jobs: CrudJobs): Partial<Record<CrudVerb, BoundRoute>> {
  const handlers = handlersOf(entity, jobs);
  const operations = entity.contract as CrudFacts & Partial<Record<CrudVerb, Endpoint<z.ZodType, z.ZodType<unknown>>>>;
  return Object.fromEntries(
    entity.contract.verbs.map((verb) => {
      const operation = operations[verb];
      if (!operation) throw new Error(`${entity.contract.kind} has no operation ${verb}`);
      const handler = handlers[verb] as (call: Call, input: unknown) => Promise<unknown>;
      return [verb, handle(operation, handler)];
    }),
  );
}
