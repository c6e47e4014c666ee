import { expect, test } from 'vitest';
import { expenses, vectors } from '../../testing/form/vectors.ts';
import { acceptInput, checkData } from './accept.ts';
import { changesBetween } from './changes.ts';
import { circlesIn } from './compiled.ts';
import { addField, copyField, moveField, removeField, setField } from './edit.ts';
import { evaluateForm } from './evaluate.ts';
import type { FormInput } from './evaluate.types.ts';
import { FormulaMistake, readFormula } from './formula.ts';
import { runFormula } from './formula-run.ts';
import { mergeForms } from './merge.ts';
import { PatternMistake, readPattern } from './pattern.ts';
import { problemsOf } from './problems.ts';
import { emptyForm, formVersion, type FormValue, type FormVersion } from './version.ts';

const run = (source: string, values: Record<string, FormValue> = {}): FormValue =>
  runFormula(readFormula(source), { value: (name) => values[name] ?? null, today: '2026-11-29', me: (fact) => `my ${fact}` });

test('Formulas: arithmetic in its order, comparison, functions, and what can’t be computed is empty', () => {
  expect(run('1 + 2 × 3 − 4 ÷ 2')).toBe(5);
  expect(run('-(2 + 3) * 2')).toBe(-10);
  expect(run('0.1 + 0.2')).toBe(0.3);
  expect(run('1 / 0')).toBeNull();
  expect(run('a / b', { a: 4 })).toBeNull();
  expect(run('a + 1', { a: 'many' })).toBeNull();
  expect(run('if(a >= 3 and not (b = "x"), "yes", "no")', { a: 3, b: 'y' })).toBe('yes');
  expect(run('if(empty = a, 1)', {})).toBe(1);
  expect(run('sum(l.n)', { 'l.n': [1, 2.5, null] })).toBe(3.5);
  expect([run('min(l.n)', { 'l.n': [] }), run('max(3, l.n)', { 'l.n': [5, 4] }), run('count(l.n)', { 'l.n': [1, null, ''] })]).toEqual([
    null,
    5,
    1,
  ]);
  expect([run('round(2.675, 2)'), run('round(-1.5)'), run('round(1.005, 2)')]).toEqual([2.68, -2, 1.01]);
  expect(run('concat(a, " ", 2, "\\"")', { a: '甲' })).toBe('甲 2"');
  expect([run('dateDiff("2026-02-28", "2026-03-01")'), run('dateDiff(today(), "2026-11-30T12:00", "hours")')]).toEqual([1, 36]);
  expect(run('dateDiff("2026-02-30", "2026-03-01")')).toBeNull();
  expect([run('me()'), run('me("name")')]).toEqual(['my uid', 'my name']);
  for (const wrong of ['1 +', 'nope(1)', '(1', 'a b', '"open', 'sum()', '1 & 2', 'and 1', `${'('.repeat(60)}1${')'.repeat(60)}`])
    expect(() => readFormula(wrong), wrong).toThrow(FormulaMistake);
  // A formula of the greatest length gives up by its steps, not by time.
  expect(run(Array.from({ length: 400 }, () => 'sum(l.n)').join('+'), { 'l.n': Array.from({ length: 200 }, () => 1) })).toBeNull();
});

