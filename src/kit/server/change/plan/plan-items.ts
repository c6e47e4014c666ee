import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { listPlanItems } from '#kit/common/change/plan.contract.ts';
import { keepSheet, type MadeSheet, type SheetFormat } from '../../files/keep-sheet.ts';
import type { Call } from '../../handle.ts';
import { callOfJob, everyRow, wordOf } from '../../jobs/of-job.ts';
import { containing } from '../../read-page.ts';
import type { JobContext, JobKind } from '../../services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { callerOn, rangeOn } from '../callers.ts';
import { nameReferences } from '../name-references.ts';
import { showPlanned, showIssues } from '../show-fields.ts';
import { findPlan } from './plan-access.ts';

type Means = Pick<Call, 'db' | 'caller' | 'services'>;
type Input = Parsed<typeof listPlanItems>;

/** A page of the lines of a plan, as whoever may see the plan reads them. */
export async function planItems(
  call: Means,
  { planId, pageNum, pageSize, sort, action, state, text }: Input,
): Promise<Reply<typeof listPlanItems>> {
  const plan = await findPlan(call.db, call.caller, planId);
  const kind = call.services.kinds.find((one) => one.kind === plan.kind);
  // A line is applied when the plan's cursor has passed it and nothing was wrong with it.
  const shown = sql<
    'planned' | 'applied' | 'stale' | 'refused'
  >`case when state <> 'planned' then state when action = 'refused' then 'refused' when action <> 'same' and seq <= ${plan.cursor} then 'applied' else 'planned' end`;
  const range = rangeOn(callerOn(call.caller, plan.code), plan.code);
  const found = call.db
    .selectFrom('change_plan_item')
    .where('plan_id', '=', planId)
    .$if(action !== undefined, (query) => query.where('action', 'in', action!))
    .$if(state !== undefined, (query) => query.where(shown, 'in', state!))
    .$if(Boolean(text), (query) => query.where('object_name', 'ilike', containing(text!)))
    .$if(plan.uid !== call.caller.uid && !range.all, (query) =>
      query.where(
        range.all ? sql<boolean>`true` : sql<boolean>`(path <@ any(${range.paths}::ltree[]) or path = any(${range.exact ?? []}::ltree[]))`,
      ),
    );
  const [{ total }, rows] = await Promise.all([
    found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    found
      .selectAll()
      .select(shown.as('shown'))
      .orderBy('seq', sort === '-seq' ? 'desc' : 'asc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
  ]);
  const texts = rows.map((row) => ({ kind, fields: showPlanned(kind, call.caller, row.before, row.after) }));
  const named = await nameReferences(call.db, { ...call, namesOf: (ids) => plannedNames(call, planId, ids) }, texts);
  const list = rows.map((row, at) => ({
    seq: row.seq,
    line: row.line,
    action: row.action,
    objectId: row.object_id,
    name: row.object_name,
    fields: named[at] ?? [],
    state: row.shown,
    issues: showIssues(call.services.texts, call.caller, row.issues),
  }));
  return { list, total, pages: Math.ceil(total / pageSize) };
}

/** Names of objects that the plan itself is going to make. */
async function plannedNames(call: Means, planId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await call.db
    .selectFrom('change_plan_item')
    .select(['object_id', 'object_name'])
    .where('plan_id', '=', planId)
    .where('object_id', 'in', ids)
    .execute();
  return new Map(rows.flatMap(({ object_id, object_name }) => (object_id === null ? [] : [[object_id, object_name]])));
}

/** Which lines of which plan are written to a file. */
interface Payload extends Pick<Input, 'planId' | 'action'> {
  readonly format: SheetFormat;
}

const pieceSize = 500;

/** Lines of a plan as a file: above all those that were refused, each with its row of the file and why. */
export const planItemsJob: JobKind<Payload, MadeSheet> = {
  kind: 'plan.items.export',
  title: { namespace: 'kit', key: 'job.planItems' },
  // Whoever may see the plan; looked at again here.
  code: null,
  run: (context, payload) => {
    const { services, caller } = context;
    const label = (key: string): string => services.texts.text(caller.language, 'kit', key);
    return keepSheet(context, {
      title: label('job.planItems'),
      header: ['plan.line', 'plan.object', 'plan.action', 'plan.reason'].map(label),
      rows: rowsOf(context, payload),
      format: payload.format,
      query: { planId: payload.planId, action: payload.action },
    });
  },
};

async function* rowsOf(context: JobContext, { planId, action }: Payload): AsyncGenerator<Cell[]> {
  const word = wordOf(context, 'kit');
  const read = (pageNum: number) => planItems(callOfJob(context), { planId, action, pageNum, pageSize: pieceSize });
  for await (const row of everyRow(context, read))
    yield [
      row.line,
      row.name,
      word(`action.${row.action}`),
      row.issues.map(({ label, message }) => (label ? `${label}: ${message}` : message)).join('; '),
    ];
}
