import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { code } from '#kit/common/codes.ts';
import { pick } from '#kit/common/language.ts';
import { employeesOfAudience } from '#kit/server/audience/audience.ts';
import { pathInRange } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { assertMay, noteInAccounts } from '#modules/public-accounts/server/public.ts';
import type * as contract from '../../common/menu/menu.contract.ts';
import type { MenuEntry } from '../../common/menu/menu.contract.ts';
import { keptMenus } from '../../common/menu/words.ts';
import { assertLeads, assertOwnContent, assertShape, flat, targetNames } from './menu-rules.ts';
import './menu.table.ts';

type Means = Pick<Call, 'db' | 'caller' | 'services'>;

interface StoredMenu {
  readonly version: number;
  readonly draft: MenuEntry[];
  readonly publishedN: number | null;
  readonly updatedAt: number | null;
  readonly updatedBy: string | null;
}
const none: StoredMenu = { version: 0, draft: [], publishedN: null, updatedAt: null, updatedBy: null };

async function readMenu(db: Db, snoId: string, isLocked = false): Promise<StoredMenu> {
  const { rows } =
    await sql<StoredMenu>`select version, draft, published_n as "publishedN", updated_at as "updatedAt", updated_by as "updatedBy"
    from sno_menu where sno_id = ${snoId}::uuid ${isLocked ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? none;
}

/** A menu that was published. */
export interface PublishedMenu {
  readonly n: number;
  readonly entries: MenuEntry[];
  readonly at: number;
  readonly byName: string;
}

/** Menus that were published, the newest first. */
async function versions(db: Db, snoId: string, n?: number): Promise<PublishedMenu[]> {
  const { rows } = await sql<PublishedMenu>`select n, entries, at, by_name as "byName" from sno_menu_version
    where sno_id = ${snoId}::uuid and ${n === undefined ? sql`true` : sql`n = ${n}`} order by n desc`.execute(db);
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

/** The menu that people see; undefined where there is none. */
export async function publishedMenu(db: Db, snoId: string): Promise<PublishedMenu | undefined> {
  const { publishedN } = await readMenu(db, snoId);
  return publishedN === null ? undefined : (await versions(db, snoId, publishedN))[0];
}

/** The menu of an account as its editor shows it. */
export async function getMenu(means: Means, snoId: string): Promise<Reply<typeof contract.menuGet>> {
  const { db, caller, services } = means;
  await assertMay(db, caller, snoId, 'manage');
  const menu = await readMenu(db, snoId);
  const published = menu.publishedN === null ? undefined : (await versions(db, snoId, menu.publishedN))[0];
  const names = await targetNames(db, snoId, [...menu.draft, ...(published?.entries ?? [])]);
  const editors = menu.updatedBy === null ? undefined : await services.directory.people(db, [menu.updatedBy], caller.language);
  return {
    snoId,
    version: menu.version,
    draft: menu.draft,
    published: published ?? null,
    changed: !isDeepStrictEqual(menu.draft, published?.entries ?? []),
    updatedAt: menu.updatedAt === null ? null : Number(menu.updatedAt),
    updatedBy: editors?.get(menu.updatedBy ?? '')?.name ?? '',
    names: Object.fromEntries([...names].map(([key, name]) => [key, pick(name, caller.language)])),
  };
}

/** Menus that were published. */
export async function listHistory(means: Means, snoId: string): Promise<Reply<typeof contract.menuHistory>> {
  await assertMay(means.db, means.caller, snoId, 'manage');
  const { publishedN } = await readMenu(means.db, snoId);
  const list = await versions(means.db, snoId);
  return {
    list: list.map(({ n, at, byName, entries }) => ({ n, at, byName, entries: flat(entries).length, current: n === publishedN })),
  };
}

/** One menu: a published one by its number, else the draft. */
async function menuOf(means: Means, snoId: string, n: number | undefined): Promise<MenuEntry[]> {
  if (n === undefined) return (await readMenu(means.db, snoId)).draft;
  const [found] = await versions(means.db, snoId, n);
  if (!found) throw means.caller.scope().all ? notFound() : outOfRange();
  return found.entries;
}

/** How two menus differ, entry by entry. */
export async function diffMenus(
  means: Means,
  { snoId, from, to }: Parsed<typeof contract.menuDiff>,
): Promise<Reply<typeof contract.menuDiff>> {
  const { db, caller } = means;
  await assertMay(db, caller, snoId, 'manage');
  const [before, after] = [flat(await menuOf(means, snoId, from)), flat(await menuOf(means, snoId, to))];
  const nameOf = ({ entry }: (typeof before)[number]): string => pick(entry.name, caller.language);
  const list: Reply<typeof contract.menuDiff>['list'] = [];
  for (const one of after) {
    const old = before.find(({ entry }) => entry.key === one.entry.key);
    const shared = { key: one.entry.key, name: nameOf(one), after: nameOf(one) };
    if (!old) {
      list.push({ ...shared, change: 'added', fields: [], before: '' });
      continue;
    }
    const fields = (['name', 'target', 'members'] as const).filter((field) => !isDeepStrictEqual(old.entry[field], one.entry[field]));
    const isMoved = old.place !== one.place;
    if (fields.length === 0 && !isMoved) continue;
    list.push({
      ...shared,
      change: fields.length > 0 ? 'changed' : 'moved',
      fields: isMoved ? [...fields, 'place'] : fields,
      before: nameOf(old),
    });
  }
  for (const old of before)
    if (!after.some(({ entry }) => entry.key === old.entry.key))
      list.push({ key: old.entry.key, change: 'removed', name: nameOf(old), fields: [], before: nameOf(old), after: '' });
  return { list };
}

interface Write {
  readonly snoId: string;
  readonly version: number;
}

/** The menu that a write is about, locked; 10409 where somebody changed it meanwhile, 10404 where there is none yet. */
async function lockMenu(tx: Tx, { snoId, version }: Write): Promise<StoredMenu> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`menu ${snoId}`}, 15))`.execute(tx);
  const menu = await readMenu(tx, snoId, true);
  if (menu.version !== version) throw new Refusal(code.stale, {}, { current: { version: menu.version } });
  return menu;
}