test('Patterns match whole texts, refuse groups, and end quickly whatever they are', () => {
  const matches = (pattern: string, text: string): boolean => readPattern(pattern)(text);
  expect([matches('[A-Z]{2}\\d+', 'AB12'), matches('[A-Z]{2}\\d+', 'AB12x'), matches('a|bc?', 'b'), matches('[^0-9-]*', 'x-')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([matches('^\\+86 ?1\\d{10}$', '+86 13800000000'), matches('甲{1,2}', '甲甲甲'), matches('', ''), matches('.*', '')]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  for (const wrong of ['(a)', 'a**', '[z-a]', '[', 'a{3,1}', '\\p', 'a{501}', '[]'])
    expect(() => readPattern(wrong), wrong).toThrow(PatternMistake);
  expect(matches('a*a*a*a*a*a*a*a*b', 'a'.repeat(5000))).toBe(false);
});

/** The same by hand, in another way: amounts of rows, their sum, and what follows from it. */
function byHand({ data, input = {}, stage, person }: ReturnType<typeof vectors>[number]) {
  const isFill = stage === 'fill';
  const rows = ((isFill && input['lines'] !== undefined ? input['lines'] : data['lines']) ?? []) as Record<string, number | null>[];
  const total = rows.reduce((sum, { price, count }) => Math.round(sum * 100 + Math.round((price ?? 0) * (count ?? 0) * 100)) / 100, 0);
  const kind = data['kind'];
  const days = isFill && kind !== 'other' && input['days'] !== undefined ? input['days'] : data['days'];
  return {
    total,
    level: total > 1000 || kind === 'travel' ? 'high' : 'low',
    days,
    partner: kind === 'meal',
    reason: isFill && total > 1000,
    limit: isFill && typeof days === 'number' && days >= 7 ? days * 100 : null,
    city: person.uid !== 'p1',
    refused: total > 5000 ? 1 : 0,
  };
}

test('Rules of 500 vectors: shown, required, computed over a table and set, as by hand', () => {
  for (const [at, context] of vectors(500).entries()) {
    const { fields, refusals, actions } = evaluateForm(expenses, context);
    const value = (code: string): FormValue => fields[code]!.value;
    expect([at, { ...byHand(context), actions: context.stage === 'fill' ? 1 : 0 }]).toEqual([
      at,
      {
        total: value('total'),
        level: value('level'),
        days: value('days'),
        partner: fields['partner']!.visible,
        reason: fields['reason']!.required,
        limit: context.stage === 'fill' ? value('limit') : null,
        city: fields['city']!.visible,
        refused: refusals.length,
        actions: actions.length,
      },
    ]);
  }
});

test('Input is taken as the form allows it: hidden is dropped, read-only must equal, required and refused say where', () => {
  const base = { person: { uid: 'p0' }, now: 0, stage: 'fill' };
  const data = { kind: 'travel', partner: 'kept', days: 2 };
  const hidden = acceptInput(expenses, { ...base, data, input: { partner: 'entered', nobody: 1 } }, 'send');
  expect(hidden).toMatchObject({ issues: [] });
  expect(Object.keys(hidden.input).toSorted()).toEqual(['daily', 'days', 'kind', 'level', 'total']);
  expect(acceptInput(expenses, { ...base, data: { ...data, kind: 'other' }, input: { days: 3 } }, 'send').issues).toEqual([
    { path: 'days', key: 'readOnly' },
  ]);
  expect(acceptInput(expenses, { ...base, data: { ...data, kind: 'other' }, input: { days: 2 } }, 'send').issues).toEqual([]);
  const big: FormInput = {
    lines: [
      { price: 1100, count: 5 },
      { price: null, count: 1 },
    ],
  };
  const { issues } = acceptInput(expenses, { ...base, data: {}, input: { ...big, city: 'z', days: 31 } }, 'send');
  expect(issues.map(({ path, key }) => `${path}:${key}`).toSorted()).toEqual([
    ':rule',
    'city:option',
    'days:tooLarge',
    'kind:required',
    'lines.1.price:required',
    'reason:required',
  ]);
  // Who rejects need not fill it in; what the action itself names must be there.
  const rejecting: FormVersion = {
    ...expenses,
    actions: [{ ...expenses.actions[0]!, kind: 'reject', requires: { fields: ['reason'] } }],
  };
  expect(acceptInput(rejecting, { ...base, data: {}, input: {} }, 'send').issues).toEqual([{ path: 'reason', key: 'required' }]);
  // What a rule set goes along, though nobody typed it.
  expect(acceptInput(expenses, { ...base, data: { ...data, days: 9 } }, 'send').input).toMatchObject({ limit: 900 });
});

test('Pushed data: what the schema and the fields say, unknown members pass', () => {
  const version = formVersion.parse({
    ...expenses,
    dataSchema: [
      { path: 'applicant.name', type: 'text', required: true, maxLength: 5 },
      { path: 'days', type: 'number' },
    ],
  });
  expect(checkData(version, { applicant: { name: 'Ann' }, days: 3, more: { x: 1 } })).toEqual([]);
  expect(checkData(version, { applicant: { name: 'Too long' }, days: 'three' }).map(({ path, key }) => [path, key])).toEqual([
    ['applicant.name', 'tooLong'],
    ['days', 'type'],
  ]);
  expect(checkData(version, { lines: [{ price: 'x' }] }).map(({ path, key }) => [path, key])).toEqual([
    ['applicant.name', 'required'],
    ['lines.0.price', 'type'],
  ]);
  expect(checkData(version, { applicant: { name: 'A' }, lines: Array.from({ length: 201 }, () => ({})) })).toMatchObject([
    { key: 'tooMany' },
  ]);
});

test('Circles are found with their path, among fields, rules and columns', () => {
  const field = (code: string, formula: string) => ({ code, type: 'formula' as const, label: { zh_CN: code }, formula });
  const round = { ...emptyForm, fields: [field('a', 'b + 1'), field('b', 'c'), field('c', 'a')] };
  expect(circlesIn(round)).toEqual([['a', 'b', 'c', 'a']]);
  expect(evaluateForm(round, { data: {}, person: {}, now: 0 }).fields['a']!.value).toBe(1);
  const byRule = formVersion.parse({
    fields: [
      { code: 'a', type: 'text', label: { zh_CN: 'a' } },
      { code: 'b', type: 'text', label: { zh_CN: 'b' } },
    ],
    rules: [
      { code: 'r', when: { field: 'a', op: 'isEmpty' }, then: [{ do: 'hide', field: 'b' }] },
      { code: 's', when: { field: 'b', op: 'isEmpty' }, then: [{ do: 'hide', field: 'a' }] },
    ],
  });
  expect(problemsOf(byRule).find(({ key }) => key === 'circle')).toMatchObject({ level: 'error', detail: 'a → b → a' });
  expect(circlesIn(expenses)).toEqual([]);
  expect(problemsOf(expenses).filter(({ level }) => level === 'error')).toEqual([]);
});

test('Changes name what breaks first; problems say where', () => {
  const after = setField(removeField(expenses, 'reason'), 'city', {
    ...expenses.fields[4]!,
    type: 'text',
    options: [{ value: 'a', label: { zh_CN: 'a' } }],
  });
  const changes = changesBetween(expenses, { ...after, actions: [] });
  expect(changes.filter(({ breaking }) => breaking).map(({ what, code, from }) => [what, code, from])).toEqual([
    ['fieldGone', 'reason', ''],
    ['fieldType', 'city', 'select'],
    ['optionGone', 'city', 'b'],
    ['optionGone', 'city', 'c'],
    ['actionGone', 'send', ''],
  ]);
  expect(changesBetween(expenses, expenses)).toEqual([]);
  const problems = problemsOf({ ...after, actions: [] }).map(({ key, path, detail }) => [key, path, detail]);
  expect(problems).toContainEqual(['noSuchField', 'rules.r1', 'reason']);
  expect(problems).toContainEqual(['noSuchAction', 'stages.fill', 'send']);
});

test('Drafts are edited step by step, and those of two people are put together part by part', () => {
  const one = addField(emptyForm, 'text');
  const two = addField(one.version, 'number');
  expect([one.code, two.code, two.version.layout.sections[0]!.fields]).toEqual(['text1', 'number1', ['text1', 'number1']]);
  expect(moveField(two.version, 'number1', -1).layout.sections[0]!.fields).toEqual(['number1', 'text1']);
  const copied = copyField(two.version, 'text1');
  expect(copied.version.layout.sections[0]!.fields).toEqual(['text1', 'text2', 'number1']);
  const renamed = setField(two.version, 'text1', { ...two.version.fields[0]!, code: 'remark' });
  expect(renamed.layout.sections[0]!.fields).toEqual(['remark', 'number1']);
  const mine = setField(two.version, 'text1', { ...two.version.fields[0]!, required: true });
  const theirs = setField(addField(two.version, 'date').version, 'text1', { ...two.version.fields[0]!, maxLength: 5 });
  const { content, both } = mergeForms(two.version, mine, theirs);
  expect(both).toEqual(['text1']);
  expect(content.fields.map(({ code, required }) => [code, required])).toEqual([
    ['text1', true],
    ['number1', undefined],
    ['date1', undefined],
  ]);
  expect(mergeForms(two.version, two.version, removeField(two.version, 'number1')).content.fields.map(({ code }) => code)).toEqual([
    'text1',
  ]);
});
