import { z } from 'zod';
import { endpoint, type Endpoint, type ScopeKind } from '../contract.ts';
import type { LocalText } from '../language.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, stamps, version } from '../schema.ts';
import { bool } from './fields.ts';
import { articleOf, pluralOf, withinSentence } from './english.ts';
import type { AllFields, CrudContract, CrudPageCodes, CrudScope, CrudVerb, OperationMore, UsualVerb } from './crud-types.ts';
import type { AnyField, FieldSet } from './field.ts';

/** Declaration of an entity. */
export interface CrudDraftOf<
  F extends FieldSet,
  A extends CrudVerb,
  W extends UsualVerb,
  X extends z.ZodRawShape,
  Y extends z.ZodRawShape,
  Q extends z.ZodRawShape,
  M extends string,
  K extends string,
> {
  /** Module whose catalogue names it: `<kind>.field.<name>`. */
  readonly module: M;
  /** Its name in the journal, in audit words (`room.add`) and in the catalogue. */
  readonly kind: K;
  /** First two parts of its addresses: `meetingRoom/room`. */
  readonly path: string;
  /** One of them, in words: `Meeting room`. */
  readonly title: LocalText;
  /** Its page, with a button for every verb that writes. */
  readonly page: CrudPageCodes<Exclude<NoInfer<A> | Exclude<UsualVerb, NoInfer<W>>, 'list' | 'get'>>;
  /** To what the data range is applied, for all verbs or for readings and writes apart. */
  readonly scope: CrudScope<NoInfer<F>> | { readonly read: CrudScope<NoInfer<F>>; readonly write: CrudScope<NoInfer<F>> };
  readonly fields: F;
  /** Verbs on request: `['reorder', 'export']`. */
  readonly also?: readonly A[];
  /** Usual verbs that it has not: `['enable', 'disable']`. */
  readonly without?: readonly W[];
  /** Sort fields of lists, in place of the sorted fields, `createdAt` and `updatedAt`. The first, or the newest first, is the usual one. */
  readonly sort?: readonly [string, ...string[]];
  /** What the server adds to rows, to the detail of one object, and to the filters of lists. */
  readonly more?: { readonly row?: X; readonly detail?: Y; readonly filters?: Q };
  /** Deleting and disabling ask for the name to be typed where one of these figures of their impact is larger. */
  readonly typedAbove?: Readonly<Record<string, number>>;
  /** What differs for single operations: `{ add: { errors: [11051] } }`. */
  readonly operations?: { readonly [N in NoInfer<A> | UsualVerb]?: OperationMore };
}

const usualVerbs = ['list', 'get', 'add', 'update', 'delete', 'enable', 'disable'] as const;

/**
 * Declares an entity: from its fields follow schemas, operations with access, range, audit word and dry run, and everything that the server
 * and the console do with it. The operations are ordinary endpoints, each found under its verb: `room.list`, `room.update`.
 */
export function crudContract<
  const F extends FieldSet,
  const M extends string,
  const K extends string,
  const A extends CrudVerb = never,
  const W extends UsualVerb = never,
  const X extends z.ZodRawShape = Record<never, never>,
  const Y extends z.ZodRawShape = Record<never, never>,
  const Q extends z.ZodRawShape = Record<never, never>,
>(
  draft: CrudDraftOf<F, A, W, X, Y, Q, M, K>,
): CrudContract<AllFields<F, A | Exclude<UsualVerb, W>>, A | Exclude<UsualVerb, W>, X, Y, Q, M, K>;
export function crudContract(
  draft: CrudDraftOf<FieldSet, CrudVerb, UsualVerb, z.ZodRawShape, z.ZodRawShape, z.ZodRawShape, string, string>,
): object {
  const verbs = [...usualVerbs.filter((verb) => !draft.without?.includes(verb)), ...(draft.also ?? [])];
  const fields = fieldsOf(draft.fields, verbs);
  const { more = {} } = draft;
  const schemas = {
    draft: z.strictObject(shapeOf(fields, (field) => !field.is.readOnly && field.draft)),
    change: z.strictObject({
      id: id(),
      version: version(),
      ...shapeOf(fields, (field) => !field.is.readOnly && !field.is.immutable && z.optional(field.input)),
    }),
    row: z.object({ ...stamps, ...rowShape(fields), ...more.row }),
    detail: z.object({ ...stamps, ...rowShape(fields), ...more.row, ...more.detail }),
    filters: z.object({ ...filterShape(fields), ...more.filters }),
  };
  const scope = typeof draft.scope === 'object' && 'read' in draft.scope ? draft.scope : { read: draft.scope, write: draft.scope };
  const sortable = draft.sort ?? sortedOf(fields);
  const facts = {
    module: draft.module,
    kind: draft.kind,
    title: draft.title,
    many: pluralOf(withinSentence(draft.title.en_US)),
    page: draft.page,
    path: draft.path,
    name: 'name' in fields ? 'name' : Object.keys(fields)[0]!,
    fields,
    verbs,
    scope,
    usualSort: draft.sort?.[0] ?? placeOf(fields) ?? '-createdAt',
    siteCode: Object.values(draft.operations ?? {}).find(({ siteCode }) => siteCode !== undefined)?.siteCode,
    more: { row: more.row ?? {}, detail: more.detail ?? {}, filters: more.filters ?? {} },
  };
  const make = operationsOf({ draft, facts, schemas, sortable });
  return Object.freeze({ ...facts, ...schemas, ...Object.fromEntries(verbs.map((verb) => [verb, make[verb]()])) });
}

