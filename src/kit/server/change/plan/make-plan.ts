import { sql } from 'kysely';
import { planActions, type PlanAction } from '#kit/common/change/plan.contract.ts';
import { clock } from '#platform/clock.ts';
import type { Caller } from '../../caller.ts';
import type { Db, Tx } from '../../directory.ts';
import { newId } from '../../ids.ts';
import type { BatchSource } from '../change.table.ts';
import { brakeOf, defaultLimits, type BrakeLimits, type BrakeTrip } from './brake.ts';
import { callerOn } from '../callers.ts';
import { chunkSize, laterOnDisk, manyRows } from '../journal.ts';
import type { Fields, Kind, Operation, OperationIssue } from '../kind.ts';
import { outsideIssue } from '../site-kind.ts';
import { judgeLines } from './judge-lines.ts';
import './plan.table.ts';
import type { Title } from './plan.table.ts';
import { orderLines, refuseLines, type SettledLine } from './settle-plan.ts';

/** A line of a plan as a module makes it: an operation, or one that does nothing and says why. */
export interface PlannedOperation {
  action: PlanAction;
  /** Made for creations unless given. */
  id?: string | null;
  name: string;
  path: string | null;
  before: Fields | null;
  after: Fields | null;
  version: number | null;
  /** Row of the file it came from. */
  line?: number | null;
  /** Why it is refused. */
  issues?: OperationIssue[];
  /** Lines of a higher level are applied after all of lower ones, whatever their order in the file: 0 unless said. */
  level?: number;
}

/** A line of a file that does nothing, with its reason. */
export const refusedLine = (line: number, name: string, issue: OperationIssue): PlannedOperation => ({
  action: 'refused',
  name,
  path: null,
  before: null,
  after: null,
  version: null,
  line,
  issues: [issue],
});

/** Parts of a plan. */
export interface PlanDraft {
  kind: Kind;
  title: Title;
  operations: AsyncIterable<PlannedOperation> | Iterable<PlannedOperation>;
  source: BatchSource;
  /** Audit word under which it is applied, and resource code that applying needs. */
  operation: string;
  code: string | null;
  reason?: string | null;
  /** How many objects there are in all, for the brake's share. */
  total?: number | null;
  /** Limits of the brake, or the kind's own rule; `false` switches it off (creations alone). */
  brake?:
    | BrakeLimits
    | false
    | ((counts: Partial<Record<PlanAction, number>>, impact: Readonly<Record<string, number>>) => BrakeTrip | null);
  /** The rules were looked at while the operations were made: the kind's `check` is not asked again before applying. */
  checked?: true;
  /** Which lines are impossible after all, asked once every line is there. */
  settle?(tx: Tx, planId: string): Promise<readonly SettledLine[]>;
  /** Called after each thousand lines. */
  onProgress?(done: number): Promise<void>;
  signal?: AbortSignal;
}

/** A finished plan in short. */
export interface MadePlan {
  id: string;
  state: 'planned' | 'held';
  counts: Partial<Record<PlanAction, number>>;
  impact: Record<string, number>;
  brake: BrakeTrip | null;
}

const dayMillis = 86_400_000;

/**
 * Stores a request as a plan, a thousand lines a transaction, never whole in memory: lines outside the range or against the kind's rules
 * become refused ones; counts, impact and brake are worked out. A plan lives a day, a held one a week.
 */
export async function makePlan(db: Db, caller: Caller, draft: PlanDraft): Promise<MadePlan> {
  const id = newId();
  const now = clock.now();
  await db
    .insertInto('change_plan')
    .values({
      id,
      at: now,
      uid: caller.uid,
      kind: draft.kind.kind,
      code: draft.code,
      title: JSON.stringify(draft.title),
      operation: draft.operation,
      reason: draft.reason ?? null,
      source: draft.source,
      state: 'making',
      counts: '{}',
      impact: '{}',
      brake: null,
      outcome: '{}',
      batch_id: null,
      job_id: null,
      expires_at: now + dayMillis,
    })
    .execute();
  const maker = new PlanMaker(db, callerOn(caller, draft.code), { id, draft });
  let chunk: PlannedOperation[] = [];
  for await (const operation of draft.operations) {
    chunk.push(operation);
    if (chunk.length < chunkSize) continue;
    await maker.add(chunk);
    chunk = [];
  }
  await maker.add(chunk);
  return maker.finish(now);
}

class PlanMaker {
  readonly #db: Db;
  readonly #caller: Caller;
  readonly #id: string;
  readonly #draft: PlanDraft;
  readonly #counts: Partial<Record<PlanAction, number>> = {};
  readonly #impact: Record<string, number> = {};
  readonly #seen = new Set<string>();
  readonly #levels = new Map<number, number>();
  #seq = 0;

  constructor(db: Db, caller: Caller, plan: { id: string; draft: PlanDraft }) {
    this.#db = db;
    this.#caller = caller;
    this.#id = plan.id;
    this.#draft = plan.draft;
  }

