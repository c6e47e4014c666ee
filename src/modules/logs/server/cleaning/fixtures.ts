import { sql } from 'kysely';
import pg from 'pg';
import { expect } from 'vitest';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import { serveModules, type TestCaller, type TestModules } from '#kit/testing/test-module.ts';
import { userCentreModule } from '#modules/user-centre/server/module.ts';
import * as clear from '../../common/cleaning/clear.contract.ts';
import { cleanupMechanism, cleanupRecord } from '../../common/cleaning/cleaning.permissions.ts';
import { sealVerify } from '../../common/seal.contract.ts';
import { logsModule } from '../module.ts';

/** The logs over HTTP, with months of history. */
export interface OldLogs {
  readonly served: TestModules;
  /** Writes rows of a person, so many months ago. */
  write(uid: string, monthsAgo: number, rows?: number): Promise<void>;
  sealAll(): Promise<void>;
  /** Ends when the job has; answers its result, or the code it failed with. */
  ended(jobId: string, as?: TestCaller): Promise<{ result: unknown; code: number | null }>;
  estimate(keepDays?: number): Promise<clear.EstimateResult>;
  /** Cleans what is over its time, to the point where months are detached. */
  clean(): Promise<clear.CleaningDetail>;
  record(id: string): Promise<clear.CleaningDetail>;
  /** Lets the day of detached months be over. */
  dayLater(): Promise<void>;
  /** People of the old rows that the log holds now, in order. */
  people(): Promise<string>;
  /** Verifies the seals; answers the kind of damage, null where there is none. */
  verify(): Promise<string | null>;
  tamper(statement: string): Promise<void>;
  auditor(): TestCaller;
  close(): Promise<void>;
}

const codes = [cleanupMechanism, cleanupRecord].flatMap((page) => [page.code, ...Object.values(page.button)]);

/** Begins with no old rows. */
export async function oldLogs(): Promise<OldLogs> {
  const served = await serveModules(userCentreModule, logsModule);
  served.work();
  const { db } = served.database;
  const ended: OldLogs['ended'] = async (jobId, as = served.boss) => {
    await expect.poll(async () => (await as.call(getJob, { id: jobId })).endedAt, { timeout: 20_000 }).not.toBeNull();
    const job = await as.call(getJob, { id: jobId });
    return { result: job.result, code: job.error?.code ?? null };
  };
  const record = (id: string) => served.boss.call(clear.clearLogGet, { id });
  const estimate = async (keepDays = 365): Promise<clear.EstimateResult> => {
    const { jobId } = await served.boss.call(clear.clearEstimate, { kind: 'operation', keepDays, mode: 'archiveThenDelete' });
    return (await ended(jobId)).result as clear.EstimateResult;
  };
  return {
    served,
    ended,
    record,
    estimate,
    write: async (uid, monthsAgo, rows = 1) => {
      const date = new Date();
      const at = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsAgo, 10);
      await sql`select make_log_partition('audit_log', ${at})`.execute(db);
      await sql`insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms, form, actor_paths, dangerous)
        select gen_random_uuid(), ${at}::bigint + n, ${uid}, 'old', ${uid}, '10.0.0.1', '', '', 'thing.change', '', 'logs', 0, 0, 0, 2, '{root.a}', false from generate_series(1, ${rows}) as n`.execute(
        db,
      );
    },
    sealAll: async () => {
      const left = async () =>
        (
          await sql<{
            n: number;
          }>`select (select count(*) from audit_log) - (select count(*) from audit_seal s join audit_log l on l.id = s.row_id) as n`.execute(
            db,
          )
        ).rows[0]?.n;
      await expect.poll(async () => (await served.seal(), Number(await left())), { timeout: 20_000 }).toBe(0);
    },
    clean: async () => {
      const { id: estimateId } = await estimate();
      const { jobId, id } = await served.boss.call(clear.clearRun, { kind: 'operation', estimateId });
      await ended(jobId);
      return record(id);
    },
    dayLater: async () => {
      await sql`update cleanup_part set drop_at = 1 where state = 'detached'`.execute(db);
      await logsModule.tick?.(served.services);
    },
    people: async () => {
      const { rows } = await sql<{
        uid: string;
        n: number;
      }>`select uid, count(*)::int as n from audit_log where account = 'old' group by uid order by uid`.execute(db);
      return rows.map(({ uid, n }) => `${uid}:${n}`).join(' ');
    },
    verify: async () => {
      const { jobId } = await served.boss.call(sealVerify, { log: 'operation' });
      const { result, code } = await ended(jobId);
      return code === null ? null : JSON.stringify([code, result]);
    },
    tamper: async (statement) => {
      const client = new pg.Client(served.database.config);
      await client.connect();
      await client.query('set session_replication_role = replica');
      await client.query(statement);
      await client.end();
    },
    auditor: () => served.holder(Object.fromEntries(codes.map((code) => [code, 'all' as const]))),
    close: () => served.close(),
  };
}
