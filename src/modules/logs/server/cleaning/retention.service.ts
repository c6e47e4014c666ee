import type { Parsed } from '#kit/common/contract.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import type { LogKind } from '#kit/server/log-kind.ts';
import { InvalidInput, notFound, Refusal, stale, wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { pick } from '#kit/common/language.ts';
import type { clearConfigUpdate, clearConfigWithdraw, CleanMode, RetentionView } from '../../common/cleaning/clear.contract.ts';
import { dayMillis, type ConfigData } from './retention.ts';
import { getRetention } from './retention.view.ts';

const estimateMillis = 3_600_000;

/** 19001 below the floor, 10400 above the most, 19002 where rows may not go without an archive. */
export function assertWish(kind: LogKind, { keepDays, mode }: { keepDays: number; mode: CleanMode }): void {
  if (keepDays < kind.floorDays) throw new Refusal(19001, { n: kind.floorDays });
  if (keepDays > kind.maxDays)
    throw new InvalidInput([{ path: 'keepDays', namespace: 'kit', key: 'issue.too_big.number', params: { maximum: kind.maxDays } }]);
  if (kind.archiveOnly && mode === 'delete') throw new Refusal(19002);
}

/** 19004 without an estimate of exactly this wish within the last hour. */
export async function assertEstimate(
  db: Tx,
  services: Services,
  wish: { kind: string; keepDays: number; mode: CleanMode; estimateId: string | undefined },
): Promise<void> {
  if (wish.estimateId === undefined) throw new Refusal(19004);
  const found = await db
    .selectFrom('cleanup_estimate')
    .select('id')
    .where('id', '=', wish.estimateId)
    .where('kind', '=', wish.kind)
    .where('keep_days', '=', wish.keepDays)
    .where('mode', '=', wish.mode)
    .where('result', 'is not', null)
    .where('created_at', '>', services.now() - estimateMillis)
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
  await call.write(async (tx) => {
    const { kind, config } = await lockedConfig(call, tx, input);
    const mode = input.mode ?? config.mode;
    const keepDays = input.keepDays ?? config.next_days ?? config.keep_days;
    assertWish(kind, { keepDays, mode });
    assertZone(input.zone);
    await assertTarget(tx, input.archiveTargetId);
    const shorter = keepDays < config.keep_days && keepDays !== config.next_days;
    if (shorter || (mode === 'delete' && config.mode !== 'delete'))
      await assertEstimate(tx, services, { kind: kind.code, keepDays, mode, estimateId: input.estimateId });
    const next = {
      mode,
      archive_target_id: input.archiveTargetId === undefined ? config.archive_target_id : input.archiveTargetId,
      window_from: input.windowFrom ?? config.window_from,
      window_to: input.windowTo ?? config.window_to,
      zone: input.zone ?? config.zone,
      paused: input.paused ?? config.paused,
      early: (input.early ?? config.early) && !kind.archiveOnly,
      ...(input.keepDays !== undefined && waiting({ keepDays, config, by: caller, now: services.now() })),
    };
    caller.touch({ kind: 'logKind', id: kind.code, name: pick(kind.name, caller.language) });
    caller.note({ ...differences(config, next) });
    if (shorter) {
      const object = { kind: 'logKind', id: kind.code, name: pick(kind.name, caller.language) };
      await services.warnings.raise(tx, { kind: 'log.shorter', object, facts: { days: keepDays, by: caller.name } });
    }
    await tx
      .updateTable('cleanup_config')
      .set({ ...next, version: config.version + 1, updated_at: services.now(), updated_by: caller.uid })
      .where('kind', '=', kind.code)
      .execute();
  });
  return getRetention(call, input.kind);
}

function waiting(wish: { keepDays: number; config: ConfigData; by: { uid: string; name: string }; now: number }): Partial<ConfigData> {
  const { keepDays, config, by, now } = wish;
  if (keepDays >= config.keep_days) return { keep_days: keepDays, next_days: null, next_at: null, next_by: null, next_by_name: null };
  if (keepDays === config.next_days) return {};
  return { next_days: keepDays, next_at: now + dayMillis, next_by: by.uid, next_by_name: by.name };
}

function differences(before: ConfigData, after: Partial<ConfigData>): Record<string, { before: unknown; after: unknown }> {
  const names = Object.keys(after) as (keyof ConfigData)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, { before: before[name], after: after[name] }]),
  );
}

function assertZone(zone: string | undefined): void {
  if (zone === undefined) return;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    throw new InvalidInput([{ path: 'zone', namespace: 'kit', key: 'issue.invalid_value' }]);
  }
}

async function assertTarget(tx: Tx, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  if (!(await tx.selectFrom('archive_target').select('id').where('id', '=', id).executeTakeFirst()))
    throw new InvalidInput([{ path: 'archiveTargetId', namespace: 'kit', key: 'issue.invalid_value' }]);
}

/** Takes back a shorter time that waits. */
export async function withdrawRetention(call: Call, input: Parsed<typeof clearConfigWithdraw>): Promise<RetentionView> {
  await call.write(async (tx) => {
    const { kind, config } = await lockedConfig(call, tx, input);
    if (config.next_days === null) throw wrongState('effective');
    call.caller.touch({ kind: 'logKind', id: kind.code, name: pick(kind.name, call.caller.language) });
    call.caller.note({ next_days: { before: config.next_days, after: null } });
    await tx
      .updateTable('cleanup_config')
      .set({
        next_days: null,
        next_at: null,
        next_by: null,
        next_by_name: null,
        version: config.version + 1,
        updated_at: call.services.now(),
      })
      .where('kind', '=', kind.code)
      .execute();
  });
  return getRetention(call, input.kind);
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
