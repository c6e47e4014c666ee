import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { JobContext, JobKind, Services } from '#kit/server/services.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { mailPassword, oneTimePassword } from '#modules/people/server/for-sources/public.ts';
import '../source.table.ts';

interface PasswordPayload {
  runId: string;
  name: string;
}

const atOnce = 100;

/**
 * Sends one-time passwords to people whom a run made, one transaction each: beside the run, because hashing a password takes its time. Who
 * has a password already is left alone, so that nobody gets two after a crash; who has no address is counted and gets none.
 */
export const passwordJob: JobKind<PasswordPayload, { runId: string; sent: number; without: number }> = {
  kind: 'source.passwords',
  title: { namespace: 'user-centre', key: 'job.source.passwords' },
  code: sourcePage.button.apply,
  params: ({ name }) => ({ name }),
  exclusive: ({ runId }) => `passwords of ${runId}`,
  run: async (context, { runId }) => {
    const { db } = context.services.database;
    const sums = { sent: 0, without: 0 };
    for (let after = -1; ;) {
      const people = await madeBy(db, runId, after);
      for (const { id } of people) {
        context.signal.throwIfAborted();
        const outcome = await db.transaction().execute((tx) => sendFirst(tx, context, id));
        if (outcome) sums[outcome] += 1;
      }
      await context.progress({ done: sums.sent, total: null, failed: sums.without });
      const last = people.at(-1)?.seq;
      if (last === undefined || people.length < atOnce) return { runId, ...sums };
      after = last;
    }
  },
};

async function madeBy(db: Db, runId: string, after: number): Promise<{ seq: number; id: string }[]> {
  const { rows } = await sql<{ seq: number; id: string }>`select it.seq, it.object_id as id from source_item it
    join source_run r on r.id = it.run_id and it.seq <= r.applied_seq
    where it.run_id = ${runId}::uuid and it.object_kind = 'employee' and it.action = 'add' and it.state in ('planned', 'applied') and it.seq > ${after}
    order by it.seq limit ${atOnce}`.execute(db);
  return rows;
}

async function sendFirst(tx: Tx, { services }: JobContext, id: string): Promise<'sent' | 'without' | undefined> {
  const person = await tx
    .selectFrom('employee')
    .select(['account', 'email'])
    .where('id', '=', id)
    .where('status', 'in', ['active', 'pending'])
    .forUpdate()
    .executeTakeFirst();
  const { credentials } = services;
  if (!person || !credentials) return undefined;
  if ((await credentials.look(tx, { uid: id, account: person.account })).password !== 'none') return undefined;
  if (person.email === null) return 'without';
  const text = oneTimePassword();
  await credentials.setPassword(tx, id, { text, mustChange: true });
  await mailPassword(tx, services, { id, password: text });
  return 'sent';
}

/** Begins to send passwords where the source requests so and the run made anybody. */
export async function startPasswords(
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  { run, source, caller }: { run: { id: string; made: number }; source: { name: string; initial_password: string }; caller: Caller },
): Promise<void> {
  if (source.initial_password !== 'oneTime' || run.made === 0) return;
  await services.jobs.start(tx, caller, passwordJob, { runId: run.id, name: source.name });
}
