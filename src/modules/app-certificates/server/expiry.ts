import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import type { Services } from '#kit/server/services.ts';
import { appInRange, appKind, endingMail, findApp, mailNoticePeople } from '#modules/apps/server/public.ts';
import { expiryList, expiryNoticeSave, type ExpiryRow } from '../common/expiry.contract.ts';

const dayMillis = 86_400_000;
/** Days before an end at which it is told. */
const noticeDays = [1, 7, 14, 30, 60] as const;
const mostRows = 500;

type Row = Omit<ExpiryRow, 'daysLeft' | 'appName'> & { appName: LocalDraft };

/** Everything that ends, as one table: certificates and profiles in use, packages on shelf, links and tests that run. */
const ending = sql`(
  select c.id, c.kind, c.name, c.app_id, c.platform, c.not_after as ends_at from app_certificate c where c.replaced_by is null and c.not_after is not null
  union all
  select v.id, 'version', v.version_name, v.app_id, v.platform, v.expires_at from app_version v where v.status = 2 and v.expires_at is not null
  union all
  select l.id, 'link', l.name, l.app_id, null, l.until from install_link l where l.revoked_at is null
  union all
  select r.id, 'test', r.name, r.app_id, null, r.until from test_release r where r.ended_at is null)`;

async function rowsOf(db: Call['db'], where: readonly RawBuilder<boolean>[]): Promise<Row[]> {
  const { rows } = await sql<Row>`select t.id, t.kind, t.name, t.app_id as "appId", a.app_key as "appKey", a.name as "appName", t.platform,
      t.ends_at as "endsAt"
    from ${ending} t join app a on a.id = t.app_id where ${sql.join([...where], sql` and `)} order by t.ends_at, t.id limit ${mostRows}`.execute(
    db,
  );
  return rows;
}

/** Notices and the list of what ends. */
export const expiryRoutes: readonly BoundRoute[] = [
  handle(expiryList, listExpiry),
  handle(expiryNoticeSave, ({ caller, write }, { appId, empIds }) =>
    write(async (tx) => {
      await findApp(tx, caller, appId);
      await changeObjects(tx, caller, appKind, [{ id: appId, version: null, fields: { noticeIds: empIds } }]);
      return { count: empIds.length };
    }),
  ),
];

async function listExpiry(call: Call, { days, appId }: Parsed<typeof expiryList>): Promise<Reply<typeof expiryList>> {
  const { db, caller, services } = call;
  if (appId !== undefined) await findApp(db, caller, appId);
  const now = services.now();
  const rows = await rowsOf(db, [
    appInRange(caller.scope(), 't.app_id'),
    sql<boolean>`t.ends_at <= ${now + days * dayMillis}`,
    // Links and tests that are over end nothing any more.
    sql<boolean>`(t.kind not in ('link', 'test') or t.ends_at > ${now})`,
    ...(appId === undefined ? [] : [sql<boolean>`t.app_id = ${appId}::uuid`]),
  ]);
  return {
    list: rows.map((row) => ({
      ...row,
      appName: pick(row.appName, caller.language),
      daysLeft: Math.floor((row.endsAt - now) / dayMillis),
    })),
  };
}

/** Mails the notice people of apps before certificates, profiles and packages end: at each step once, however often it is asked. */
export async function tellOfEnds(services: Services): Promise<void> {
  const now = services.now();
  const rows = await rowsOf(services.database.db, [
    sql<boolean>`t.kind in ('push', 'main', 'profile', 'version') and t.ends_at > ${now} and t.ends_at <= ${now + noticeDays.at(-1)! * dayMillis}`,
  ]);
  for (const row of rows) {
    const days = noticeDays.find((step) => row.endsAt - now <= step * dayMillis)!;
    await services.database.db.transaction().execute(async (tx) => {
      const { rows: fresh } =
        await sql`insert into app_expiry_notice (object_id, due_at, days, at) values (${row.id}::uuid, ${row.endsAt}, ${days}, ${now})
        on conflict do nothing returning days`.execute(tx);
      if (fresh.length === 0) return;
      const values = (): Record<string, string> => ({ what: row.name, days: String(days) });
      await mailNoticePeople(tx, services, { appId: row.appId, template: endingMail, values });
    });
  }
}
