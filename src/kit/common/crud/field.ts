import { z } from 'zod';

/** Marks of a field that change which calls carry it; part of its type, so that drafts, rows and filters are typed by them. */
export type Mark =
  | 'nullable'
  /** Stored sealed and never answered: rows say `has<Name>` in its place. */
  | 'secret'
  /** Given when an object is added, never changed by an update. */
  | 'immutable'
  /** Set by the server: shown and journaled, never entered. */
  | 'readOnly'
  /** No two objects have the same. */
  | 'unique'
  | 'searched'
  | 'filtered'
  /** Holds the id of something with a name: rows also carry the name. */
  | 'reference'
  /** Holds several ids. */
  | 'list'
  | 'department'
  | 'employee';

/** Kind of object that an id in a field refers to: something the kit knows, or a kind of the change engine. */
export type Target = 'department' | 'employee' | 'crowd' | 'role' | (string & {});

/** Effect on an object when the person it names leaves: the field is emptied, the object is deleted, or nothing happens. */
export type Leaving = 'clear' | 'delete' | 'keep';

/** How a field is entered and shown where nothing else is said. */
export type FieldType =
  | 'text'
  | 'longText'
  | 'code'
  | 'integer'
  | 'bool'
  | 'choice'
  | 'local'
  | 'platform'
  | 'moment'
  | 'day'
  | 'reference'
  | 'file'
  | 'audience'
  | 'value';

/** Facts of a field beside its schemas; everything that follows from a field is read from here. */
export interface Traits {
  readonly type: FieldType;
  /** Column of the table; the name in snake case unless said. */
  readonly column?: string;
  /** Value of an object that is added where none is entered. */
  readonly initial?: unknown;
  readonly sorted?: true;
  readonly sensitive?: true;
  /** Kept for reverting, but not shown in the history. */
  readonly internal?: true;
  /** The object expires at this moment. */
  readonly ends?: true;
  /** The place in an order that `reorder` changes. */
  readonly place?: true;
  /** Of a place in an order: the fields whose values have an order of their own each. */
  readonly within?: readonly string[];
  readonly target?: Target;
  readonly leaving?: Leaving;
  /** For what a file is uploaded. */
  readonly purpose?: string;
  /** A value that passes every rule of the server, for samples; made from the schema unless said. */
  readonly example?: unknown;
}

/** A field as the kit reads it, whatever its type. */
export interface AnyField {
  /** Schema of a value that is entered. */
  readonly input: z.ZodType;
  /** The same in a draft, where it may have a default. */
  readonly draft: z.ZodType;
  /** Schema of a value that is answered. */
  readonly output: z.ZodType;
  readonly is: { readonly [M in Mark]?: true };
  readonly traits: Traits;
}

/** The fields of an entity by name, in the order in which they are shown. */
export type FieldSet = Readonly<Record<string, AnyField>>;

/** A typed field: `text(100).unique().sorted()`. Every modifier answers a new field. */
export interface Field<I extends z.ZodType, D extends z.ZodType, O extends z.ZodType, M extends Mark = never> extends AnyField {
  readonly input: I;
  readonly draft: D;
  readonly output: O;
  readonly is: { readonly [K in M]: true };
  /** May be empty (null), and is so in a draft that leaves it out. */
  nullable(): Field<z.ZodNullable<I>, z.ZodDefault<z.ZodNullable<I>>, z.ZodNullable<O>, M | 'nullable'>;
  /** Value of a draft that leaves it out; of a read-only field: the value of a new object. */
  default(value: z.output<I>): Field<I, z.ZodDefault<I>, O, M>;
  /** No two objects have the same, whatever its case; the table has a unique index `<table>_<column>`. A taken one answers 10411. */
  unique(): Field<I, D, O, M | 'unique'>;
  /** Lists are sorted by it on request. */
  sorted(): Field<I, D, O, M>;
  /** The filter `text` of lists finds parts of it. */
  searched(): Field<I, D, O, M | 'searched'>;
  /** Lists have a filter of this name: equal to the value. */
  filtered(): Field<I, D, O, M | 'filtered'>;
  /** Shown in the history only to who may unmask. */
  sensitive(): Field<I, D, O, M>;
  /** Kept for reverting, but not shown in the history: what says nothing to people. */
  internal(): Field<I, D, O, M>;
  /** Entered when an object is added, never changed by an update. */
  immutable(): Field<I, D, O, M | 'immutable'>;
  /** Set by the server alone. */
  readOnly(): Field<I, D, O, M | 'readOnly'>;
  /** Stored sealed and never answered: rows say `has<Name>`, an update that leaves it out keeps it, the journal masks it. */
  secret(): Field<I, z.ZodOptional<I>, O, M | 'secret'>;
  /** The column, where it is not the name in snake case. */
  column(name: string): Field<I, D, O, M>;
  /** A value that passes every rule of the server, where one made from the schema would not. */
  example(value: z.input<I>): Field<I, D, O, M>;
  /** What becomes of the object when the person it names leaves; `clear` where it may be empty, and else it must be said. */
  whenLeaving(leaving: Leaving): Field<I, D, O, M>;
}

