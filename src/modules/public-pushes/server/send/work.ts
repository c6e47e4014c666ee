import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { retryConflicts } from '#platform/database/retry-conflicts.ts';
import { accountRules } from '../push/account-rules.ts';
import { pushOf } from '../push/push-record.ts';
import type { PushState } from '../../common/words.ts';
import { judgeBatch, settle, sweep } from './after-batch.ts';
import { batchSize, sendBatch } from './batch.ts';
import { beginPlanned, freezeAudience, pause, refuseLate } from './begin.ts';
import { settleRecall, withdrawBatch } from './recall-work.ts';
import { wakersOf } from './wake.ts';

const lookMillis = 1_000;
/** So long one push is worked on before the next one has its turn. */
const turnMillis = 1_000;
/** After it was resumed a push begins at this share of its speed, which doubles every ten seconds. */
const gentle = { share: 0.1, everyMillis: 10_000 };

interface Working {
  readonly id: string;
  readonly state: PushState | 'withdrawing';
}

/** Works on every push that has something to do, one turn each; answers whether any has more to do at once. */
export async function workPushes(services: CoreServices, stop?: AbortSignal): Promise<boolean> {
  const { rows } =
    await sql<Working>`select id, state from push where state in ('awaitingApproval', 'scheduled', 'freezing', 'running', 'finishing',
      'cancelled', 'recalling') and (state <> 'cancelled' or exists (select from push_target t where t.push_id = push.id and t.state = 4))
    union select distinct on (push_id) push_id as id, 'withdrawing' as state from push_target where recall_state = 'ordered'
    order by id`.execute(services.database.db);
  let more = false;
  for (const push of rows) {
    if (stop?.aborted) return false;
    try {
      more = (await workOn(services, push, stop)) || more;
    } catch (error) {
      services.log.error({ err: error, push: push.id, state: push.state }, 'A push could not be worked on');
    }
  }
  return more;
}

async function workOn(services: CoreServices, { id, state }: Working, stop?: AbortSignal): Promise<boolean> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => retryConflicts(() => services.database.db.transaction().execute(work));
  switch (state) {
    case 'awaitingApproval':
      return inTx((tx) => refuseLate(tx, services, id));
    case 'scheduled':
      return inTx((tx) => beginPlanned(tx, services, id));
    case 'freezing':
      return inTx((tx) => freezeAudience(tx, services, id));
    case 'running':
    case 'finishing':
      return send(services, id, stop);
    case 'cancelled':
      return sweep(services, id, 'cancelled');
    case 'recalling': {
      const more = await sweep(services, id, 'recalled');
      if (!more) await settleRecall(services, id);
      return more;
    }
    case 'withdrawing': {
      const more = await withdrawBatch(services, id);
      if (!more) await settleRecall(services, id);
      return more;
    }
    default:
      return false;
  }
}

/** Sends for one turn, not faster than the account may. */
async function send(services: CoreServices, id: string, stop?: AbortSignal): Promise<boolean> {
  const rate = await rateOf(services, id);
  if (rate === undefined) return false;
  const until = performance.now() + turnMillis;
  while (performance.now() < until && !stop?.aborted) {
    const began = performance.now();
    const result = await sendBatch(services, id, Math.min(batchSize, rate));
    await judgeBatch(services, id, result);
    if (result.state === 'gone' || result.state === 'down') return false;
    if (result.state === 'idle') {
      await settle(services, id);
      return false;
    }
    const pauseMillis = (result.sent / rate) * 1000 - (performance.now() - began);
    if (pauseMillis > 1) await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMillis, turnMillis)));
  }
  return true;
}

/** How many may be sent in a second now; undefined where the push does not run, or its account is disabled, which pauses it. */
async function rateOf(services: CoreServices, id: string): Promise<number | undefined> {
  const { db } = services.database;
  const push = await pushOf(db, id);
  if (!push) return undefined;
  const account = await accountRules(db, push.sno_id);
  if (!account.enabled) {
    await db.transaction().execute(async (tx) => {
      const locked = await pushOf(tx, id, 'change');
      if (locked?.state === 'running' || locked?.state === 'finishing') await pause(tx, services, locked, { reason: 'accountDisabled' });
    });
    return undefined;
  }
  const resumed = push.timeline.findLast(({ state }) => state === 'running' || state === 'paused');
  const rounds = resumed?.reason.startsWith('resumed')
    ? Math.floor((services.now() - resumed.at) / gentle.everyMillis)
    : Number.POSITIVE_INFINITY;
  return Math.max(1, Math.floor(account.ratePerSecond * Math.min(1, gentle.share * 2 ** rounds)));
}

/** Works on pushes until it is stopped: at once when this process changed one, and once a second for what others changed or whose time has come. */
export function runPushes(services: CoreServices): { stop(): Promise<void> } {
  const end = new AbortController();
  let turning: Promise<void> | undefined;
  let again = false;
  const turn = async (): Promise<void> => {
    do {
      again = false;
      if (await workPushes(services, end.signal)) again = true;
    } while (again && !end.signal.aborted);
  };
  const round = (): void => {
    if (end.signal.aborted) return;
    again = true;
    turning ??= turn()
      .catch((error: unknown) => services.log.error({ err: error }, 'Pushes could not be looked at'))
      .finally(() => (turning = undefined));
  };
  const timer = setInterval(round, lookMillis);
  wakersOf(services).add(round);
  round();
  return {
    stop: async () => {
      clearInterval(timer);
      wakersOf(services).delete(round);
      end.abort();
      await turning;
    },
  };
}
