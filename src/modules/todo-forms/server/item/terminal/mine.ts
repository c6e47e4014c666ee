import { sql, type RawBuilder } from 'kysely';
import { pick, type Language, type LocalDraft } from '#kit/common/language.ts';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { Db } from '#kit/server/directory.ts';
import { containing } from '#kit/server/read-page.ts';
import type * as contract from '../../../common/item/client.contract.ts';
import type { ItemMode, ItemState, PersonState } from '../../../common/item/words.ts';
import type { ItemLine } from '../item.table.ts';

/** A row of a person's list as it is stored. */
export interface MineRow {
  itemId: string;
  line: ItemLine;
  systemId: string;
  systemCode: string;
  systemName: LocalDraft;
  systemIcon: string;
  templateName: LocalDraft;
  sender: string;
  priority: number;
  dueAt: number | null;
  pushedAt: number;
  changedAt: number;
  state: ItemState;
  mine: PersonState;
  seenAt: number | null;
  enabled: boolean;
  mode: ItemMode;
  revision: number;
  formDigest: string;
  sorted: number;
}

/** Columns of a person's list. */
export const mineColumns = sql`i.id as "itemId", i.line, s.id as "systemId", s.code as "systemCode", s.name as "systemName", s.icon as "systemIcon",
  t.name as "templateName", i.sender, i.priority, i.due_at as "dueAt", i.pushed_at as "pushedAt",
  greatest(i.changed_at, p.changed_at) as "changedAt", i.state, p.state as mine, p.seen_at as "seenAt", s.enabled, i.mode, i.revision,
  v.digest as "formDigest"`;
/** Parts of people with what stands around them. */
export const mineSource = sql`todo_person p join todo_item i on i.id = p.item_id join todo_system s on s.id = i.system_id
  join todo_template t on t.id = i.template_id join todo_version v on v.id = i.version_id`;
/** Items of a system that is disabled are not shown where it says so. */
export const isShown = sql<boolean>`(s.enabled or s.after_disable = 'readOnly')`;
/** Parts that wait for their person. */
const isOpen = sql<boolean>`p.state in ('open', 'submitted') and i.state = 'open'`;

/** A stored row as a terminal gets it. */
export function itemOf(row: MineRow, language: Language, now: number): contract.ClientItem {
  const { line, systemName, templateName, seenAt, enabled, dueAt, sorted: _sorted, ...same } = row;
  return {
    ...same,
    title: pick(line.title, language),
    summary: line.summary.map((text) => pick(text, language)).filter((text) => text !== ''),
    systemName: pick(systemName, language),
    templateName: pick(templateName, language),
    dueAt: dueAt === null ? null : Number(dueAt),
    overdue: dueAt !== null && Number(dueAt) < now && row.state === 'open',
    pushedAt: Number(row.pushedAt),
    changedAt: Number(row.changedAt),
    seen: seenAt !== null,
    readOnly: !enabled,
  };
}

/** An item without a date comes behind all others. */
const farAway = 9_000_000_000_000_000;

/** A page of a person's to-dos. */
export async function listMine(
  { db, caller, services }: ClientCall,
  { tab, systemId, text, after, limit }: ClientInput<typeof contract.clientTodoList>,
): Promise<ClientReply<typeof contract.clientTodoList>> {
  const isOpenTab = tab === 'open';
  const sorted = isOpenTab ? sql`coalesce(i.due_at, ${farAway}::bigint)` : sql`p.changed_at`;
  const isOver = sql<boolean>`not (${isOpen}) and (p.state <> 'withdrawn' or i.state <> 'open')`;
  const where: RawBuilder<boolean>[] = [
    sql<boolean>`p.employee_id = ${caller.uid}::uuid`,
    isShown,
    sql<boolean>`(${isOpenTab ? isOpen : isOver})`,
  ];
  if (systemId !== undefined) where.push(sql<boolean>`i.system_id = ${systemId}::uuid`);
  if (text) where.push(sql<boolean>`i.line::text ilike ${containing(text)}`);
  const place = placeIn(after);
  if (place)
    where.push(
      isOpenTab
        ? sql<boolean>`(${sorted}, i.id) > (${place.sorted}::bigint, ${place.id}::uuid)`
        : sql<boolean>`(${sorted}, i.id) < (${place.sorted}::bigint, ${place.id}::uuid)`,
    );
  const direction = sql.raw(isOpenTab ? 'asc' : 'desc');
  const { rows } = await sql<MineRow>`select ${mineColumns}, ${sorted} as sorted from ${mineSource} where ${sql.join(where, sql` and `)}
    order by ${sorted} ${direction}, i.id ${direction} limit ${limit + 1}`.execute(db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    list: shown.map((row) => itemOf(row, caller.language, services.now())),
    next: rows.length > limit && last ? `${last.sorted}.${last.itemId}` : null,
  };
}

function placeIn(after: string | undefined): { sorted: number; id: string } | undefined {
  const [, sorted, id] = /^(\d{1,16})\.([0-9a-f-]{36})$/.exec(after ?? '') ?? [];
  return sorted === undefined || id === undefined ? undefined : { sorted: Number(sorted), id };
}

interface OpenCount {
  systemId: string;
  name: LocalDraft;
  icon: string;
  open: number;
  overdue: number;
  unseen: number;
}

/** How many to-dos of each system wait for a person. */
export async function openCounts(db: Db, uid: string, now: number): Promise<OpenCount[]> {
  const { rows } =
    await sql<OpenCount>`select s.id as "systemId", s.name, s.icon, count(*)::int as open, count(*) filter (where i.due_at < ${now})::int as overdue,
      count(*) filter (where p.seen_at is null)::int as unseen
    from todo_person p join todo_item i on i.id = p.item_id join todo_system s on s.id = i.system_id
    where p.employee_id = ${uid}::uuid and ${isOpen} and ${isShown} group by s.id order by s.place, s.id`.execute(db);
  return rows;
}

/** Numbers for badges. */
export async function countMine({ db, caller, services }: ClientCall): Promise<ClientReply<typeof contract.clientTodoCount>> {
  const rows = await openCounts(db, caller.uid, services.now());
  const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((all, row) => all + of(row), 0);
  return {
    open: sum(({ open }) => open),
    overdue: sum(({ overdue }) => overdue),
    unseen: sum(({ unseen }) => unseen),
    systems: rows.map(({ systemId, name, icon, open }) => ({ systemId, name: pick(name, caller.language), icon, open })),
  };
}
