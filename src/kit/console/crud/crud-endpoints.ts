import type { z } from 'zod';
import type { Endpoint, Input, Reply } from '#kit/common/contract.ts';
import type { PageInput, RowOf } from '../page/list-endpoint.ts';
import type { ObjectEndpoint } from '../page/use-object.ts';

/** Acts on objects by their ids and answers how many it reached. */
export type IdsEndpoint = Endpoint<z.ZodType<unknown, { ids: string[] }>, z.ZodType<{ count: number }>>;

type CrudListEndpoint = Endpoint<
  z.ZodType<unknown, PageInput>,
  z.ZodType<{ list: readonly { id: string }[]; total: number; pages: number }>
>;
type UpdateEndpoint = Endpoint<z.ZodType<unknown, { id: string; version: number }>>;
/** Takes what is selected (`ids`), or else the list's filters (`filter`). */
type ListExportEndpoint = Endpoint<
  z.ZodType<unknown, { format?: 'xlsx' | 'csv' | undefined; ids?: string[] | undefined; filter?: object | undefined }>,
  z.ZodType<{ jobId: string }>
>;

/** Reads an uploaded file into a plan. */
type ImportEndpoint = Endpoint<z.ZodType<unknown, { fileId: string }>, z.ZodType<{ jobId: string }>>;

/** The operations of one kind of object; those that are left out have no button. */
export interface CrudEndpoints {
  readonly list: CrudListEndpoint;
  /** Without it the drawer shows what the list knows, and a link to a row works on the page that holds it only. */
  readonly get?: ObjectEndpoint;
  readonly add?: Endpoint;
  readonly update?: UpdateEndpoint;
  readonly remove?: IdsEndpoint;
  readonly enable?: IdsEndpoint;
  readonly disable?: IdsEndpoint;
  readonly export?: ListExportEndpoint;
  readonly import?: ImportEndpoint;
  /** Takes ids in their new order; shown by a column with `MovePlace`. */
  readonly reorder?: Endpoint<z.ZodType<unknown, { ids: string[] }>>;
  /** Values that all objects of a page share: lists are narrowed by those that are filters, a new object begins with all of them. */
  readonly shared?: Readonly<Record<string, unknown>> | undefined;
}

/** An object as the drawer and the form know it: what `get` answers, else the row. */
export type EntityOf<E extends CrudEndpoints> = E extends { readonly get: infer G extends ObjectEndpoint } ? Reply<G> : RowOf<E['list']>;

/** Refuses what a schema alone can't: an action that needs more than ids, an update of objects that carry no version. */
export type CheckedCrud<E extends CrudEndpoints> = {
  readonly [K in keyof E]: K extends 'remove' | 'enable' | 'disable'
    ? IdsAlone<E[K]>
    : K extends 'update'
      ? EntityOf<E> extends { version: number }
        ? E[K]
        : 'objects need a version to be updated'
      : K extends keyof CrudEndpoints
        ? E[K]
        : 'not an operation of a page';
};

type IdsAlone<A> = A extends Endpoint ? ({ ids: string[] } extends Input<A> ? A : 'needs more than ids') : A;

/** A page that adds or changes needs a form. */
export type FormNeeded<E extends CrudEndpoints> = E extends { readonly add: Endpoint } | { readonly update: Endpoint }
  ? { form: unknown }
  : unknown;
