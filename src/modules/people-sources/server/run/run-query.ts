import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { SourceKind } from '../../common/source-kinds.ts';
import type { RunDetail, RunRow, sourceLog } from '../../common/source-run.contract.ts';
import type { RunFailure, SourceRunTable } from '../source.table.ts';

/** What a query needs of a call. */
export type Means = Pick<Call, 'db' | 'services' | 'caller'>;

/** A run with what lists show of it. */
export interface FoundRun extends Selectable<SourceRunTable> {
  sourceName: string;
  rootPath: string;
  sourceVersion: number;
  replacedBy: string | null;
  by: string | null;
}

const dayMillis = 86_400_000;
/** For so long a run can be taken back. */
export const undoMillis = 30 * dayMillis;

const columns = sql`run.*, source.name as "sourceName", root.path::text as "rootPath", source.version as "sourceVersion",
  case when run.state = 'expired' then (select n.id from source_run n where n.source_id = run.source_id and n.id <> run.id and n.planned_at = run.ended_at limit 1) end as "replacedBy",
  (select e.name from employee e where e.id = run.by_uid) as by`;
const from = sql`source_run run join source on source.id = run.source_id join department root on root.id = source.root_department_id`;

/** A run of a source whose root is in range; 10404 or 10910 otherwise. */
export async function findRun({ db, services, caller }: Means, runId: string): Promise<FoundRun> {
  const range = caller.scope();
  const { rows } = await sql<FoundRun>`select ${columns} from ${from}
    where run.id = ${runId}::uuid and ${services.directory.departmentInRange(range, 'source.root_department_id')}`.execute(db);
  const [run] = rows;
  if (!run) throw range.all ? notFound() : outOfRange();
  return run;
}

/** A source in few words. */
interface SourceBrief {
  id: string;
  name: string;
  kind: SourceKind;
  path: string;
}

/** Refuses unless the root of the source is in range; answers its name. */
export async function findSource({ db, services, caller }: Means, sourceId: string): Promise<SourceBrief> {
  const range = caller.scope();
  const { rows } = await sql<SourceBrief>`select source.id, source.name, source.kind, root.path::text as path
    from source join department root on root.id = source.root_department_id
    where source.id = ${sourceId}::uuid and ${services.directory.departmentInRange(range, 'source.root_department_id')}`.execute(db);
  const [source] = rows;
  if (!source) throw range.all ? notFound() : outOfRange();
  return source;
}

/** Runs of a source, the newest first unless said. */
export async function listRuns(call: Means, input: Parsed<typeof sourceLog>): Promise<Reply<typeof sourceLog>> {
  await findSource(call, input.id);
  const where: RawBuilder<boolean>[] = [sql<boolean>`run.source_id = ${input.id}::uuid`];
  if (input.state) where.push(sql`run.state = any(${input.state})`);
  if (input.kind) where.push(sql`run.kind = any(${input.kind})`);
  if (input.from) where.push(sql`run.started_at >= ${Date.parse(`${input.from}T00:00:00Z`)}`);
  if (input.to) where.push(sql`run.started_at < ${Date.parse(`${input.to}T00:00:00Z`) + dayMillis}`);
  const order = orderOf(input.sort ?? '-startedAt', { startedAt: sql`run.started_at` }, sql`run.id`);
  const { list, ...page } = await readPage<FoundRun>(call.db, { columns, from, where, order }, input);
  return { ...page, list: list.map((run) => rowOf(call, run)) };
}

/** A run as it is shown; who is behind it, what stops it and why it failed in the caller's language. */
function rowOf({ services, caller }: Means, run: FoundRun): RunRow {
  const word = (key: string, params?: Record<string, unknown>): string => services.texts.text(caller.language, 'user-centre', key, params);
  const { brake, failure } = run;
  return {
    id: run.id,
    sourceId: run.source_id,
    kind: run.kind,
    trigger: run.trigger,
    state: run.state,
    dryRun: run.dry_run,
    counts: run.counts,
    outcome: run.outcome,
    peopleRead: run.people_read,
    departmentsRead: run.departments_read,
    valid: run.valid,
    invalid: run.invalid,
    brake: brake && { ...brake, text: word(`sourceRun.brake.${brake.rule}`, { number: brake.number, limit: brake.limit }) },
    startedAt: run.started_at,
    plannedAt: run.planned_at,
    expiresAt: run.expires_at,
    appliedAt: run.applied_at,
    endedAt: run.ended_at,
    by: run.by,
    reason: run.reason,
    failure: failure && word(failure.code === 10500 ? 'sourceRun.lost' : `error.${failure.code}`, wordsOf(word, failure)),
    jobId: run.job_id,
  };
}

/** A category of failures in words, with where it was. */
function wordsOf(word: (key: string) => string, { category, what = '' }: RunFailure): Record<string, string> {
  const named = category === undefined ? '' : word(`source.failure.${category}`);
  return { category: what === '' ? named : `${named} (${what})`, what };
}

/** One run with what its plan touches. */
export function detailOf(call: Means, run: FoundRun): RunDetail {
  return {
    ...rowOf(call, run),
    sourceName: run.sourceName,
    impact: run.impact,
    loseSignIn: run.impact['loseSignIn'] ?? 0,
    outdated: run.source_version !== run.sourceVersion,
    same: run.same,
    replacedBy: run.replacedBy,
    undoUntil: run.state === 'applied' && run.batch_id !== null && run.applied_at !== null ? run.applied_at + undoMillis : null,
  };
}
