import { z } from 'zod';
import { endpoint, type Access, type Endpoint, type ScopeKind } from '../contract.ts';
import type { AnyField, FieldSet } from '../crud/field.ts';
import { id, stamps, time, version } from '../schema.ts';

/**
 * Stamps that settings answer beside their values. `stamps`: id, version, and by whose id they were made and changed. `editor`: id, version, when they
 * were changed, and the name of who did it. `version`: the version alone.
 */
export type SettingAnswer = keyof typeof answers;

const answers = {
  stamps,
  editor: { id: id(), version: version(), updatedAt: time(), updatedBy: z.string() },
  version: { version: version() },
};

type GrantedAccess = Extract<Access, { readonly code: string } | { readonly anyOf: readonly [string, ...string[]] }>;
/** One code, or several of which one is enough. */
type Codes = string | readonly [string, ...string[]];

/** What differs for one of the two operations. */
interface SettingOperation {
  /** In place of `<path>/get` and `<path>/update`. */
  readonly path?: string;
  readonly scope?: ScopeKind;
  readonly stepUp?: true;
  /** Module codes that it may answer, beside the common ones. */
  readonly errors?: readonly number[];
}

/** Declaration of settings of one row. */
export interface SettingDraft<F extends FieldSet, A extends SettingAnswer, X extends z.ZodRawShape> {
  /** Module whose catalogue names the fields: `<kind>.field.<name>`. */
  readonly module: string;
  /** Name in the journal, in the audit word (`<kind>.update`) and in the catalogue. */
  readonly kind: string;
  /** First parts of the two addresses: `im/setting`. */
  readonly path: string;
  /** Codes that read and change them; by the first of each, their history is read and a change reverted. */
  readonly access: { readonly read: Codes; readonly write: Codes };
  readonly answers: A;
  /** The values; they are answered as they are entered. */
  readonly fields: F;
  /** What reading and changing them is called in OpenAPI. */
  readonly summary: { readonly get: string; readonly update: string };
  readonly get?: SettingOperation;
  readonly update?: SettingOperation & { readonly audit?: string };
  /** What a change carries beside the values: the impact that was shown, a reason. */
  readonly carries?: X;
}

type Shaped<T> = { [K in keyof T]: T[K] extends z.ZodType ? T[K] : never };
type ValueShape<F extends FieldSet> = Shaped<{ -readonly [K in keyof F]: F[K]['input'] }>;
type RowShape<F extends FieldSet, A extends SettingAnswer> = Shaped<(typeof answers)[A] & ValueShape<F>>;
type ChangeShape<F extends FieldSet, X extends z.ZodRawShape> = Shaped<
  { version: ReturnType<typeof version> } & { -readonly [K in keyof F]: z.ZodOptional<F[K]['input']> } & X
>;

/** Settings of one row as they are declared, with schemas and the two operations that follow; all of them ordinary values. */
export interface SettingContract<
  F extends FieldSet = FieldSet,
  A extends SettingAnswer = SettingAnswer,
  X extends z.ZodRawShape = z.ZodRawShape,
> {
  readonly module: string;
  readonly kind: string;
  readonly codes: { readonly read: string; readonly revert: string };
  readonly answers: A;
  readonly fields: F;
  /** The values alone. */
  readonly values: z.ZodObject<ValueShape<F>>;
  /** What is answered. */
  readonly row: z.ZodObject<RowShape<F, A>>;
  /** A change: the version that was read, and the changed values only. */
  readonly change: z.ZodObject<ChangeShape<F, X>, z.core.$strict>;
  readonly get: Endpoint<z.ZodObject, z.ZodObject<RowShape<F, A>>>;
  readonly update: Endpoint<z.ZodObject<ChangeShape<F, X>, z.core.$strict>, z.ZodObject<RowShape<F, A>>>;
}

/** The values of settings: `SettingValues<typeof messagingSetting>`. */
export type SettingValues<C extends { readonly values: z.ZodType }> = z.output<C['values']>;

/**
 * Declares settings of which there is one row for the whole site: from the fields follow schemas, an operation that reads them and one that changes
 * them (`settings.get`, `settings.update`: ordinary endpoints), and by `settingServer` kind, history and handlers.
 */
export function settingContract<
  const F extends FieldSet,
  const A extends SettingAnswer,
  const X extends z.ZodRawShape = Record<never, never>,
>(draft: SettingDraft<F, A, X>): SettingContract<F, A, X>;
export function settingContract(draft: SettingDraft<FieldSet, SettingAnswer, z.ZodRawShape>): object {
  const { module, kind, path, access, fields, summary } = draft;
  const values = shapeOf(fields, ({ input }) => input);
  const beside = answers[draft.answers];
  const row = z.object(draft.answers === 'version' ? { ...values, ...beside } : { ...beside, ...values });
  const change = z.strictObject({ version: version(), ...shapeOf(fields, ({ input }) => z.optional(input)), ...draft.carries });
  return Object.freeze({
    module,
    kind,
    codes: { read: firstOf(access.read), revert: firstOf(access.write) },
    answers: draft.answers,
    fields,
    values: z.object(values),
    row,
    change,
    get: endpoint({
      method: 'GET',
      path: `${path}/get`,
      access: accessOf(access.read),
      scope: 'none',
      input: z.object({}),
      reply: row,
      summary: summary.get,
      ...draft.get,
    }),
    update: endpoint({
      method: 'POST',
      path: `${path}/update`,
      access: accessOf(access.write),
      scope: 'site',
      audit: `${kind}.update`,
      dryRun: true,
      input: change,
      reply: row,
      summary: summary.update,
      ...draft.update,
    }),
  });
}

const shapeOf = (fields: FieldSet, schemaOf: (field: AnyField) => z.ZodType): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));

const firstOf = (codes: Codes): string => (typeof codes === 'string' ? codes : codes[0]);

const accessOf = (codes: Codes): GrantedAccess => (typeof codes === 'string' ? { code: codes } : { anyOf: codes });
