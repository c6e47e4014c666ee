import { sql, type RawBuilder } from 'kysely';
import type { LocalText } from '#kit/common/language.ts';
import type { Caller } from './caller.ts';
import type { BatchOptions } from './change/journal.ts';
import type { Fields } from './change/kind.ts';
import type { Tx } from './directory.ts';
import type { MachineServices } from './services/machine-services.ts';

/** One object that names a department; `object_kind` is its kind in the change engine. */
export interface UseRow {
  department_id: string;
  object_kind: string;
  id: string;
  name: string;
}

/** Departments that give way to others: by the id of the one that goes, the id of the one in its place. */
export type Replacing = ReadonlyMap<string, string>;

/**
 * Something that names departments, as the module declares it that keeps it: a department in use is not deleted, and where one is merged
 * into another, the other takes its place in what names it. Objects change through their own kind, so that rules, journal and undo hold.
 */
export interface DepartmentUse {
  readonly kind: string;
  readonly title: LocalText;
  /** SQL query of the uses of these departments (a `uuid[]`): one row for each department and object. */
  uses(departmentIds: RawBuilder<string[]>): RawBuilder<UseRow>;
  /** What is written before the people of the departments move, so that nobody loses meanwhile what they will have again. */
  ahead?(fields: Fields, replacing: Replacing): Fields | undefined;
  /** The changed fields after ids were replaced by others: joins what became the same. */
  unite?(changed: Fields): Fields;
  /** In whose name it is written, where the caller's own would set off more than the same people deserve. */
  as?(caller: Caller): Caller;
  /** Replaces departments where an object can't simply name another one. */
  replace?(
    tx: Tx,
    means: { services: Partial<Pick<MachineServices, 'secrets'>>; caller: Caller },
    work: { ids: readonly string[]; replacing: Replacing; options: BatchOptions },
  ): Promise<void>;
}

/** SQL query of uses in columns (`uuid`, `uuid[]` or `jsonb`) of a table: ids differ everywhere, so that finding one as text finds it for certain. */
export function usesInTable(draft: {
  table: string;
  columns: readonly string[];
  /** Kind in the change engine, as a text or in SQL. */
  kind: string | RawBuilder<string>;
  name: RawBuilder<string>;
  where?: RawBuilder<boolean>;
}): DepartmentUse['uses'] {
  const kind = typeof draft.kind === 'string' ? sql`${draft.kind}::text` : draft.kind;
  const texts = sql.join(
    draft.columns.map((column) => sql`coalesce(t.${sql.ref(column)}::text, '')`),
    sql` || ' ' || `,
  );
  return (departmentIds) => sql<UseRow>`select named.id as department_id, ${kind} as object_kind, t.id::text as id, ${draft.name} as name
    from unnest(${departmentIds}) as named(id) join ${sql.table(draft.table)} as t on strpos(${texts}, named.id::text) > 0
    where ${draft.where ?? sql`true`}`;
}
