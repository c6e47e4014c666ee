import type pg from 'pg';

/** A table to carry: its quoted name and its quoted columns, computed ones left out. */
export interface CarriedTable {
  name: string;
  columns: string[];
}

// Partitions are carried by their parents, extensions' own tables by the extensions; the migrations' record is in the start entry;
// messages of the bus are of the moment.
const TABLES = `
  select quote_ident(c.relname) as name,
    array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not in ('schema_migration', 'restore_unfinished', 'bus_message')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  group by c.oid, c.relname order by c.relname`;

const PARTITIONS = `
  select quote_ident(c.relname) as name, quote_ident(p.relname) as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
    case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as key
  from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
  where c.relispartition and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by c.relkind = 'r', c.oid`;

const SEQUENCES = `
  select quote_ident(sequencename) as name, coalesce(last_value, start_value)::text as value, last_value is not null as called
  from pg_sequences where schemaname = 'public' order by 1`;

/** The tables of the product, in the schema public. */
export async function listTables(client: pg.ClientBase): Promise<CarriedTable[]> {
  return (await client.query<CarriedTable>(TABLES)).rows;
}

/** Partitions, which appear while the product runs and which no migration makes; those that have parts of their own come first. */
export async function listPartitions(
  client: pg.ClientBase,
): Promise<{ name: string; parent: string; bound: string; key: string | null }[]> {
  return (await client.query<{ name: string; parent: string; bound: string; key: string | null }>(PARTITIONS)).rows;
}

/** Where the sequences stand. */
export async function listSequences(client: pg.ClientBase): Promise<{ name: string; value: string; called: boolean }[]> {
  return (await client.query<{ name: string; value: string; called: boolean }>(SEQUENCES)).rows;
}
