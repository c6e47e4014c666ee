import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import * as contract from '../../common/version.contract.ts';
import type { BookContent, BookScene } from '../engine/book.ts';
import { emptyContent } from '../engine/book.ts';
import { engineChanges } from '../engine/live.ts';
import { draftContent, liveVersion, versionNamed } from '../engine/read-content.ts';
import { interfaceFacts } from '../interface-facts.ts';
import { differencesOf } from './differences.ts';

/** Versions are numbered and published one after the other. */
const lock = (tx: Tx): Promise<unknown> => sql`select pg_advisory_xact_lock(17310001)`.execute(tx);

async function list(
  { db, caller }: Call,
  { pageNum, pageSize, sort }: Parsed<typeof contract.mikaVersionList>,
): Promise<Reply<typeof contract.mikaVersionList>> {
  caller.scope();
  const { rows } = await sql<
    Omit<contract.MikaVersionRow, 'id' | 'live'>
  >`select no, note, at, by_name as "byName", rollback_of as "rollbackOf",
      jsonb_array_length(content -> 'scenes') as scenes, jsonb_array_length(content -> 'answers') as answers,
      jsonb_array_length(content -> 'synonyms') as synonyms
    from mika_version order by ${sql.raw(sort === 'no' ? 'no' : 'no desc')} limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
    db,
  );
  const { rows: counted } = await sql<{
    n: number;
    live: number | null;
  }>`select count(*)::int as n, max(no) as live from mika_version`.execute(db);
  const total = counted[0]!.n;
  const shown = rows.map((row) => ({ ...row, id: String(row.no), at: Number(row.at), live: row.no === counted[0]!.live }));
  return { list: shown, total, pages: Math.ceil(total / pageSize) };
}

/** Ids of the departments in a range, of those that own something. */
async function ownersIn(db: Call['db'], range: Range, scenes: readonly BookScene[]): Promise<Set<string>> {
  const ids = [...new Set(scenes.map(({ ownerDeptId }) => ownerDeptId))];
  const { rows } = await sql<{ id: string }>`select given.id from unnest(${ids}::uuid[]) as given(id)
    where ${directory.departmentInRange(range, 'given.id')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The next version: scenes of the range as they are written, the others as they are published; answers and synonyms only by who sees everything. */
async function nextContent(tx: Tx, range: Range, live: BookContent): Promise<BookContent> {
  const written = await draftContent(tx);
  if (range.all) return written;
  const owners = await ownersIn(tx, range, [...written.scenes, ...live.scenes]);
  const isOwn = ({ ownerDeptId }: BookScene): boolean => owners.has(ownerDeptId);
  const scenes = [...live.scenes.filter((one) => !isOwn(one)), ...written.scenes.filter(isOwn)];
  return { ...live, scenes: scenes.toSorted((one, other) => one.order - other.order) };
}

async function keep(
  tx: Tx,
  { caller, services }: Pick<Call, 'caller' | 'services'>,
  draft: { content: BookContent; note: string; rollbackOf: number | null },
): Promise<number> {
  const { rows } = await sql<{ no: number }>`insert into mika_version (no, content, note, at, by_id, by_name, rollback_of)
    select coalesce(max(no), 0) + 1, ${JSON.stringify(draft.content)}::jsonb, ${draft.note}, ${services.now()}, ${caller.uid}, ${caller.name}, ${draft.rollbackOf}
    from mika_version returning no`.execute(tx);
  const { no } = rows[0]!;
  caller.touch({ kind: 'mikaVersion', id: String(no), name: String(no) });
  caller.note({ no, ...(draft.note !== '' && { note: draft.note }) });
  engineChanges.happens();
  return no;
}

/** What can't be done any more is not published: interfaces that are no longer open (17034), and those that write without asking (17033). */
async function assertWorks(tx: Tx, { scenes }: BookContent, live: BookContent): Promise<void> {
  const before = new Map(live.scenes.map((one) => [one.id, JSON.stringify(one)]));
  const changed = scenes.filter((one) => before.get(one.id) !== JSON.stringify(one));
  const ids = changed.flatMap(({ target }) => (target.kind === 'interface' ? [target.interfaceId] : []));
  const facts = await interfaceFacts(tx, ids);
  for (const { target, confirm } of changed) {
    if (target.kind !== 'interface') continue;
    const one = facts.get(target.interfaceId);
    if (!one?.isOpen) throw new Refusal(17034);
    if (one.isWrite && !confirm) throw new Refusal(17033);
  }
}

const publish = (call: Call, { note }: Parsed<typeof contract.mikaPublish>): Promise<Reply<typeof contract.mikaPublish>> =>
  call.write(async (tx) => {
    const range = call.caller.scope();
    await lock(tx);
    const live = (await liveVersion(tx)).content;
    const content = await nextContent(tx, range, live);
    await assertWorks(tx, content, live);
    const changes = differencesOf(live, content, call.caller.language).length;
    return { no: await keep(tx, call, { content, note, rollbackOf: null }), changes };
  });

const rollback = (call: Call, { no, note }: Parsed<typeof contract.mikaRollback>): Promise<Reply<typeof contract.mikaRollback>> =>
  call.write(async (tx) => {
    await lock(tx);
    const old = await versionNamed(tx, no);
    if (!old) throw notFound();
    return { no: await keep(tx, call, { content: old.content, note, rollbackOf: no }) };
  });

async function compare(
  { db, caller }: Call,
  { from, to }: Parsed<typeof contract.mikaCompare>,
): Promise<Reply<typeof contract.mikaCompare>> {
  const range = caller.scope();
  const contentOf = async (no: number): Promise<BookContent> => {
    if (no === 0) return emptyContent;
    const found = await versionNamed(db, no);
    if (!found) throw notFound();
    return found.content;
  };
  const [one, other] = [await contentOf(from), to === undefined ? await draftContent(db) : await contentOf(to)];
  const all = differencesOf(one, other, caller.language);
  if (range.all) return { from, to: to ?? null, list: all };
  const scenes = [...one.scenes, ...other.scenes];
  const owners = await ownersIn(db, range, scenes);
  const seen = new Set(scenes.flatMap(({ id, ownerDeptId }) => (owners.has(ownerDeptId) ? [id] : [])));
  return { from, to: to ?? null, list: all.filter(({ kind, id }) => kind !== 'scene' || seen.has(id)) };
}

/** Versions of what mika decides by. */
export const versionRoutes: readonly BoundRoute[] = [
  handle(contract.mikaVersionList, list),
  handle(contract.mikaCompare, compare),
  handle(contract.mikaPublish, publish),
  handle(contract.mikaRollback, rollback),
];