/** Notes what was done to a menu, in the audit and in the log of the account. */
async function note(tx: Tx, { caller }: Call, { snoId, kind, detail }: { snoId: string; kind: string; detail?: unknown }): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name ->> 'zh_CN' as name from sno where id = ${snoId}::uuid`.execute(tx);
  caller.touch({ kind: 'snoMenu', id: snoId, name: rows[0]?.name ?? '' });
  const by = { id: caller.uid, name: caller.name };
  await noteInAccounts(tx, [{ snoId, tab: 'operation', kind: `menu.${kind}`, by, result: 'done', detail }]);
}

async function writeMenu(tx: Tx, call: Call, { snoId, version }: Write, next: Pick<StoredMenu, 'draft' | 'publishedN'>): Promise<number> {
  const { services, caller } = call;
  await sql`insert into sno_menu (sno_id, version, updated_at, updated_by, draft, published_n)
    values (${snoId}::uuid, ${version + 1}, ${services.now()}, ${caller.uid}, ${JSON.stringify(next.draft)}::jsonb, ${next.publishedN})
    on conflict (sno_id) do update set version = excluded.version, updated_at = excluded.updated_at, updated_by = excluded.updated_by,
      draft = excluded.draft, published_n = excluded.published_n`.execute(tx);
  return version + 1;
}

/** Keeps what is being written. */
export async function saveMenu(call: Call, input: Parsed<typeof contract.menuSave>): Promise<Reply<typeof contract.menuSave>> {
  const { snoId, draft } = input;
  await assertMay(call.db, call.caller, snoId, 'manage');
  assertShape(draft, { origin: originOf(call) });
  await assertPartiesSeen(call, draft);
  return call.write(async (tx) => {
    const menu = await lockMenu(tx, input);
    await assertOwnContent(tx, snoId, draft);
    const version = await writeMenu(tx, call, input, { draft, publishedN: menu.publishedN });
    await note(tx, call, { snoId, kind: 'save' });
    return { version };
  });
}

const originOf = ({ services, request }: Call): string => services.settings.publicUrl ?? `${request.protocol}://${request.host}`;

