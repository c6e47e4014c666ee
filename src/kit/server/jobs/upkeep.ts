import { startKeeping } from '../audit/anchor-file.ts';
import { alignClock, makePartitions, missingKey, startSealer } from '../audit/seal.ts';
import { prepareSigningKey } from '../audit/signing-key.ts';
import { sweepPlans } from '../change/plan/plan.service.ts';
import { purgeExpired } from '../change/recycle-bin.ts';
import { sweepFirstAnswers } from '../first-answer.ts';
import { sweepFiles } from '../files/files.ts';
import { sweepUploads } from '../files/resumable.ts';
import type { Services } from '../services.ts';
import { sweepSessions } from '../session/sweep-sessions.ts';

/** The work that the kit does by itself. */
export interface Upkeep {
  /** Ends it, after a last sealing of the audit. */
  stop(): Promise<void>;
}

const sweepMillis = 3_600_000;
const tickMillis = 5_000;

/** Before the first write: partitions of the audit, the order of sealing after a move of the database, and the key that signs its days. */
export async function prepareAudit(services: Pick<Services, 'database' | 'now' | 'secrets' | 'log'>): Promise<void> {
  await makePartitions(services.database.db, services.now());
  await alignClock(services.database.db);
  await prepareSigningKey(services.database.db, services.secrets);
  const missing = await missingKey(services.database.db, services.secrets);
  if (missing !== undefined)
    services.log.error(
      `The audit of this database is sealed under a master key that this process lacks (${missing}): start with that key, or list it in MASTER_KEY after the new one.`,
    );
}

/** What a module does in small steps. */
type Tick = (services: Services) => Promise<void>;

/**
 * Seals the audit every second; every hour makes partitions ahead and removes what has expired; every few seconds lets the modules do what
 * became due. Call prepareAudit before.
 */
export function startUpkeep(services: Services, ticks: readonly Tick[] = []): Upkeep {
  const { database, secrets, settings, log } = services;
  const sealer = startSealer(database.db, secrets, log);
  const keeper = startKeeping(database.db, secrets, settings.dataDir, log);
  const failed = (error: unknown): void => services.log.error({ err: error }, 'The upkeep failed');
  // What a process left that was killed while it kept a file goes at the next start.
  let sweeping = services.files.sweep?.().catch(failed);
  const timer = setInterval(() => {
    sweeping = sweep(services).catch(failed);
  }, sweepMillis);
  timer.unref();
  const ticker = startTicks(services, ticks);
  return {
    stop: async () => {
      clearInterval(timer);
      await ticker.stop();
      await sweeping;
      await sealer.stop();
      await keeper.stop();
    },
  };
}

/** Each round ends before the next begins. */
function startTicks(services: Services, ticks: readonly Tick[]): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const round = async (): Promise<void> => {
    for (const tick of ticks)
      await tick(services).catch((error: unknown) => services.log.error({ err: error }, 'A step of the upkeep failed'));
  };
  const timer = setInterval(() => (running ??= round().finally(() => (running = undefined))), tickMillis);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** One round of upkeep. */
async function sweep(services: Services): Promise<void> {
  const now = services.now();
  await makePartitions(services.database.db, now);
  await services.signInLog.flush();
  await sweepFiles(services);
  await sweepUploads(services);
  await sweepPlans(services.database.db, now);
  await sweepFirstAnswers(services.database.db, now);
  await purgeExpired(services);
  await sweepSessions(services.database.db, now, (await services.policy.now()).session.idleMinutes * 60_000);
}
