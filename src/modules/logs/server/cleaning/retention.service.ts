import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import type { LogKind } from '#kit/server/log-kind.ts';
import { InvalidInput, notFound, Refusal, stale, wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { clearConfigUpdate, clearConfigWithdraw, CleanMode, RetentionView } from '../../common/cleaning/clear.contract.ts';
import type { ConfigData } from './retention.ts';
import { retentionKind } from './retention.kind.ts';
import { getRetention } from './retention.view.ts';

const estimateMillis = 3_600_000;

/** 19001 below the floor, 10400 above the most, 19002 where rows may not go without an archive. */
export function assertRequest(kind: LogKind, { keepDays, mode }: { keepDays: number; mode: CleanMode }): void {
  if (keepDays < kind.floorDays) throw new Refusal(19001, { n: kind.floorDays });
  if (keepDays > kind.maxDays)
    throw new InvalidInput([{ path: 'keepDays', namespace: 'kit', key: 'issue.too_big.number', params: { maximum: kind.maxDays } }]);
  if (kind.archiveOnly && mode === 'delete') throw new Refusal(19002);
}

/** 19004 without an estimate of exactly this request within the hour before it was asked for. */
export async function assertEstimate(
  db: Tx,
  asked: number,
  request: { kind: string; keepDays: number; mode: CleanMode; estimateId: string | undefined },
): Promise<void> {
  if (request.estimateId === undefined) throw new Refusal(19004);
  const found = await db
    .selectFrom('cleanup_estimate')
    .select('id')
    .where('id', '=', request.estimateId)
    .where('kind', '=', request.kind)
    .where('keep_days', '=', request.keepDays)
    .where('mode', '=', request.mode)
    .where('result', 'is not', null)
    .where('created_at', '>', asked - estimateMillis)
    .executeTakeFirst();
  if (!found) throw new Refusal(19004);
}

async function lockedConfig(
  call: Call,
  tx: Tx,
  { kind: code, version }: { kind: string; version: number },
): Promise<{ kind: LogKind; config: ConfigData }> {
  const kind = call.services.logKinds.find((one) => one.code === code);
  const config = await tx.selectFrom('cleanup_config').selectAll().where('kind', '=', code).forUpdate().executeTakeFirst();
  if (!kind || !config) throw notFound();
  if (config.version !== version) throw stale(await getRetention(call, code));
  return { kind, config };
}

/** Changes a retention: a shorter one waits a day. */
export async function updateRetention(call: Call, input: Parsed<typeof clearConfigUpdate>): Promise<RetentionView> {
  const { services, caller } = call;
  const { kind: code, version, estimateId, ...request } = input;
  await call.write(async (tx) => {
    const { kind, config } = await lockedConfig(call, tx, input);
    const mode = request.mode ?? config.mode;
    const keepDays = request.keepDays ?? config.next_days ?? config.keep_days;
    assertRequest(kind, { keepDays, mode });
    const shorter = keepDays < config.keep_days && keepDays !== config.next_days;
    if (shorter || (mode === 'delete' && config.mode !== 'delete'))
      await assertEstimate(tx, caller.askedAt ?? services.now(), { kind: kind.code, keepDays, mode, estimateId });
    const early = (request.early ?? config.early) && !kind.archiveOnly;
    await write(tx, caller, { id: code, version, fields: { ...defined(request), early } });
  });
  return getRetention(call, code);
}

/** Changes what differs; what stays as it is was asked for all the same. */
async function write(tx: Tx, caller: Caller, change: { id: string; version: number; fields: Fields }): Promise<void> {
  const [state] = await changeObjects(tx, caller, retentionKind, [change]);
  caller.touch({ kind: retentionKind.kind, id: change.id, name: state?.name ?? change.id });
}

const defined = (request: Readonly<Record<string, unknown>>): Fields =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as Fields;

/** Takes back a shorter time that waits. */
export async function withdrawRetention(call: Call, input: Parsed<typeof clearConfigWithdraw>): Promise<RetentionView> {
  const { kind: id, version } = input;
  await call.write(async (tx) => {
    const { config } = await lockedConfig(call, tx, input);
    if (config.next_days === null) throw wrongState('effective');
    await write(tx, call.caller, { id, version, fields: { keepDays: config.keep_days } });
  });
  return getRetention(call, id);
}

/** Puts into effect what has waited for a day. */
export async function applyWaiting({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  await database.db
    .updateTable('cleanup_config')
    .set((set) => ({
      keep_days: set.fn.coalesce('next_days', 'keep_days'),
      next_days: null,
      next_at: null,
      next_by: null,
      next_by_name: null,
      version: set('version', '+', 1),
    }))
    .where('next_at', '<=', now())
    .execute();
}
