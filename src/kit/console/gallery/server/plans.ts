import { actions as journalActions } from '#kit/common/change/diff.ts';
import {
  applyPlan,
  discardPlan,
  getPlan,
  listPlanItems,
  planActions,
  releasePlan,
  type PlanItemView,
  type PlanView,
} from '#kit/common/change/plan.contract.ts';
import { beginApply } from './jobs.ts';
import { oneDay, planIds, sampleId, sampleNow } from './sample-ids.ts';
import { Refused, serve } from './serve.ts';

const usual: PlanView = {
  id: planIds.planned,
  kind: 'room',
  module: 'gallery',
  title: { namespace: 'gallery', key: 'job.import', params: { name: 'rooms.xlsx' } },
  at: sampleNow,
  operation: 'gallery.import',
  source: 'import',
  reason: null,
  state: 'planned',
  counts: { create: 2, change: 3, disable: 1, same: 4, refused: 3 },
  impact: { people: 1_204, departments: 3, sessions: 17 },
  brake: null,
  outcome: {},
  batchId: null,
  jobId: null,
  expiresAt: sampleNow + 7 * oneDay,
};

const plans: PlanView[] = [
  usual,
  {
    ...usual,
    id: planIds.held,
    state: 'held',
    counts: { disable: 5 },
    brake: { rule: 'share', action: 'disable', number: 40, limit: 10, message: 'Disable affects 40% of all, more than the limit of 10%' },
  },
  { ...usual, id: planIds.applied, state: 'applied', outcome: { create: 2, change: 2, refused: 3, stale: 1 }, impact: {} },
  { ...usual, id: planIds.nothing, counts: { same: 4 }, impact: {} },
];

type Fields = PlanItemView['fields'];
const diff = (field: string, before: Fields[number]['before'], after: Fields[number]['after']): Fields[number] => ({
  field,
  before,
  after,
});

/** Fields of a line, by what the line does. */
const fieldsOf: Partial<Record<PlanItemView['action'], (at: number) => Fields>> = {
  create: (at) => [
    diff('name', null, `银杏 ${201 + at}`),
    diff('code', null, `room_${201 + at}`),
    diff('seats', null, 12),
    diff('openedOn', null, '2026-06-01'),
    diff('owner', null, { id: sampleId(2, 1), name: '张伟' }),
  ],
  change: (at) => [
    diff('seats', 8 + at, 12 + at),
    diff('note', '', '靠窗，配有无线投屏；每周二上午用于招聘面试，其他部门如需使用请提前两天联系前台，谢谢配合。'),
  ],
  disable: () => [diff('enabled', true, false)],
};

const issuesOf: PlanItemView['issues'][] = [
  [{ path: 'code', message: 'Already taken; choose another' }],
  [
    { path: 'seats', message: 'At least 1' },
    { path: 'name', message: 'Required' },
  ],
  [{ path: '', message: 'The same object as another row of the plan' }],
];

function linesOf(plan: PlanView): PlanItemView[] {
  let seq = 0;
  return planActions.flatMap((action) =>
    Array.from({ length: plan.counts[action] ?? 0 }, (_, at): PlanItemView => {
      seq += 1;
      return {
        seq,
        line: seq + 1,
        action,
        objectId: action === 'create' ? null : sampleId(1, seq),
        name: action === 'refused' && at === 1 ? '' : `${at % 2 === 0 ? '海棠' : 'Wisteria'} ${100 + seq}`,
        fields: fieldsOf[action]?.(at) ?? [],
        state:
          plan.state !== 'applied' ? 'planned' : action === 'refused' ? 'refused' : action === 'change' && at === 2 ? 'stale' : 'applied',
        issues: action === 'refused' ? (issuesOf[at] ?? []) : [],
      };
    }),
  );
}

function planOf(id: string): PlanView {
  const plan = plans.find((one) => one.id === id);
  if (!plan) throw new Refused(10404);
  return plan;
}

function put(id: string, next: Partial<PlanView>): PlanView {
  const plan = { ...planOf(id), ...next };
  plans[plans.findIndex((one) => one.id === id)] = plan;
  return plan;
}

/** Answers the calls about plans. */
export function servePlans(): void {
  serve(getPlan, ({ id }) => planOf(id));
  serve(listPlanItems, ({ planId, action, text, pageNum, pageSize }) => {
    const lines = linesOf(planOf(planId)).filter((line) => (action?.includes(line.action) ?? true) && line.name.includes(text ?? ''));
    return {
      list: lines.slice((pageNum - 1) * pageSize, pageNum * pageSize),
      total: lines.length,
      pages: Math.ceil(lines.length / pageSize),
    };
  });
  serve(releasePlan, ({ id }) => put(id, { state: 'planned', brake: null }));
  serve(discardPlan, ({ id }) => {
    put(id, { state: 'discarded' });
    return null;
  });
  serve(applyPlan, ({ id, expected }) => {
    const done = Object.fromEntries(journalActions.map((action) => [action, expected[action] ?? 0]));
    put(id, { state: 'applied', outcome: { ...done, refused: expected.refused ?? 0 } });
    return beginApply();
  });
}