/** Refuses entries for people outside of the caller's range, alike for those that are not there. */
async function assertPartiesSeen({ db, caller, services }: Call, draft: readonly MenuEntry[]): Promise<void> {
  const range = caller.scope();
  const rows = flat(draft).flatMap(({ entry }) => entry.members);
  if (rows.length === 0) return;
  const { directory } = services;
  const idsOf = (kind: string): string[] => [...new Set(rows.flatMap((row) => (row.kind === kind ? [row.id] : [])))];
  const [people, departments] = [idsOf('employee'), idsOf('department')];
  const seen = await directory.departments(db, departments);
  // Nobody named would mean everybody.
  const { rows: inside } =
    people.length === 0
      ? { rows: [] }
      : await sql<{ id: string }>`select id from (${employeesOfAudience(
          directory,
          people.map((id) => ({ kind: 'employee' as const, id, exclude: false })),
        )}) as named where ${directory.employeeAmongRange(range, 'named.id')}`.execute(db);
  const known = new Set(inside.map(({ id }) => id));
  const isOut =
    people.some((id) => !known.has(id)) || departments.some((id) => !pathInRange(range, seen.get(id)?.path ?? '') || !seen.has(id));
  if (isOut) throw range.all ? notFound() : outOfRange();
}

/** Shows the draft to people. */
export async function publishMenu(call: Call, input: Parsed<typeof contract.menuPublish>): Promise<Reply<typeof contract.menuPublish>> {
  const { snoId } = input;
  const { caller, services } = call;
  await assertMay(call.db, caller, snoId, 'manage');
  return call.write(async (tx) => {
    const { draft } = await lockMenu(tx, input);
    assertShape(draft, { origin: originOf(call) });
    await assertLeads(tx, snoId, draft);
    const { rows } = await sql<{ n: number }>`insert into sno_menu_version (sno_id, n, entries, at, by_id, by_name)
      select ${snoId}::uuid, coalesce(max(n), 0) + 1, ${JSON.stringify(draft)}::jsonb, ${services.now()}, ${caller.uid}, ${caller.name}
      from sno_menu_version where sno_id = ${snoId}::uuid returning n`.execute(tx);
    const n = rows[0]!.n;
    await sql`delete from sno_menu_version where sno_id = ${snoId}::uuid and n <= ${n - keptMenus}`.execute(tx);
    const version = await writeMenu(tx, call, input, { draft, publishedN: n });
    await note(tx, call, { snoId, kind: 'publish', detail: { n } });
    return { version, n };
  });
}

/** Shows people no menu any more. */
export async function withdrawMenu(call: Call, input: Write): Promise<{ version: number }> {
  await assertMay(call.db, call.caller, input.snoId, 'manage');
  return call.write(async (tx) => {
    const { draft } = await lockMenu(tx, input);
    const version = await writeMenu(tx, call, input, { draft, publishedN: null });
    await note(tx, call, { snoId: input.snoId, kind: 'withdraw' });
    return { version };
  });
}

/** Takes a menu that was published before as the draft. */
export async function restoreMenu(call: Call, input: Parsed<typeof contract.menuRestore>): Promise<{ version: number }> {
  const { snoId, n } = input;
  await assertMay(call.db, call.caller, snoId, 'manage');
  return call.write(async (tx) => {
    const { publishedN } = await lockMenu(tx, input);
    const [found] = await versions(tx, snoId, n);
    if (!found) throw call.caller.scope().all ? notFound() : outOfRange();
    const version = await writeMenu(tx, call, input, { draft: found.entries, publishedN });
    await note(tx, call, { snoId, kind: 'restore', detail: { n } });
    return { version };
  });
}
