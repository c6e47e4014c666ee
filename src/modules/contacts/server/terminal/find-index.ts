import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { literal } from '#kit/server/read-page.ts';
import type { Services } from '#kit/server/services.ts';
import type { SearchWay } from '../../common/words.ts';
import { foundColumns } from '../field/defaults.ts';
import { contactsChanged } from '../rule/changes.ts';

/** Fewer people are looked through one by one as quickly. */
const manyPeople = 20_000;
const lock = 7_361_204_520;
const nameOf = (column: string): string => `contact_find_${column}`;

/** Columns of people whose index for searching is there. */
export async function findableColumns(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'employee'::regclass and i.indisvalid and starts_with(c.relname, 'contact_find_')`.execute(db);
  return new Set(rows.map(({ name }) => name.slice('contact_find_'.length)));
}

/** SQL condition: a column of people is, begins with or holds a text; by its index where there is one. */
export function textIn(column: string, way: SearchWay, text: string, indexed: ReadonlySet<string>): RawBuilder<boolean> {
  const requested = text.normalize('NFKC').toLowerCase();
  const value = sql`lower(normalize(${sql.ref(`e.${column}`)}, NFKC))`;
  const pattern = way === 'exact' ? literal(requested) : `${way === 'contains' ? '%' : ''}${literal(requested)}%`;
  const matches = sql<boolean>`${value} like ${pattern}`;
  if (!indexed.has(column)) return matches;
  return sql<boolean>`(contact_grams(${sql.ref(`e.${column}`)}) @> ${gramsOf(requested)}::text[] and ${matches})`;
}

/** The pairs that a text must hold to hold this one. */
function gramsOf(text: string): string[] {
  const characters = [...text];
  return characters.length < 2 ? characters : [...new Set(characters.slice(1).map((one, at) => `${characters[at]}${one}`))];
}

/** Makes indexes for fields that are searched, where there are many people, and drops those of others: they would cost each import for nothing. */
export async function keepFindIndexes({ database }: Pick<Services, 'database'>): Promise<void> {
  const { db } = database;
  const { wanted, there } = await standing(db);
  if (wanted.size === there.size && [...wanted].every((one) => there.has(one))) return;
  await db.connection().execute(async (one) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${lock}) as mine`.execute(one);
    if (!rows[0]!.mine) return;
    try {
      await sql`set statement_timeout = 0`.execute(one);
      const now = await standing(one);
      // An index that is not whole is left of a process that ended on the way.
      for (const column of Object.values(foundColumns)) {
        if (now.there.has(column) === now.wanted.has(column)) continue;
        await sql`drop index concurrently if exists ${sql.ref(nameOf(column))}`.execute(one);
        if (now.wanted.has(column))
          await sql`create index concurrently ${sql.ref(nameOf(column))} on employee using gin (contact_grams(${sql.ref(column)}))`.execute(
            one,
          );
      }
      await contactsChanged(one);
    } finally {
      await sql`reset statement_timeout`.execute(one);
      await sql`select pg_advisory_unlock(${lock})`.execute(one);
    }
  });
}

async function standing(db: Db): Promise<{ wanted: ReadonlySet<string>; there: ReadonlySet<string> }> {
  const { rows } = await sql<{ key: keyof typeof foundColumns }>`select field_key as key from contact_field
    where searchable <> 'no' and field_key = any(${Object.keys(foundColumns)}::text[])
      and (select reltuples from pg_class where oid = 'employee'::regclass) > ${manyPeople}`.execute(db);
  return { wanted: new Set(rows.flatMap(({ key }) => foundColumns[key] ?? [])), there: await findableColumns(db) };
}
