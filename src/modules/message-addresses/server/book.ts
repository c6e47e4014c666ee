import { sql } from 'kysely';
import type { Platform } from '#kit/common/client/platforms.ts';
import type { Kind, Operation } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import { addressGroups } from '#modules/address-groups/server/public.ts';
import { confirmSubject, holdChange, rollingBack } from '#modules/sign-in/server/public.ts';
import { addressPage as page } from '../common/permissions.ts';
import type { AddressKind, networks } from '../common/words.ts';

/** An address as it is published. */
export interface PublishedAddress {
  readonly kind: AddressKind;
  readonly name: string;
  readonly url: string;
  readonly network: (typeof networks)[number];
  readonly terminalTypes: readonly number[];
  readonly weight: number;
  readonly backup: boolean;
}
/** What terminals are told. */
export interface Book {
  readonly version: number;
  readonly number: number;
  readonly published: readonly PublishedAddress[];
}

/** Id of the one row. */
export const bookId = '00000000-0000-7000-8000-000000000305';

/** What is published. */
export async function readBook(db: Db): Promise<Book> {
  return (await sql<Book>`select version, number, published from im_address_book`.execute(db)).rows[0]!;
}

/** What would be published: the enabled addresses in their order. */
export async function draftOf(db: Db): Promise<PublishedAddress[]> {
  const { rows } =
    await sql<PublishedAddress>`select kind, name, url, network, terminal_types as "terminalTypes", weight, backup from im_address
    where enabled order by order_no, id`.execute(db);
  return rows;
}

/** What of it a terminal gets at a network address: what is for its platform and for where it is. */
export async function publishedTo(
  db: Db,
  content: readonly PublishedAddress[],
  { platform, address }: { platform: Platform | number; address: string | null },
): Promise<{ inner: boolean; addresses: Omit<PublishedAddress, 'terminalTypes'>[] }> {
  const inner = address !== null && (await addressGroups(db, address)).some(({ internal, kind }) => internal && kind !== 'blocked');
  const here = content.filter(
    ({ network, terminalTypes }) => terminalTypes.includes(platform) && (network === 'all' || (network === 'inner') === inner),
  );
  const sorted = [...here.filter(({ backup }) => !backup), ...here.filter(({ backup }) => backup)];
  return { inner, addresses: sorted.map(({ terminalTypes: _types, ...one }) => one) };
}

const base = siteKind(
  tableKind({
    kind: 'imAddressBook',
    module: 'message-addresses',
    codes: { read: page.code, revert: page.button.rollback },
    table: 'im_address_book',
    name: 'note',
    fields: { number: { column: 'number' }, note: { column: 'note' }, published: { column: 'published' } },
  }),
);

/** What is published, in the change engine: every version is kept, and it holds only when a terminal came by it. */
export const bookKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    const published = operations.filter(
      (operation): operation is Operation & { after: object } => operation.after !== null && 'published' in operation.after,
    );
    if (published.length === 0) return;
    // Whatever brought it, also an undo or the guard, is a version of its own.
    await sql`update im_address_book set number = 1 + coalesce((select max(number) from im_address_version), 0)`.execute(tx);
    await sql`insert into im_address_version (number, at, by_id, note, content)
      select number, ${clock.now()}, ${caller.uid}, note, published from im_address_book`.execute(tx);
    if (!rollingBack(caller)) await holdChange(tx, caller, { kind: base.kind, operations: published, fields: ['published'] });
  },
};

/** A terminal has come: where its address is one of those that were just published, the publication holds. */
export async function arrived(db: Db, host: string): Promise<void> {
  const { rows } = await sql`select from sign_in_guard where subject = ${base.kind} and ended_at is null`.execute(db);
  if (rows.length === 0) return;
  const { published } = await readBook(db);
  if (published.some(({ kind, url }) => kind === 'socket' && new URL(url).host === host)) await confirmSubject(db, base.kind);
}