  async add(lines: readonly PlannedOperation[]): Promise<void> {
    this.#draft.signal?.throwIfAborted();
    if (lines.length === 0) return;
    await this.#db.transaction().execute(async (tx) => {
      await manyRows(tx);
      const judged = await this.#judge(
        tx,
        lines.map((line) => this.#withId(line)),
      );
      await this.#write(tx, judged);
      const acting = judged.flatMap((line) => operationOf(line) ?? []);
      const impact = acting.length > 0 ? ((await this.#draft.kind.impact?.(tx, this.#caller, acting)) ?? {}) : {};
      await laterOnDisk(tx);
      for (const [name, count] of Object.entries(impact)) this.#impact[name] = (this.#impact[name] ?? 0) + count;
    });
    await this.#draft.onProgress?.(this.#seq);
  }

  #withId(line: PlannedOperation): PlannedOperation {
    const id = line.id ?? (line.action === 'create' ? newId() : null);
    const secret = Object.keys(line.after ?? {}).find((name) => this.#draft.kind.fields[name]?.secret && line.after?.[name] !== null);
    // A plan lies open in the database for days.
    if (secret) throw new Error(`The secret ${secret} can't travel in a plan`);
    if (!id || line.action === 'same' || line.action === 'refused') return { ...line, id };
    if (this.#seen.has(id)) return { ...line, id, action: 'refused', issues: [{ path: '', namespace: 'kit', key: 'plan.twice' }] };
    this.#seen.add(id);
    return { ...line, id };
  }

  async #judge(tx: Tx, lines: PlannedOperation[]): Promise<PlannedOperation[]> {
    const { kind, checked } = this.#draft;
    const indexes = lines.flatMap((line, index) => (operationOf(line) ? [index] : []));
    const operations = indexes.flatMap((index) => operationOf(lines[index]!) ?? []);
    if (operations.length === 0) return lines;
    const issues = checked ? new Map<number, OperationIssue[]>() : await judgeLines(tx, this.#caller, kind, operations);
    for (const index of await kind.outside(tx, this.#caller.scope(), operations)) issues.set(index, [outsideIssue(kind)]);
    for (const [at, found] of issues) lines[indexes[at]!] = { ...lines[indexes[at]!]!, action: 'refused', issues: found };
    return lines;
  }

  async #write(tx: Tx, lines: readonly PlannedOperation[]): Promise<void> {
    const rows = lines.map((line) => {
      this.#counts[line.action] = (this.#counts[line.action] ?? 0) + 1;
      if (line.level) this.#levels.set(this.#seq, line.level);
      return {
        seq: this.#seq++,
        line: line.line ?? null,
        action: line.action,
        object_id: line.id ?? null,
        object_name: line.name,
        path: line.path,
        before: line.before,
        after: line.after,
        version: line.version,
        issues: line.issues ?? null,
      };
    });
    await sql`insert into change_plan_item (plan_id, seq, line, action, object_id, object_name, path, before, after, version, issues)
      select ${this.#id}::uuid, seq, line, action, object_id, object_name, path::ltree, before, after, version, issues
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(seq int, line int, action text, object_id uuid, object_name text, path text, before jsonb, after jsonb, version int, issues jsonb)`.execute(
      tx,
    );
  }

  async #settle(): Promise<void> {
    const { settle } = this.#draft;
    if (!settle && this.#levels.size === 0) return;
    await this.#db.transaction().execute(async (tx) => {
      await manyRows(tx);
      for (const action of await refuseLines(tx, this.#id, (await settle?.(tx, this.#id)) ?? [])) {
        this.#counts[action] = (this.#counts[action] ?? 0) - 1;
        this.#counts.refused = (this.#counts.refused ?? 0) + 1;
      }
      await orderLines(tx, this.#id, this.#levels);
    });
    for (const action of planActions) if (this.#counts[action] === 0) delete this.#counts[action];
  }

  async finish(now: number): Promise<MadePlan> {
    await this.#settle();
    const { brake: rule, total } = this.#draft;
    const brake =
      rule === false
        ? null
        : typeof rule === 'function'
          ? rule(this.#counts, this.#impact)
          : brakeOf(this.#counts, total ?? null, rule ?? defaultLimits);
    const state = brake ? 'held' : 'planned';
    await this.#db
      .updateTable('change_plan')
      .set({
        state,
        counts: JSON.stringify(this.#counts),
        impact: JSON.stringify(this.#impact),
        brake: brake && JSON.stringify(brake),
        expires_at: now + (brake ? 7 : 1) * dayMillis,
      })
      .where('id', '=', this.#id)
      .execute();
    return { id: this.#id, state, counts: this.#counts, impact: this.#impact, brake };
  }
}

/** The operation of a line; undefined when it does nothing. */
export function operationOf(line: PlannedOperation): Operation | undefined {
  if (line.action === 'same' || line.action === 'refused' || !line.id) return undefined;
  return {
    action: line.action,
    id: line.id,
    name: line.name,
    path: line.path,
    before: line.before,
    after: line.after,
    version: line.version,
  };
}
