import type { z } from 'zod';
import type { Access, Endpoint, Permit } from '../contract.ts';
import type { LocalText } from '../language.ts';
import type { count, id, ids, longText, pageOf, pageQuery, stamps, version } from '../schema.ts';
import type { AnyField, Field, FieldSet, Mark } from './field.ts';

/** Verbs of entities, one word each. */
export type CrudVerb =
  | 'list'
  | 'get'
  | 'add'
  | 'update'
  | 'delete'
  | 'enable'
  | 'disable'
  | 'reorder'
  | 'copy'
  | 'import'
  | 'export'
  | 'restore';

/** Verbs that every entity has unless it goes without them. */
export type UsualVerb = 'list' | 'get' | 'add' | 'update' | 'delete' | 'enable' | 'disable';

/**
 * To what the data range is applied.
 * `none`: to nothing; the objects belong to nobody. `site`: they hold for everybody, so only who sees everything may (10910).
 * `by`: the field with the department or person that an object belongs to. `inside`: the server says it (`range` of `crudServer`).
 */
export type CrudScope<F extends FieldSet> = 'none' | 'site' | 'inside' | { readonly by: ScopeField<F> };

type Marked<F extends FieldSet, M extends Mark> = {
  [K in keyof F]: F[K]['is'] extends { readonly [N in M]: true } ? K : never;
}[keyof F];
type ScopeField<F extends FieldSet> = Extract<Marked<F, 'department'> | Marked<F, 'employee'>, string>;

/** Name of the field of rows with the name of what a reference names: `departmentId`, `departmentName`. */
export type NameOf<K> = K extends `${infer Base}Id` ? `${Base}Name` : `${Extract<K, string>}Name`;

type Flat<T> = { [K in keyof T]: T[K] };
type Shaped<T> = { [K in keyof T]: T[K] extends z.ZodType ? T[K] : never };

/** Fields that are entered for a new object. */
type DraftShape<F extends FieldSet> = Shaped<{ -readonly [K in Exclude<keyof F, Marked<F, 'readOnly'>>]: F[K]['draft'] }>;
/** Fields that an update may change. */
type ChangeShape<F extends FieldSet> = Shaped<
  { id: ReturnType<typeof id>; version: ReturnType<typeof version> } & {
    -readonly [K in Exclude<keyof F, Marked<F, 'readOnly'> | Marked<F, 'immutable'>>]: z.ZodOptional<F[K]['input']>;
  }
>;
type NameSchema<T extends AnyField> = T['is'] extends { readonly nullable: true } ? z.ZodNullable<z.ZodString> : z.ZodString;
/** Fields that are answered, and what the module adds to them. */
type RowShape<F extends FieldSet, X extends z.ZodRawShape> = Shaped<
  typeof stamps & { -readonly [K in Exclude<keyof F, Marked<F, 'secret'>>]: F[K]['output'] } & {
    -readonly [K in Marked<F, 'secret'> as `has${Capitalize<Extract<K, string>>}`]: z.ZodBoolean;
  } & { -readonly [K in Marked<F, 'reference'> as NameOf<K>]: NameSchema<F[K]> } & X
>;

type Inner<T> = T extends z.ZodNullable<infer I extends z.ZodType> ? I : T extends z.ZodType ? T : never;
/** What a list is narrowed by, beside page and sort. */
type FilterShape<F extends FieldSet, Q extends z.ZodRawShape> = Shaped<
  ([Marked<F, 'searched'>] extends [never] ? object : { text: z.ZodOptional<z.ZodString> }) & {
    -readonly [K in Marked<F, 'filtered'>]: z.ZodOptional<Inner<F[K]['input']>>;
  } & Q
>;

type PageShape = ReturnType<typeof pageQuery>['shape'];
type Bulk = z.ZodObject<{ ids: ReturnType<typeof ids>; reason: z.ZodOptional<ReturnType<typeof longText>> }, z.core.$strict>;
type JobReply = z.ZodObject<{ jobId: z.ZodString }>;
type CopyShape<F extends FieldSet> = Shaped<{ id: ReturnType<typeof id> } & { -readonly [K in Marked<F, 'unique'>]: F[K]['input'] }>;

