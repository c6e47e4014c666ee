import { evaluateForm } from '../../common/form/evaluate.ts';
import type { FormContext } from '../../common/form/evaluate.types.ts';
import type { FormValue, FormVersion } from '../../common/form/version.ts';

const label = (text: string) => ({ zh_CN: text });

/** A form with rules of every kind, a table with a computed column, and sums over it. */
export const expenses: FormVersion = {
  format: 1,
  dataSchema: [],
  fields: [
    {
      code: 'kind',
      type: 'select',
      label: label('kind'),
      options: ['travel', 'meal', 'other'].map((value) => ({ value, label: label(value) })),
    },
    { code: 'days', type: 'number', label: label('days'), min: 0, max: 30 },
    { code: 'reason', type: 'text', label: label('reason'), maxLength: 20 },
    { code: 'partner', type: 'text', label: label('partner') },
    { code: 'city', type: 'select', label: label('city'), options: ['a', 'b', 'c'].map((value) => ({ value, label: label(value) })) },
    {
      code: 'lines',
      type: 'table',
      label: label('lines'),
      columns: [
        { code: 'price', type: 'number', label: label('price'), required: true },
        { code: 'count', type: 'number', label: label('count') },
        { code: 'amount', type: 'formula', label: label('amount'), formula: 'round(price * count, 2)' },
      ],
    },
    { code: 'total', type: 'formula', label: label('total'), formula: 'sum(lines.amount)' },
    { code: 'daily', type: 'formula', label: label('daily'), formula: 'round(total / days, 2)' },
    { code: 'level', type: 'formula', label: label('level'), formula: 'if(total > 1000 or kind = "travel", "high", "low")' },
    { code: 'limit', type: 'number', label: label('limit') },
  ],
  layout: { sections: [{ code: 'main', fields: [] }] },
  rules: [
    { code: 'r1', when: { field: 'total', op: 'greater', value: 1000 }, then: [{ do: 'require', field: 'reason' }] },
    { code: 'r2', when: { field: 'kind', op: 'is', value: 'meal' }, then: [{ do: 'show', field: 'partner' }] },
    {
      code: 'r3',
      when: { any: [{ field: 'kind', op: 'is', value: 'other' }, { stage: ['pay'] }] },
      then: [{ do: 'readOnly', field: 'days' }],
    },
    { code: 'r4', when: { field: 'kind', op: 'is', value: 'travel' }, then: [{ do: 'setOptions', field: 'city', options: ['a', 'b'] }] },
    {
      code: 'r5',
      when: { field: 'days', op: 'greaterOrEqual', value: 7 },
      then: [{ do: 'setValue', field: 'limit', formula: 'days * 100' }],
    },
    {
      code: 'r6',
      when: { all: [{ field: 'total', op: 'greater', value: 0 }, { not: { field: 'lines', op: 'isNotEmpty' } }] },
      then: [{ do: 'warn', text: label('w') }],
    },
    { code: 'r7', when: { field: 'total', op: 'greater', value: 5000 }, then: [{ do: 'refuse', text: label('too much') }] },
    { code: 'r8', when: { person: 'uid', op: 'is', value: 'p1' }, then: [{ do: 'hide', field: 'city' }] },
  ],
  stages: [
    { code: 'fill', name: label('fill'), fields: { kind: 'required' }, others: 'write', actions: ['send'] },
    { code: 'pay', name: label('pay'), fields: { limit: 'hidden' }, others: 'read', actions: [] },
  ],
  actions: [{ code: 'send', kind: 'submit', label: label('send'), style: 'primary', requires: {}, effect: 'done' }],
  list: { summary: [] },
};

/** Numbers that look like chance and are always the same. */
function chances(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** So many contexts of the form above. */
export function vectors(count: number): FormContext[] {
  const chance = chances(17);
  const maybe = <T extends FormValue>(value: T): T | null => (chance(5) === 0 ? null : value);
  return Array.from({ length: count }, (): FormContext => {
    const lines = Array.from({ length: chance(4) }, () => ({ price: maybe(chance(100_000) / 100), count: maybe(chance(9)) }));
    const kind = ['travel', 'meal', 'other', 'unknown'][chance(4)]!;
    const data = { kind: maybe(kind), days: maybe(chance(12)), partner: 'kept', ...(chance(2) === 0 && { lines }) };
    const input = {
      ...(chance(2) === 0 && { days: chance(40) }),
      ...(chance(2) === 0 && { partner: 'entered' }),
      ...(chance(2) === 0 && { reason: 'x'.repeat(chance(30)) }),
      ...(chance(3) === 0 && { city: ['a', 'b', 'c'][chance(3)]! }),
      ...(chance(2) === 0 && { lines }),
    };
    return { data, input, stage: chance(4) === 0 ? 'pay' : 'fill', person: { uid: `p${chance(2)}` }, now: 1_764_400_000_000 };
  });
}

/** What the evaluator says of each, as text: the same on the server and in a browser. */
export const evaluated = (count: number): string[] => vectors(count).map((context) => JSON.stringify(evaluateForm(expenses, context)));
