import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { HoldingKind } from '../holdings.ts';
import type { Db } from '../directory.ts';
import './session.table.ts';

type Counted = ReadonlyMap<string, number>;

/** Rows as counts by person. */
async function counted(rows: Promise<{ rows: { id: string; n: number }[] }>): Promise<Counted> {
  return new Map((await rows).rows.map(({ id, n }) => [id, n]));
}

const sessionsOf = (db: Db, uids: readonly string[]): Promise<Counted> =>
  counted(
    sql<{ id: string; n: number }>`select uid as id, count(*) as n from session
      where uid = any(${uids}::uuid[]) and ended_at is null and ends_at > ${clock.now()} group by uid`.execute(db),
  );

/** What opens doors: it always ends, and first of all. */
export const sessionHoldings: readonly HoldingKind[] = [
  {
    kind: 'session',
    title: { zh_CN: '登录会话与受信任的设备', en_US: 'Sessions and trusted browsers', ja_JP: 'セッションと信頼済みブラウザー' },
    order: 'end',
    choices: ['end'],
    count: sessionsOf,
    sample: async (db, uid, limit) => {
      const rows = await db
        .selectFrom('session')
        .select(['id', 'address'])
        .where('uid', '=', uid)
        .where('ended_at', 'is', null)
        .where('ends_at', '>', clock.now())
        .orderBy('seen_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ id, address }) => ({ id, name: address }));
    },
    apply: async (tx, { uid, services }) => {
      const open = (await sessionsOf(tx, [uid])).get(uid) ?? 0;
      await services.sessions.endAll(tx, [uid], 'disabled');
      await sql`delete from factor_trust where uid = ${uid}::uuid`.execute(tx);
      return open;
    },
  },
  {
    kind: 'apiToken',
    title: { zh_CN: '程序访问令牌', en_US: 'Tokens of programs', ja_JP: 'プログラム用トークン' },
    order: 'end',
    choices: ['end'],
    count: (db, uids) =>
      counted(
        sql<{ id: string; n: number }>`select employee_id as id, count(*) as n from api_token
          where employee_id = any(${uids}::uuid[]) group by employee_id`.execute(db),
      ),
    sample: async (db, uid, limit) =>
      db.selectFrom('api_token').select(['id', 'name']).where('employee_id', '=', uid).orderBy('id').limit(limit).execute(),
    apply: async (tx, { uid }) => {
      const { numDeletedRows } = await tx.deleteFrom('api_token').where('employee_id', '=', uid).executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
];
