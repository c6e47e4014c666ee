import { sql } from 'kysely';
import { cancelJob, getJob, listJobs } from '#kit/common/jobs/job.contract.ts';
import { handle, type BoundRoute, type Call } from '../handle.ts';
import { notFound, wrongState } from '../refusal.ts';
import { tellOver } from './job-run.ts';
import { askToCancel, type JobRowData } from './job-store.ts';
import { jobView } from './job-view.ts';
import { cancelChannel } from './open-jobs.ts';

/** The calls of the job tray: everybody sees and stops their own. */
export const jobRoutes: readonly BoundRoute[] = [
  handle(listJobs, async (call, { pageNum, pageSize, sort, state, kind }) => {
    const own = call.db
      .selectFrom('job')
      .where('uid', '=', call.caller.uid)
      .$if(state !== undefined, (query) => query.where('state', 'in', state!))
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind!));
    const [{ total }, rows] = await Promise.all([
      own.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
      own
        .selectAll()
        .orderBy('id', sort === 'createdAt' ? 'asc' : 'desc')
        .limit(pageSize)
        .offset((pageNum - 1) * pageSize)
        .execute(),
    ]);
    return { list: rows.map((row) => viewOf(call, row)), total, pages: Math.ceil(total / pageSize) };
  }),
  handle(getJob, async (call, { id }) => {
    const row = await find(call, id);
    if (!row) throw notFound();
    return viewOf(call, row);
  }),
  handle(cancelJob, async (call, { id }) => {
    const row = await call.write(async (tx) => {
      call.caller.touch({ kind: 'job', id, name: id });
      const asked = await askToCancel(tx, call.caller.uid, id);
      if (asked) await tellOver(tx, call.services.jobs.kindOf(asked.kind), asked);
      return asked;
    });
    if (row) {
      await call.services.bus.publish(cancelChannel, id);
      return viewOf(call, row);
    }
    const ended = await find(call, id);
    if (!ended) throw notFound();
    throw wrongState(ended.state);
  }),
];

const viewOf = (call: Call, row: JobRowData) =>
  jobView(row, call.services.jobs.kindOf(row.kind), { texts: call.services.texts, language: call.caller.language });

const find = (call: Call, id: string) =>
  call.db.selectFrom('job').selectAll().where('id', '=', id).where('uid', '=', call.caller.uid).executeTakeFirst();