/** Schemas of an entity: what is entered, what an update may change, what lists and what one answers. */
export interface CrudSchemas<F extends FieldSet, X extends z.ZodRawShape, Y extends z.ZodRawShape, Q extends z.ZodRawShape> {
  readonly draft: z.ZodObject<DraftShape<F>, z.core.$strict>;
  readonly change: z.ZodObject<ChangeShape<F>, z.core.$strict>;
  readonly row: z.ZodObject<RowShape<F, X>>;
  readonly detail: z.ZodObject<RowShape<F, X & Y>>;
  readonly filters: z.ZodObject<FilterShape<F, Q>>;
}

/** The operation of every verb. */
export interface CrudOperations<F extends FieldSet, X extends z.ZodRawShape, Y extends z.ZodRawShape, Q extends z.ZodRawShape> {
  readonly list: Endpoint<z.ZodObject<Shaped<PageShape & FilterShape<F, Q>>>, ReturnType<typeof pageOf<z.ZodObject<RowShape<F, X>>>>>;
  readonly get: Endpoint<z.ZodObject<{ id: ReturnType<typeof id> }>, z.ZodObject<RowShape<F, X & Y>>>;
  readonly add: Endpoint<z.ZodObject<DraftShape<F>, z.core.$strict>, z.ZodObject<{ id: ReturnType<typeof id> }>>;
  readonly update: Endpoint<z.ZodObject<ChangeShape<F>, z.core.$strict>, z.ZodObject<RowShape<F, X & Y>>>;
  readonly delete: Endpoint<Bulk, ReturnType<typeof count>>;
  readonly enable: Endpoint<Bulk, ReturnType<typeof count>>;
  readonly disable: Endpoint<Bulk, ReturnType<typeof count>>;
  readonly restore: Endpoint<Bulk, ReturnType<typeof count>>;
  readonly reorder: Endpoint<z.ZodObject<{ ids: ReturnType<typeof ids> }, z.core.$strict>, ReturnType<typeof count>>;
  readonly copy: Endpoint<z.ZodObject<CopyShape<F>, z.core.$strict>, z.ZodObject<{ id: ReturnType<typeof id> }>>;
  readonly import: Endpoint<z.ZodObject<{ fileId: ReturnType<typeof id> }, z.core.$strict>, JobReply>;
  readonly export: Endpoint<
    z.ZodObject<
      {
        format: z.ZodDefault<z.ZodEnum<{ xlsx: 'xlsx'; csv: 'csv' }>>;
        ids: z.ZodOptional<ReturnType<typeof ids>>;
        filter: z.ZodOptional<z.ZodObject<FilterShape<F, Q>, z.core.$strict>>;
        reason: z.ZodOptional<ReturnType<typeof longText>>;
      },
      z.core.$strict
    >,
    JobReply
  >;
}

/** The field that an entity has because it is enabled and disabled, unless it declares one itself. */
export type Enabled = Field<z.ZodBoolean, z.ZodDefault<z.ZodBoolean>, z.ZodBoolean, 'readOnly' | 'filtered'>;
/** All fields of an entity: those that it declares, and `enabled` where it has the verb. */
export type AllFields<F extends FieldSet, V extends CrudVerb> = 'enable' extends V
  ? 'enabled' extends keyof F
    ? F
    : Flat<F & { readonly enabled: Enabled }>
  : F;

/** The values that are stored and journaled, by name. */
export type StoredOf<F extends FieldSet> = {
  -readonly [K in keyof F]: K extends Marked<F, 'secret'> ? string | null : z.output<F[K]['input']>;
};

