import type { Caller } from '#kit/server/caller.ts';
import type { Fields, Kind, Operation, OperationIssue, State } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { KnownLogKind } from '#kit/server/log-kind.ts';
import { raiseWarning } from '#kit/server/warning/open-warnings.ts';
import { clock } from '#platform/clock.ts';
import type { CleanMode } from '../../common/cleaning/clear.contract.ts';
import { cleanupMechanism as page } from '../../common/cleaning/cleaning.permissions.ts';
import { logShorter } from './cleaning.warnings.ts';
import './cleaning.table.ts';
import { allKept, dayMillis, daysOfTable, dueParts, type ConfigData } from './retention.ts';

let registered: readonly KnownLogKind[] = [];

/** Names the logs that the modules keep; the kind is a value made before there are services. */
export function bindLogKinds(kinds: readonly KnownLogKind[]): void {
  registered = kinds;
}

/** What is set of a log, with a shorter time that waits as if it were in effect. */
const fieldsOf = (config: ConfigData): Fields => ({
  keepDays: config.next_days ?? config.keep_days,
  mode: config.mode,
  archiveTargetId: config.archive_target_id,
  windowFrom: config.window_from,
  windowTo: config.window_to,
  zone: config.zone,
  paused: config.paused,
  early: config.early,
});

/**
 * How long each kind of log is kept, in the change engine: by its page, by a file and by an undo alike nothing goes below the floor, rows
 * that would go are estimated first, and a shorter time waits a day.
 */
export const retentionKind: Kind = {
  kind: 'logKind',
  module: 'logs',
  codes: { read: page.code, revert: page.button.update },
  unranged: true,
  fields: { keepDays: {}, mode: {}, archiveTargetId: {}, windowFrom: {}, windowTo: {}, zone: {}, paused: {}, early: {} },
  read: async (tx, ids, lock) => {
    const query = tx
      .selectFrom('cleanup_config')
      .selectAll()
      .where('kind', 'in', [...ids])
      .orderBy('kind');
    const rows = await (lock ? query.forUpdate() : query).execute();
    return new Map(rows.map((row): [string, State] => [row.kind, stateOf(row)]));
  },
  check: async (tx, caller, operations) => {
    const now = await retentionKind.read(
      tx,
      operations.map(({ id }) => id),
      false,
    );
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, operation] of operations.entries()) {
      const found = await issuesOf(tx, operation, { state: now.get(operation.id), asked: caller.askedAt ?? clock.now() });
      if (found.length > 0) issues.set(index, found);
    }
    return issues;
  },
  outside: async () => new Set(),
  write: async (tx, caller, operations) => {
    for (const operation of operations) await writeOne(tx, caller, operation);
  },
};

const stateOf = (row: ConfigData): State => ({
  id: row.kind,
  name: registered.find(({ code }) => code === row.kind)?.name.zh_CN ?? row.kind,
  version: row.version,
  path: null,
  fields: fieldsOf(row),
});

const issue = (path: string, key: string, params: Record<string, unknown> = {}): OperationIssue => ({
  path,
  namespace: key.startsWith('error.') ? 'logs' : 'kit',
  key,
  params,
});

async function issuesOf(
  tx: Tx,
  { id, action, after }: Operation,
  { state, asked }: { state: State | undefined; asked: number },
): Promise<OperationIssue[]> {
  const kind = registered.find(({ code }) => code === id);
  // Each kind of log has one, for as long as its module is there.
  if (!kind || !state || !after || action !== 'change') return [issue('', 'issue.custom')];
  const request = { ...state.fields, ...after };
  const keepDays = Number(request['keepDays']);
  const issues: OperationIssue[] = [];
  if (keepDays < kind.floorDays) issues.push(issue('keepDays', 'error.19001', { n: kind.floorDays }));
  if (keepDays > kind.maxDays) issues.push(issue('keepDays', 'issue.too_big.number', { maximum: kind.maxDays }));
  if (kind.archiveOnly && request['mode'] === 'delete') issues.push(issue('mode', 'error.19002'));
  if (kind.archiveOnly && request['early'] === true) issues.push(issue('early', 'issue.invalid_value'));
  if (!isZone(String(request['zone']))) issues.push(issue('zone', 'issue.invalid_value'));
  if (typeof after['archiveTargetId'] === 'string' && !(await isTarget(tx, after['archiveTargetId'])))
    issues.push(issue('archiveTargetId', 'issue.invalid_value'));
  const isLess = keepDays < Number(state.fields['keepDays']) || (request['mode'] === 'delete' && state.fields['mode'] !== 'delete');
  if (issues.length === 0 && isLess && !(await isForeseen(tx, kind, { keepDays, mode: request['mode'] as CleanMode, asked })))
    issues.push(issue('keepDays', 'error.19004'));
  return issues;
}

const estimateMillis = 3_600_000;

interface Requested {
  keepDays: number;
  mode: CleanMode;
  asked: number;
}

/** Whether somebody has looked at what this would remove within the hour before it was asked for, or it would remove nothing. */
async function isForeseen(tx: Tx, kind: KnownLogKind, { keepDays, mode, asked }: Requested): Promise<boolean> {
  const estimate = await tx
    .selectFrom('cleanup_estimate')
    .select('id')
    .where('kind', '=', kind.code)
    .where('keep_days', '=', keepDays)
    .where('mode', '=', mode)
    .where('result', 'is not', null)
    .where('created_at', '>', asked - estimateMillis)
    .executeTakeFirst();
  if (estimate) return true;
  const days = daysOfTable(await allKept(tx, { logKinds: registered }), kind.table, { kind: kind.code, keepDays });
  return (await dueParts(tx, kind, days, clock.now())).length === 0;
}

/** Whether the machine knows a time zone. */
function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const isTarget = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('archive_target').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

const columns = {
  mode: 'mode',
  archiveTargetId: 'archive_target_id',
  windowFrom: 'window_from',
  windowTo: 'window_to',
  zone: 'zone',
  paused: 'paused',
  early: 'early',
} as const;

async function writeOne(tx: Tx, caller: Caller, { id, after }: Operation): Promise<void> {
  const config = await tx.selectFrom('cleanup_config').selectAll().where('kind', '=', id).forUpdate().executeTakeFirstOrThrow();
  const named = Object.entries(columns).flatMap(([field, column]) => (after && field in after ? [[column, after[field]] as const] : []));
  const keepDays = typeof after?.['keepDays'] === 'number' ? after['keepDays'] : undefined;
  const times: Partial<ConfigData> = keepDays === undefined ? {} : waiting(keepDays, config, caller);
  await tx
    .updateTable('cleanup_config')
    .set({ ...Object.fromEntries(named), ...times, version: config.version + 1, updated_at: clock.now(), updated_by: caller.uid })
    .where('kind', '=', id)
    .execute();
  if (keepDays !== undefined && keepDays < config.keep_days)
    await raiseWarning(tx, logShorter, {
      object: { kind: 'logKind', id, name: stateOf(config).name },
      facts: { days: keepDays, by: caller.name },
    });
}

/** A longer time is in effect at once; a shorter one waits a day, in which it can be taken back. */
function waiting(keepDays: number, config: ConfigData, by: Caller): Partial<ConfigData> {
  if (keepDays >= config.keep_days) return { keep_days: keepDays, next_days: null, next_at: null, next_by: null, next_by_name: null };
  return { next_days: keepDays, next_at: clock.now() + dayMillis, next_by: by.uid, next_by_name: by.name };
}