type Shape = Record<string, z.ZodType>;

function shapeOf(fields: FieldSet, schemaOf: (field: AnyField, name: string) => z.ZodType | false): Shape {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const schema = schemaOf(field, name);
      return schema ? [[name, schema]] : [];
    }),
  );
}

/** The declared fields, with what the verbs bring along. */
function fieldsOf(declared: FieldSet, verbs: readonly CrudVerb[]): FieldSet {
  if (verbs.includes('reorder') && placeOf(declared) === undefined)
    throw new Error('An entity that is reordered needs a field with its place: priority: place()');
  for (const name of declared[placeOf(declared) ?? '']?.traits.within ?? [])
    if (!declared[name]?.is.immutable) throw new Error(`Places are counted within ${name}: it must be a field that is immutable`);
  if (!verbs.includes('enable') || 'enabled' in declared) return declared;
  return { ...declared, enabled: bool().default(true).readOnly().filtered() };
}

/** The field with the place in the order, where there is one. */
export const placeOf = (fields: FieldSet): string | undefined => Object.keys(fields).find((name) => fields[name]?.traits.place);

/** The field of rows with the name of what a reference names. */
export const nameOf = (reference: string): string => `${reference.replace(/Id$/, '')}Name`;
/** The field of rows that says whether there is a secret. */
export const hasOf = (secret: string): string => `has${secret.charAt(0).toUpperCase()}${secret.slice(1)}`;

function rowShape(fields: FieldSet): Shape {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, z.ZodType][] => {
      if (field.is.secret) return [[hasOf(name), z.boolean()]];
      if (!field.is.reference) return [[name, field.output]];
      return [
        [name, field.output],
        [nameOf(name), field.is.nullable ? z.string().nullable() : z.string()],
      ];
    }),
  );
}

function filterShape(fields: FieldSet): Shape {
  const searched = Object.values(fields).some(({ is }) => is.searched);
  return {
    ...(searched && { text: searchText().optional() }),
    ...shapeOf(fields, ({ is, input }) => (is.filtered ? z.optional(input instanceof z.ZodNullable ? inner(input) : input) : false)),
  };
}

const inner = (schema: z.ZodNullable): z.ZodType => schema.unwrap() as z.ZodType;

const sortedOf = (fields: FieldSet): readonly [string, ...string[]] => [
  ...(Object.keys(fields).filter((name) => fields[name]?.traits.sorted || fields[name]?.traits.place) as [string]),
  'createdAt',
  'updatedAt',
];

const scopeKinds: Readonly<Record<string, ScopeKind>> = { none: 'none', site: 'site', inside: 'department' };

interface Making {
  draft: CrudDraftOf<FieldSet, CrudVerb, UsualVerb, z.ZodRawShape, z.ZodRawShape, z.ZodRawShape, string, string>;
  facts: { fields: FieldSet; many: string; scope: { read: CrudScope<FieldSet>; write: CrudScope<FieldSet> } };
  schemas: Record<'draft' | 'change' | 'row' | 'detail' | 'filters', z.ZodObject>;
  sortable: readonly [string, ...string[]];
}

type Makers = Record<CrudVerb, () => Endpoint>;

/** Makes the operation of each verb. */
function operationsOf(making: Making): Makers {
  const make = makersOf(making);
  return { ...usualOperations(making, make), ...requestedOperations(making, make) };
}

