import { sql } from 'kysely';
import { gatherer, placed } from '#platform/gather.ts';
import type { Range } from '#kit/server/caller.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { sharedChatsOf } from '#modules/contacts/server/public.ts';
import { askedApartMillis, groupFactsOf, messagingSettings, type GroupFacts, type SendStep } from '#modules/messaging/server/public.ts';
import { containing } from '#kit/server/read-page.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { directory } from '#modules/people/server/public.ts';

interface Standing {
  n: number;
  state: string;
  speak: string;
  mention: string;
  role: string | null;
  muted: number | null;
  ends: number | null;
  /** Messages of the conversation within the last second, no more than are asked about. */
  recent: number;
}

/** A statement that connections keep. */
const kept = sql.raw(preparedMark);

/** So many are asked about in one statement: what is sent at the same time is looked up together. */
const mostTogether = 500;

/** Who writes, to which group, and in which conversation. */
interface Asked {
  readonly groupId: string;
  readonly uid: string;
  readonly conversationId: string | null;
}

/** How somebody stands in a group, and how much is written there. */
const standingOf = perProduct((services: Pick<CoreServices, 'database' | 'now'>) =>
  gatherer(
    mostTogether,
    async (asked: readonly Asked[]) => {
      const { groupPerSecond } = await messagingSettings.now(services);
      const [groups, uids] = [asked.map(({ groupId }) => groupId), asked.map(({ uid }) => uid)];
      const conversations = asked.map(({ conversationId }) => conversationId);
      const { rows } = await sql<Standing>`${kept} select n::int as n, g.state, g.speak, t.mention_all_by as mention, m.role,
        m.muted_until as muted, g.ends_at as ends, last.recent
      from unnest((select ${groups}::uuid[]), (select ${uids}::uuid[]), (select ${conversations}::uuid[])) with ordinality as asked(id, uid, conversation, n)
      join im_group g on g.id = asked.id join im_group_type t on t.id = g.type_id
      left join im_group_member m on m.group_id = g.id and m.employee_id = asked.uid
      cross join lateral (
        select count(*)::int as recent from (select from im_message where conversation_id = asked.conversation and sent_at > ${services.now() - 1_000}
          order by seq desc limit ${groupPerSecond + 1}) as own) as last`.execute(services.database.db);
      return placed(asked.length, rows);
    },
    { apartMillis: askedApartMillis },
  ),
);

/** What a group says of a message: banned, over, muted, only managers write, who may call all of it, how much it takes in a second. */
export const groupStep: SendStep = {
  name: 'group',
  check: async (services, { sender, target, message, tried }) => {
    if (target.kind !== 'group' || target.groupId === null) return undefined;
    const found = await standingOf(services)({ groupId: target.groupId, uid: sender.id, conversationId: target.conversationId });
    if (!found) return { refused: { code: 16003 } };
    const now = services.now();
    if (found.state === 'banned' || (found.ends !== null && found.ends <= now)) return { refused: { code: 16006 } };
    if (sender.kind !== 'employee') return undefined;
    if (found.role === null) return { refused: { code: 16003 } };
    const manages = found.role === 'owner' || found.role === 'manager';
    if (found.muted !== null && found.muted > now)
      return {
        refused: {
          code: 16004,
          params: { until: new Date(found.muted).toISOString().slice(0, 16).replace('T', ' ') },
          data: { until: found.muted },
        },
      };
    if (found.speak === 'managers' && !manages) return { refused: { code: 16005 } };
    if (message?.mentionAll && !(found.mention === 'everyone' || found.role === 'owner' || (found.mention === 'managers' && manages)))
      return {
        refused: {
          code: 16001,
          params: { function: { namespace: 'messaging', key: 'function.im.atAll' } },
          data: { function: 'im.atAll' },
        },
      };
    if (tried || !message || target.conversationId === null) return undefined;
    const { groupPerSecond } = await messagingSettings.now(services);
    return found.recent >= groupPerSecond ? { refused: { code: 16007, params: { seconds: 1 }, data: { seconds: 1 } } } : undefined;
  },
};

/** The group belongs to a department of the range. */
const inRange = (range: Range) => (range.all ? sql`true` : directory.departmentInRange(range, 'g.owner_dept_id'));

const facts = (services: CoreServices): GroupFacts => ({
  manages: async (conversationId, uid) => {
    const { rows } = await sql`select from im_conversation c join im_group g on g.id = c.group_id join im_group_type t on t.id = g.type_id
      join im_group_member m on m.group_id = g.id and m.employee_id = ${uid}::uuid and m.role in ('owner', 'manager')
      where c.id = ${conversationId}::uuid and t.manager_recall`.execute(services.database.db);
    return rows.length > 0;
  },
  visible: (range, column) =>
    range.all
      ? sql`true`
      : sql`exists (select from im_group seen where seen.id = ${sql.ref(column)} and ${directory.departmentInRange(range, 'seen.owner_dept_id')})`,
  names: async (db, ids) => {
    const { rows } = await sql<{ id: string; name: string }>`select id, name from im_group where id = any(${[...ids]}::uuid[])`.execute(db);
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
  search: async (db, range, { text = '', ids, pageNum, pageSize }) => {
    const requested = ids
      ? sql`g.id = any(${[...ids]}::uuid[])`
      : sql`(g.name ilike ${containing(text)} or g.number ilike ${containing(text)})`;
    const found = sql`from im_group g where ${requested} and ${inRange(range)}`;
    const [{ rows: counted }, { rows: list }] = await Promise.all([
      sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
      sql<Awaited<ReturnType<GroupFacts['search']>>['list'][number]>`select g.id, g.name,
          (select jsonb_build_object('id', t.id, 'name', t.name) from im_group_type t where t.id = g.type_id) as type
        ${found} order by g.name, g.id limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db),
    ]);
    return { list, total: counted[0]?.total ?? 0 };
  },
  types: async (db, range) => {
    const { rows } = await sql<Awaited<ReturnType<GroupFacts['types']>>[number]>`select t.id, t.name from im_group_type t
      where exists (select from im_group g where g.type_id = t.id and ${inRange(range)}) order by t.place, t.id`.execute(db);
    return rows;
  },
  ofScope: (scope, id) =>
    scope === 'groupType'
      ? sql<{ id: string }>`select id from im_group where type_id = ${id}::uuid`
      : sql<{ id: string }>`select g.id from im_group g join department d on d.id = g.owner_dept_id
          where d.path <@ (select path from department where id = ${id}::uuid)`,
});

/** Tells messaging what it asks about groups, and the directory who shares one: of them it tells the name. */
export function tellFacts(services: CoreServices): void {
  groupFactsOf(services).set(facts(services));
  sharedChatsOf(services).set(async (db, uid, empIds) => {
    const { rows } = await sql<{ id: string }>`select distinct other.employee_id as id from im_group_member own
      join im_group_member other on other.group_id = own.group_id
      where own.employee_id = ${uid}::uuid and other.employee_id = any(${[...empIds]}::uuid[])`.execute(db);
    return new Set(rows.map(({ id }) => id));
  });
}
