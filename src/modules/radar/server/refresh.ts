import { sql } from 'kysely';
import { pick } from '#kit/common/language.ts';
import { systemUid } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { mostFindings, type KnownRadarKind, type RadarFinding } from '#kit/server/radar-kind.ts';
import type { Services } from '#kit/server/services.ts';
import { usualDays } from '../common/radar.contract.ts';
import { forgetMails } from './owner-mail.ts';
import { expiryWarning, silence, notifyOfItems } from './notify.ts';
import '#kit/server/warning/warning.table.ts';
import './radar.table.ts';

const roundMillis = 900_000;

/** What the modules see of their kinds; one that fails keeps what was seen before. */
export type Seen = readonly { readonly kind: KnownRadarKind; readonly findings: readonly RadarFinding[] }[];

/** Asks the modules for everything of these kinds. */
export async function lookAt(db: Db, services: Services, kinds: readonly KnownRadarKind[]): Promise<Seen> {
  const seen: { kind: KnownRadarKind; findings: readonly RadarFinding[] }[] = [];
  for (const kind of kinds) {
    try {
      seen.push({ kind, findings: (await kind.list(db, services)).slice(0, mostFindings) });
    } catch (error) {
      services.log.error({ err: error, kind: kind.kind }, 'The radar could not look at a kind');
    }
  }
  return seen;
}

/** Every quarter of an hour one node asks all modules, and says what is to be told. */
export async function refreshRadar(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const claimed = await db
    .updateTable('radar_round')
    .set({ at: now })
    // A clock that was set back must not keep it waiting.
    .where((is) => is.or([is('at', '<=', now - roundMillis), is('at', '>', now)]))
    .returning('at')
    .execute();
  if (claimed.length === 0) return;
  const seen = await lookAt(db, services, services.radarKinds);
  await db.transaction().execute(async (tx) => {
    await keepSeen(tx, services, seen);
    await forgetKinds(tx, services);
    await notifyOfItems(tx, services);
    await forgetMails(tx, now);
  });
}

/** Writes down what was seen: new things come, changed ones change, and what is gone goes with its warning. Writes nothing where all is as before. */
export async function keepSeen(tx: Tx, services: Services, seen: Seen): Promise<void> {
  // Of two nodes, and of a recheck beside a round, one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('radar items'))`.execute(tx);
  for (const { kind, findings } of seen) {
    const requests = [...new Map(findings.map((finding) => [finding.objectId, finding])).values()].map((finding) => rowOf(finding));
    await sql`insert into radar_item (id, version, created_at, created_by, updated_at, updated_by, kind, object_kind, object_id, origin, name, names,
        dept_id, due_at, since, facts, remind_days)
      select id, 1, ${services.now()}, ${systemUid}, ${services.now()}, ${systemUid}, ${kind.kind}, ${kind.objectKind}, object_id, 'module', name, names,
        dept_id, due_at, since, facts, ${[...(kind.remindDays ?? usualDays)]}::int[]
      from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb)
        as wish(id uuid, object_id text, name text, names jsonb, dept_id uuid, due_at bigint, since bigint, facts jsonb)
      on conflict (kind, object_id) do update set name = excluded.name, names = excluded.names, dept_id = excluded.dept_id,
        due_at = excluded.due_at, since = excluded.since, facts = excluded.facts
      where (radar_item.name, radar_item.names, radar_item.dept_id, radar_item.due_at, radar_item.since, radar_item.facts)
        is distinct from (excluded.name, excluded.names, excluded.dept_id, excluded.due_at, excluded.since, excluded.facts)`.execute(tx);
    const { rows: gone } = await sql<{ id: string; told: string | null }>`delete from radar_item
      where kind = ${kind.kind} and object_id <> all(${requests.map((request) => request.object_id)}::text[]) returning id, told`.execute(
      tx,
    );
    await silence(tx, services, gone);
  }
}

/** What modules of another version kept and no module knows any more, and what is said of items that are gone. */
async function forgetKinds(tx: Tx, services: Services): Promise<void> {
  const known = services.radarKinds.map(({ kind }) => kind);
  const { rows: gone } = await sql<{ id: string; told: string | null }>`delete from radar_item
    where origin = 'module' and kind <> all(${known}::text[]) returning id, told`.execute(tx);
  await silence(tx, services, gone);
  // Items by hand also go by an undo or a configuration file, which tell nobody.
  const { rows: left } = await sql<{ id: string }>`select distinct object_id as id from warning where kind = ${expiryWarning.kind} and holds
    and not exists (select from radar_item where id::text = warning.object_id)`.execute(tx);
  await silence(
    tx,
    services,
    left.map(({ id }) => ({ id, told: '' })),
  );
}

const rowOf = ({ objectId, name, dueAt, since = null, deptId = null, facts = {} }: RadarFinding) => ({
  id: newId(),
  object_id: objectId,
  name: typeof name === 'string' ? name : pick(name, 'zh_CN'),
  names: typeof name === 'string' ? null : name,
  dept_id: deptId,
  due_at: dueAt,
  since,
  facts,
});
