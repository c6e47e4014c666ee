import { sql } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import { parseAddress, parseSegment } from '#platform/network/network.ts';
import { holds, spanSet, type SpanSet } from '#platform/network/span-set.ts';
import './address.table.ts';

/** A group of addresses as those who decide by it see it. */
export interface AddressGroup {
  readonly id: string;
  readonly name: string;
  readonly kind: 'office' | 'vpn' | 'site' | 'partner' | 'blocked';
  readonly internal: boolean;
}

interface BookGroup extends AddressGroup {
  readonly spans: SpanSet;
  /** How many rows it has that are switched on. */
  readonly rows: number;
}

/** All groups that are switched on, with their rows that are. */
export interface AddressBook {
  readonly groups: readonly BookGroup[];
}

const books = new WeakMap<object, { stamp: number; book: AddressBook }>();

/** Invalidates, in the transaction of a change, what processes keep in memory. */
export async function addressesChanged(tx: Tx): Promise<void> {
  await sql`update ip_stamp set n = n + 1`.execute(tx);
}

/** The groups of now: read again only after a change, whoever made it. Inside a transaction its own changes count, and are not kept. */
export async function addressBook(db: Db): Promise<AddressBook> {
  const { rows } = await sql<{ n: number }>`select n from ip_stamp`.execute(db);
  const stamp = Number(rows[0]?.n ?? 0);
  if (db.isTransaction) return readBook(db);
  const known = books.get(db);
  if (known?.stamp === stamp) return known.book;
  const book = await readBook(db);
  books.set(db, { stamp, book });
  return book;
}

async function readBook(db: Db): Promise<AddressBook> {
  const groups = await db.selectFrom('ip_group').select(['id', 'name', 'kind', 'internal']).where('enabled', '=', true).execute();
  const details = await db.selectFrom('ip_detail').select(['group_id', 'value']).where('enabled', '=', true).execute();
  const values = Map.groupBy(details, ({ group_id }) => group_id);
  return {
    groups: groups.map((group) => ({
      ...group,
      rows: values.get(group.id)?.length ?? 0,
      spans: spanSet((values.get(group.id) ?? []).flatMap(({ value }) => parseSegment(value) ?? [])),
    })),
  };
}

/** The groups of a book that hold an address. */
export function groupsOf({ groups }: AddressBook, address: string): AddressGroup[] {
  const asked = parseAddress(address);
  return asked ? groups.filter(({ spans }) => holds(spans, asked)).map(({ spans: _spans, rows: _rows, ...group }) => group) : [];
}

/** The groups that hold an address. */
export const addressGroups = async (db: Db, address: string): Promise<AddressGroup[]> => groupsOf(await addressBook(db), address);