/** What the operations of an entity share. */
function makersOf({ draft, facts }: Making) {
  const scopeOf = (scope: CrudScope<FieldSet>): ScopeKind =>
    typeof scope === 'string' ? scopeKinds[scope]! : facts.fields[scope.by]?.is.employee ? 'employee' : 'department';
  const open = (verb: CrudVerb, code: string | undefined) => {
    if (code === undefined) throw new Error(`The page ${draft.page.code} has no button ${verb}, which ${draft.kind} needs`);
    return { path: `${draft.path}/${verb}`, access: { code }, ...draft.operations?.[verb] };
  };
  const read = (verb: 'list' | 'get') => ({ scope: scopeOf(facts.scope.read), method: 'GET', ...open(verb, draft.page.code) }) as const;
  const write = (verb: Exclude<CrudVerb, 'list' | 'get'>) =>
    ({
      scope: scopeOf(facts.scope.write),
      method: 'POST',
      audit: `${draft.kind}.${verb}`,
      ...open(verb, draft.page.button[verb]),
    }) as const;
  const bulk = (verb: 'delete' | 'enable' | 'disable' | 'restore', summary: string) => () =>
    endpoint({
      summary,
      dryRun: true,
      ...(draft.typedAbove && (verb === 'delete' || verb === 'disable') && { typedAbove: draft.typedAbove }),
      ...write(verb),
      input: z.strictObject({ ids: ids(), reason: longText(500).optional() }),
      reply: count(),
    });
  return { read, write, bulk, one: articleOf(withinSentence(draft.title.en_US)), made: z.object({ id: id() }) };
}

type Make = ReturnType<typeof makersOf>;

function usualOperations({ facts: { many }, schemas, sortable }: Making, { read, write, bulk, one, made }: Make): Pick<Makers, UsualVerb> {
  return {
    list: () =>
      endpoint({
        summary: `${many.charAt(0).toUpperCase()}${many.slice(1)} by filters and search`,
        ...read('list'),
        input: pageQuery(sortable).extend(schemas.filters.shape),
        reply: pageOf(schemas.row),
        dedupe: 'cancel-previous',
      }),
    get: () => endpoint({ summary: `One of the ${many}`, ...read('get'), input: z.object({ id: id() }), reply: schemas.detail }),
    add: () => endpoint({ summary: `Adds ${one}`, dryRun: true, ...write('add'), input: schemas.draft, reply: made }),
    update: () => endpoint({ summary: `Changes ${one}`, dryRun: true, ...write('update'), input: schemas.change, reply: schemas.detail }),
    delete: bulk('delete', `Deletes ${many}`),
    enable: bulk('enable', `Enables ${many}`),
    disable: bulk('disable', `Disables ${many}`),
  };
}

function requestedOperations(
  { draft, facts: { many, fields }, schemas }: Making,
  { write, bulk, one, made }: Make,
): Omit<Makers, UsualVerb> {
  const job = z.object({ jobId: z.string() });
  return {
    restore: bulk('restore', `Restores deleted ${many}`),
    reorder: () =>
      endpoint({
        summary: `Puts ${many} in another order`,
        dryRun: true,
        ...write('reorder'),
        input: z.strictObject({ ids: ids() }),
        reply: count(),
      }),
    copy: () =>
      endpoint({
        summary: `Copies ${one}`,
        dryRun: true,
        ...write('copy'),
        input: z.strictObject({ id: id(), ...shapeOf(fields, ({ is, input }) => is.unique === true && input) }),
        reply: made,
      }),
    import: () =>
      endpoint({
        summary: `Reads an xlsx or csv of ${many} into a plan`,
        timeout: 60_000,
        ...write('import'),
        audit: `${draft.kind}.importPreview`,
        path: `${draft.path}/import/preview`,
        errors: [11080, ...(draft.operations?.import?.errors ?? [])],
        input: z.strictObject({ fileId: id() }),
        reply: job,
      }),
    export: () =>
      endpoint({
        summary: `Exports ${many}`,
        waits: 'unseen',
        subject: draft.kind,
        ...write('export'),
        input: z.strictObject({
          format: z.enum(['xlsx', 'csv']).default('xlsx'),
          ids: ids().optional(),
          filter: z.strictObject(schemas.filters.shape).optional(),
          reason: longText(500).optional(),
        }),
        reply: job,
      }),
  };
}