/** Schemas, marks and facts of which a field is made. */
interface Parts<I extends z.ZodType, D extends z.ZodType, O extends z.ZodType, M extends Mark> {
  readonly input: I;
  readonly draft: D;
  readonly output: O;
  readonly is: { readonly [K in M]: true };
  readonly traits: Traits;
}

/** Makes a field of a schema for what is entered, one for what is answered, and its facts: for types of field that the kit does not have. */
export function field<I extends z.ZodType, O extends z.ZodType, const M extends Mark = never>(
  schemas: { readonly input: I; readonly output: O },
  traits: Traits,
  ...marks: readonly M[]
): Field<I, I, O, M> {
  return withModifiers({ ...schemas, draft: schemas.input, is: markedBy(marks), traits });
}

const markedBy = <M extends Mark>(marks: readonly M[]): { readonly [K in M]: true } =>
  Object.fromEntries(marks.map((mark) => [mark, true])) as { [K in M]: true };

const defaulting = <T extends z.ZodType>(schema: T, value: z.output<T> | null): z.ZodDefault<T> =>
  z._default(schema, value as Parameters<typeof z._default<T>>[1]);

function withModifiers<I extends z.ZodType, D extends z.ZodType, O extends z.ZodType, M extends Mark>(
  parts: Parts<I, D, O, M>,
): Field<I, D, O, M> {
  const marks = Object.keys(parts.is) as M[];
  const marked = <N extends Mark>(mark: N): { readonly [K in M | N]: true } => markedBy([...marks, mark]);
  const withTraits = (more: Partial<Traits>): Field<I, D, O, M> => withModifiers({ ...parts, traits: { ...parts.traits, ...more } });
  return Object.freeze({
    ...parts,
    nullable: () => {
      const input = z.nullable(parts.input);
      const output = z.nullable(parts.output);
      return withModifiers({ input, draft: defaulting(input, null), output, is: marked('nullable'), traits: parts.traits });
    },
    default: (value: z.output<I>) =>
      withModifiers({ ...parts, draft: defaulting(parts.input, value), traits: { ...parts.traits, initial: value } }),
    unique: () => withModifiers({ ...parts, is: marked('unique') }),
    sorted: () => withTraits({ sorted: true }),
    searched: () => withModifiers({ ...parts, is: marked('searched') }),
    filtered: () => withModifiers({ ...parts, is: marked('filtered') }),
    sensitive: () => withTraits({ sensitive: true }),
    internal: () => withTraits({ internal: true }),
    immutable: () => withModifiers({ ...parts, is: marked('immutable') }),
    readOnly: () => withModifiers({ ...parts, is: marked('readOnly') }),
    secret: () => withModifiers({ ...parts, draft: z.optional(parts.input), is: marked('secret') }),
    column: (name: string) => withTraits({ column: name }),
    example: (value: z.input<I>) => withTraits({ example: value }),
    whenLeaving: (leaving: Leaving) => withTraits({ leaving }),
  });
}

/** The column of a field: the one that it names, or its name in snake case. */
export const columnOf = (name: string, { traits }: AnyField): string => traits.column ?? snakeOf(name);

/** `departmentId` as `department_id`. */
const snakeOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
