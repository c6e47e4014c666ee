import { sql } from 'kysely';
import { languages, pick, type LocalText } from '#kit/common/language.ts';
import type { WarningFact, WarningFacts, WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import { clock } from '#platform/clock.ts';
import type { Db } from '../directory.ts';
import type { KnownWarningKind, WarningKind } from './warning-kind.ts';
import { nameFact } from './warning-text.ts';
import './warning.table.ts';

/** Something that is wrong now, as who notices it knows it. */
export interface RaisedWarning {
  /** A kind that a module declares in its `warningKinds`. */
  readonly kind: string;
  /** What it concerns. `id` with the kind is what makes it one warning, however often it is raised. A name of the product's own is given in each language. */
  readonly object: { readonly kind: string; readonly id: string; readonly name: string | LocalText; readonly deptId?: string | null };
  /** What people need to know of it, without secrets. */
  readonly facts?: WarningFacts;
  /** Where it differs from that of the kind. */
  readonly severity?: WarningSeverity;
}

/** Warnings, for who notices that something is wrong or is right again. */
export interface Warnings {
  /**
   * Raises an alert in the transaction of its cause: without its commit nothing was raised. It only adds a row, so
   * that it never waits for another writer, however often and from how many nodes the same thing is said.
   */
  raise(tx: Db, warning: RaisedWarning): Promise<void>;
  /** Resolves an alert; does nothing where none is open. */
  clear(tx: Db, kind: string, objectId: string): Promise<void>;
  /** The numbers of a kind's condition as the administrators set them. */
  parameters(db: Db, kind: string): Promise<Readonly<Record<string, number>>>;
  readonly kinds: readonly KnownWarningKind[];
  /** A kind by its name, undefined when this version has none. */
  kindOf(kind: string): KnownWarningKind | undefined;
}

const longestName = 200;
const longestFact = 1_000;

/** Opens the warnings over the kinds of these modules. */
export function openWarnings(modules: readonly { readonly name: string; readonly warningKinds?: readonly WarningKind[] }[]): Warnings {
  const kinds = modules.flatMap(({ name, warningKinds }) =>
    (warningKinds ?? []).map((kind): KnownWarningKind => ({ ...kind, module: name })),
  );
  const byName = new Map<string, KnownWarningKind>();
  for (const kind of kinds) {
    if (byName.has(kind.kind)) throw new Error(`Two kinds of warning are called ${kind.kind}`);
    byName.set(kind.kind, kind);
  }
  const known = (name: string): KnownWarningKind => {
    const kind = byName.get(name);
    if (!kind) throw new Error(`No kind of warning is called ${name}`);
    return kind;
  };
  return {
    kinds,
    kindOf: (name) => byName.get(name),
    raise: async (tx, warning) => raiseWarning(tx, known(warning.kind), warning),
    clear: async (tx, name, objectId) => {
      const kind = known(name);
      const id = plain(objectId, longestName);
      // Conditions are looked at again and again: what is right and was right leaves no row.
      await sql`insert into warning_event (at, holds, moment, kind, module, object_kind, object_id, object_name, severity, facts)
        select ${clock.now()}, false, false, ${name}, ${kind.module}, '', ${id}, '', ${kind.severity}, '{}'
        where exists (select from warning where kind = ${name} and object_id = ${id} and holds and (state <> 'resolved' or hushed_until is not null))
          or exists (select from warning_event where kind = ${name} and object_id = ${id} and holds)`.execute(tx);
    },
    parameters: async (db, name) => {
      const kind = known(name);
      const shipped = Object.fromEntries(Object.entries(kind.parameters ?? {}).map(([key, { value }]) => [key, value]));
      const rule = await db
        .selectFrom('warning_rule')
        .select('parameters')
        .where('kind', '=', name)
        .where('shipped', '=', true)
        .executeTakeFirst();
      return { ...shipped, ...rule?.parameters };
    },
  };
}

/** Raises an alert where no services are at hand: in a kind of the change engine. */
export async function raiseWarning(
  tx: Db,
  kind: KnownWarningKind,
  { object, facts = {}, severity }: Omit<RaisedWarning, 'kind'>,
): Promise<void> {
  const names = typeof object.name === 'string' ? { zh_CN: object.name } : object.name;
  await tx
    .insertInto('warning_event')
    .values({
      at: clock.now(),
      holds: true,
      moment: kind.moment ?? false,
      kind: kind.kind,
      module: kind.module,
      object_kind: object.kind,
      object_id: plain(object.id, longestName),
      object_name: plain(pick(names, languages[0]), longestName),
      dept_id: object.deptId ?? null,
      severity: severity ?? kind.severity,
      facts: JSON.stringify(plainFacts(typeof object.name === 'string' ? facts : { ...facts, [nameFact]: object.name })),
    })
    .execute();
}

/** What comes from outside may hold what the database refuses, and would undo the caller's work with it. */
const plain = (text: string, longest: number): string => text.replaceAll('\0', '').slice(0, longest).toWellFormed();

function plainFact(value: WarningFact): WarningFact {
  if (typeof value === 'string') return plain(value, longestFact);
  if (typeof value !== 'object' || value === null) return value;
  const [zh_CN, en_US, ja_JP] = [plain(value.zh_CN, longestFact), plain(value.en_US, longestFact), plain(value.ja_JP, longestFact)];
  return { zh_CN, en_US, ja_JP };
}

function plainFacts(facts: WarningFacts): WarningFacts {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, plainFact(value)]));
}
