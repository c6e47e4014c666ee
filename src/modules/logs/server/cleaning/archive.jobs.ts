import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Parsed } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { JobContext, JobKind, Services } from '#kit/server/services.ts';
import { restoredDays, type archiveRestore, type archiveVerify } from '../../common/cleaning/archive.contract.ts';
import { cleanupMechanism } from '../../common/cleaning/cleaning.permissions.ts';
import { restoredTable } from './archive.expire.ts';
import { keyOf, linesOf, readAll } from './archive.read.ts';
import { listedKinds } from './archive.source.ts';
import { storeOf } from './archive.store.ts';
import type { ArchiveData } from './archive.write.ts';
import { dayMillis } from './retention.ts';

interface Payload {
  id: string;
}

/** Reads an archive whole. */
export const archiveVerifyJob: JobKind<Payload, { rows: number }> = {
  kind: 'logs.archive.verify',
  title: { namespace: 'logs', key: 'job.archiveVerify' },
  code: cleanupMechanism.button.verifyArchive,
  run: async (context, { id }) => {
    const archive = await archiveOf(context.services, id);
    const rows = await verified(context, archive);
    const { db } = context.services.database;
    await db
      .updateTable('log_archive')
      .set({ state: archive.restored_until === null ? 'verified' : 'restored', verified_at: context.services.now() })
      .where('id', '=', id)
      .execute();
    await context.services.warnings.clear(db, 'log.archiveMissing', id);
    return { rows };
  },
};

async function archiveOf({ database }: Pick<Services, 'database'>, id: string): Promise<ArchiveData> {
  const archive = await database.db.selectFrom('log_archive').selectAll().where('id', '=', id).executeTakeFirst();
  if (!archive) throw notFound();
  if (archive.state === 'expired' || archive.state === 'writing') throw wrongState(archive.state);
  return archive;
}

/** Count and hash are those that were written; else 19009, and the archive is noted as missing. */
async function verified({ services, signal }: JobContext, archive: ArchiveData): Promise<number> {
  const store = await storeOf(services, archive.target_id);
  try {
    const back = await readAll(store, { files: archive.files, key: keyOf(services, archive), signal });
    if (back.rows !== archive.rows || back.sha256 !== archive.sha256) throw new Refusal(19009, { reason: 'sha256' });
    return back.rows;
  } catch (error) {
    if (error instanceof Refusal && error.answer === 19009)
      await services.database.db.transaction().execute(async (tx) => {
        await tx.updateTable('log_archive').set({ state: 'missing' }).where('id', '=', archive.id).execute();
        await services.warnings.raise(tx, { kind: 'log.archiveMissing', object: { kind: 'archive', id: archive.id, name: archive.part } });
      });
    throw error;
  } finally {
    await store.close();
  }
}

const loadedRows = 1_000;

/** Makes an archive readable in its list. Unknown columns of an older or newer schema stay empty. */
export const archiveRestoreJob: JobKind<Payload, { rows: number }> = {
  kind: 'logs.archive.restore',
  title: { namespace: 'logs', key: 'job.archiveRestore' },
  code: cleanupMechanism.button.restoreArchive,
  exclusive: ({ id }) => `logs.archive.${id}`,
  run: async (context, { id }) => {
    const { services, signal } = context;
    const archive = await archiveOf(services, id);
    const rows = await verified(context, archive);
    const store = await storeOf(services, archive.target_id);
    const table = sql.table(restoredTable(id));
    try {
      await services.database.db.transaction().execute(async (tx) => {
        await sql`drop table if exists ${table}`.execute(tx);
        // With what stands beside each row, where its kind has that.
        const beside = services.logKinds.some((kind) => kind.code === archive.kind && kind.beside !== undefined);
        const [column, value] = beside ? [sql`, null::jsonb as beside`, sql`, line::jsonb->'beside'`] : [sql``, sql``];
        await sql`create table ${table} as select log.*${column} from ${sql.table(archive.log_table)} as log where false`.execute(tx);
        let loaded = 0;
        for await (const lines of linesOf(store, { files: archive.files, key: keyOf(services, archive), signal })) {
          for (let from = 0; from < lines.length; from += loadedRows)
            await sql`insert into ${table} select found.*${value} from unnest(${lines.slice(from, from + loadedRows)}::text[]) as line,
              jsonb_populate_record(null::${sql.table(archive.log_table)}, line::jsonb) as found`.execute(tx);
          loaded += lines.length;
          await context.progress({ done: loaded, total: rows, failed: 0 });
        }
        await sql`create index on ${table} (at, id)`.execute(tx);
        await tx
          .updateTable('log_archive')
          .set({ state: 'restored', restored_until: services.now() + restoredDays * dayMillis })
          .where('id', '=', id)
          .execute();
      });
    } finally {
      await store.close();
    }
    return { rows };
  },
};

/** Begins to read an archive. */
export async function beginVerifyArchive(call: Call, { id }: Parsed<typeof archiveVerify>): Promise<{ jobId: string }> {
  const archive = await archiveOf(call.services, id);
  return call.write(async (tx) => {
    call.caller.touch({ kind: 'archive', id, name: archive.part });
    return { jobId: await call.services.jobs.start(tx, call.caller, archiveVerifyJob, { id }) };
  });
}

/** Begins to restore an archive; the reason stands among the reads. */
export async function beginRestore(call: Call, { id, reason }: Parsed<typeof archiveRestore>): Promise<{ jobId: string }> {
  const { services, caller } = call;
  const archive = await archiveOf(services, id);
  if (!listedKinds.some((kind) => kind === archive.kind)) throw new Refusal(code.wrongState, { state: archive.kind });
  const started = await call.write(async (tx) => {
    caller.touch({ kind: 'archive', id, name: archive.part });
    caller.note({ reason });
    return { jobId: await services.jobs.start(tx, caller, archiveRestoreJob, { id }) };
  });
  await services.readLog.note(caller, {
    area: 'archive',
    query: { archive: archive.part, kind: archive.kind },
    rows: archive.rows,
    reason,
  });
  return started;
}