/** Differences of one operation of an entity from the defaults of its verb. */
export interface OperationMore {
  readonly summary?: string;
  /** In place of `<path>/<verb>`. */
  readonly path?: string;
  /** Module codes that it may answer, beside the common ones. */
  readonly errors?: readonly number[];
  /** Where it holds for the whole site: what is answered to who does not see everything, in the place of 10910. */
  readonly siteCode?: number;
  readonly access?: Extract<Access, { readonly code: string } | { readonly anyOf: readonly [string, ...string[]] }>;
  /** The password must have been confirmed within the last five minutes. */
  readonly stepUp?: true;
  /** Which code it needs beside `access` depends on the value of one field of its input. */
  readonly permit?: Permit;
  /** What else it needs, in words, where that depends on what stands behind an id that it names. */
  readonly permitMore?: string;
  readonly inPerson?: true;
  readonly byToken?: true;
  readonly timeout?: number;
  /** Waits for somebody else where it gives something to who asks (`ownBenefit` of its impact). */
  readonly ownBenefit?: true;
}

/** Facts of an entity beside its operations and schemas. */
export interface CrudFacts<
  F extends FieldSet = FieldSet,
  V extends CrudVerb = CrudVerb,
  M extends string = string,
  K extends string = string,
  More extends CrudMore = CrudMore,
> {
  /** Module whose catalogue names fields and values. */
  readonly module: M;
  readonly kind: K;
  /** One of them, in words. */
  readonly title: LocalText;
  /** Several of them in English, within a sentence. */
  readonly many: string;
  /** Resource code and route of its page, and code of each of its buttons. */
  readonly page: CrudPageCodes<never>;
  readonly path: string;
  /** The field that is shown as the name of an object. */
  readonly name: Extract<keyof F, string>;
  readonly fields: F;
  readonly verbs: readonly V[];
  readonly scope: { readonly read: CrudScope<FieldSet>; readonly write: CrudScope<FieldSet> };
  /** Sort of a list that names none. */
  readonly usualSort: string;
  /** What writes outside the range answer in the place of 10910, where an operation says so. */
  readonly siteCode?: number | undefined;
  /** What the server adds to rows, to the detail of one object, and to filters. */
  readonly more: More;
}

/** Schemas that an entity has beside its fields. */
export interface CrudMore<
  X extends z.ZodRawShape = z.ZodRawShape,
  Y extends z.ZodRawShape = z.ZodRawShape,
  Q extends z.ZodRawShape = z.ZodRawShape,
> {
  readonly row: X;
  readonly detail: Y;
  readonly filters: Q;
}

/** Part of a page that an entity needs to know: a declared menu has it. */
export interface CrudPageCodes<B extends string> {
  readonly code: string;
  readonly route?: string;
  readonly button: { readonly [K in B]: string };
}

/** An entity: its facts, its schemas, and an operation for every verb under the verb's name. */
export type CrudContract<
  F extends FieldSet,
  V extends CrudVerb,
  X extends z.ZodRawShape,
  Y extends z.ZodRawShape,
  Q extends z.ZodRawShape,
  M extends string = string,
  K extends string = string,
> = CrudFacts<F, V, M, K, CrudMore<X, Y, Q>> & CrudSchemas<F, X, Y, Q> & Pick<CrudOperations<F, X, Y, Q>, V>;

/** A row of an entity's list: `CrudRow<typeof room>`. */
export type CrudRow<C extends { readonly row: z.ZodType }> = z.output<C['row']>;
/** One object of an entity in full. */
export type CrudDetail<C extends { readonly detail: z.ZodType }> = z.output<C['detail']>;
/** Entered values of a new object, as the server receives them. */
export type CrudDraft<C extends { readonly draft: z.ZodType }> = z.output<C['draft']>;

type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S;

/** The table of an entity, for SQL of the module's own; columns that are named otherwise than their field are given as `{ window: 'time_window' }`. */
export type CrudTable<C extends { readonly fields: FieldSet }, Columns extends Record<string, string> = Record<never, never>> = Flat<
  {
    id: string;
    version: number;
    created_at: number;
    created_by: string | null;
    updated_at: number;
    updated_by: string | null;
  } & {
    [N in keyof C['fields'] as N extends keyof Columns ? Columns[N] : Snake<Extract<N, string>>]: StoredOf<C['fields']>[N];
  }
>;
