import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Json } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handleClient, type BoundClientRoute } from '#kit/server/client/handle-client.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, Refusal } from '#kit/server/refusal.ts';
import { openGuard } from '#modules/sign-in/server/public.ts';
import * as contract from '../common/address.contract.ts';
import { clientAddresses } from '../common/client.contract.ts';
import { bookId, bookKind, draftOf, readBook, publishedTo, type PublishedAddress } from './book.ts';
import { testAddress } from './test-address.ts';

async function guardOf(db: Db, call: Call) {
  const guard = await openGuard(db, call.caller);
  if (guard?.subject !== bookKind.kind) return null;
  return { guardId: guard.guardId, confirmBefore: guard.confirmBefore, name: guard.name };
}

async function published(call: Call): Promise<Reply<typeof contract.addressBook>> {
  const { db } = call;
  const [book, draft] = [await readBook(db), await draftOf(db)];
  const { rows } = await sql<{
    number: number;
    at: number;
    by: string | null;
    note: string;
    addresses: number;
  }>`select number, at, by_id as by,
      note, jsonb_array_length(content) as addresses from im_address_version order by number desc limit 20`.execute(db);
  const names = await namesOf(
    call,
    rows.map(({ by }) => by),
  );
  return {
    version: book.version,
    number: book.number,
    changed: sorted(draft) !== sorted(book.published),
    guard: await guardOf(db, call),
    versions: rows.map(({ by, ...row }) => ({ ...row, by: names(by) })),
  };
}

/** The database keeps the names of an object in an order of its own. */
const sorted = (content: readonly PublishedAddress[]): string =>
  JSON.stringify(content.map((one) => Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))));

async function bring(call: Call, tx: Tx, request: { version: number; note: string; content: readonly PublishedAddress[] }) {
  const fields = { note: request.note, published: JSON.parse(JSON.stringify(request.content)) as Json };
  await changeObjects(tx, call.caller, bookKind, [{ id: bookId, version: request.version, fields }]);
  return { number: (await readBook(tx)).number, guard: await guardOf(tx, call) };
}

async function publish(call: Call, { version, note, untested }: Parsed<typeof contract.addressPublish>) {
  call.caller.scope();
  const content = await draftOf(call.db);
  if (content.length === 0) throw new InvalidInput([{ path: 'version', namespace: 'message-addresses', key: 'issue.nothing' }]);
  if (!untested)
    for (const one of content) {
      const { ok, steps } = await testAddress(call.services, one);
      const step = steps.at(-1)?.step ?? 'dns';
      if (!ok) throw new Refusal(16013, { step: { namespace: 'message-addresses', key: `test.${step}` } }, { step, name: one.name });
    }
  return call.write((tx) => bring(call, tx, { version, note, content }));
}

async function rollback(call: Call, { version, number }: Parsed<typeof contract.addressRollback>) {
  call.caller.scope();
  return call.write(async (tx) => {
    const { rows } = await sql<{ content: PublishedAddress[] }>`select content from im_address_version where number = ${number}`.execute(
      tx,
    );
    if (!rows[0]) throw notFound();
    return bring(call, tx, { version, note: `↺ ${number}`, content: rows[0].content });
  });
}

/** Addresses beyond the usual verbs: trying them, what a terminal gets, and publishing. */
export const addressRoutes: readonly BoundRoute[] = [
  handle(contract.addressTest, async (call, { id }) => {
    call.caller.scope();
    const found = await call.db.selectFrom('im_address').select(['id', 'name', 'kind', 'url']).where('id', '=', id).executeTakeFirst();
    if (!found) throw notFound();
    call.caller.touch({ kind: 'imAddress', id, name: found.name });
    return testAddress(call.services, found);
  }),
  handle(contract.addressResolve, async ({ db }, { platform, address, draft }) => {
    const content = draft ? await draftOf(db) : (await readBook(db)).published;
    return publishedTo(db, content, { platform, address });
  }),
  handle(contract.addressBook, published),
  handle(contract.addressPublish, publish),
  handle(contract.addressRollback, rollback),
];

/** What terminals ask. */
export const addressClientRoutes: readonly BoundClientRoute[] = [
  handleClient(clientAddresses, async ({ db, terminal, caller }) => {
    const { number, published: content } = await readBook(db);
    const { addresses } = await publishedTo(db, content, { platform: terminal.platform, address: caller.address || null });
    return { number, addresses };
  }),
];
