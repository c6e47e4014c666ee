import { sql } from 'kysely';
import type { JobContext } from '#kit/server/services.ts';
import type { Db } from '#kit/server/directory.ts';
import { endRun } from './end-run.ts';
import type { SourceRow } from './open-source.ts';
import { RunOver } from './read-source.ts';
import { lockRun, type RunRowData } from './run-store.ts';

interface ReadMark {
  /** What decides beside the other side: the settings of the source and what this version of the product makes of them. */
  rules: string;
  mark: string;
}

const rulesOf = ({ version }: Pick<SourceRow, 'version'>, product: string): string => `${version} ${product}`;

/** The mark of a reading as it is kept with the run. */
export const markText = (source: SourceRow, product: string, mark: string): string =>
  JSON.stringify({ rules: rulesOf(source, product), mark } satisfies ReadMark);

/**
 * The mark of the last good reading of everything, while the other side alone decides on what a reading comes to: the settings are those of
 * then, and everybody who was read is here as they were delivered (departments that are known by their path alone have no digest).
 */
export async function knownMark(db: Db, source: SourceRow, product: string): Promise<string | undefined> {
  const standing = await db.selectFrom('source_standing').select('read_mark').where('source_id', '=', source.id).executeTakeFirst();
  const text = standing?.read_mark;
  if (text === undefined || text === null) return undefined;
  const { rules, mark } = JSON.parse(text) as ReadMark;
  if (rules !== rulesOf(source, product)) return undefined;
  // Every tie is looked at: only where there is a mark that fits.
  const { rows } =
    await sql`select from source_link l left join employee e on l.object_kind = 'employee' and e.id = l.object_id and e.status <> 'deleted'
      left join department d on l.object_kind = 'department' and d.id = l.object_id
    where l.source_id = ${source.id}::uuid and l.state = 'linked' and ((l.hash is null and l.external_id not like 'path:%') or (e.id is null and d.id is null))
    limit 1`.execute(db);
  return rows.length === 0 ? mark : undefined;
}

/** The end of a run in which the other side said that nothing changed: a good one, with the numbers of the last. */
export async function endSame({ services }: JobContext, source: SourceRow, run: RunRowData): Promise<void> {
  await services.database.db.transaction().execute(async (tx) => {
    const locked = await lockRun(tx, run.id, ['reading']);
    if (!locked) throw new RunOver();
    const standing = await tx.selectFrom('source_standing').selectAll().where('source_id', '=', source.id).executeTakeFirstOrThrow();
    const [people, departments] = [standing.people_read ?? 0, standing.departments_read ?? 0];
    const counts = { unchanged: people + departments };
    const numbers = { people_read: people, departments_read: departments, valid: people + departments, read_mark: standing.read_mark };
    await tx
      .updateTable('source_run')
      .set({
        ...numbers,
        kind: 'full',
        counts: JSON.stringify(counts),
        planned_at: services.now(),
        same: true,
        source_version: source.version,
      })
      .where('id', '=', run.id)
      .execute();
    if (run.dry_run) {
      await tx.updateTable('source_run').set({ state: 'planned', ended_at: services.now() }).where('id', '=', run.id).execute();
      return;
    }
    await endRun(tx, services, { ...locked, ...numbers, kind: 'full', counts });
  });
}
