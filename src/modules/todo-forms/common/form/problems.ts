import { circlesIn } from './compiled.ts';
import { FormulaMistake, namesIn, readFormula } from './formula.ts';
import { fieldsIn, stagesIn } from './holds.ts';
import { PatternMistake, readPattern } from './pattern.ts';
import { columnTypes, type FormColumn, type FormField, type FormVersion, type RuleEffect } from './version.ts';

/** What can be wrong with a content. */
export const problemKeys = [
  'nothing',
  'codeTwice',
  'pathTwice',
  'optionTwice',
  'noSuchField',
  'noSuchAction',
  'noSuchStage',
  'noOptions',
  'noColumns',
  'noText',
  'noLink',
  'columnType',
  'range',
  'pattern',
  'formula',
  'circle',
  'effect',
  'fieldNotPlaced',
  'fieldTwicePlaced',
  'noStage',
  'actionNotOffered',
] as const;

/** Something that is wrong with a content. */
export interface FormProblem {
  readonly key: (typeof problemKeys)[number];
  /** `error`: it can't be published; `warning`: it can. */
  readonly level: 'error' | 'warning';
  /** Where: `fields.amount`, `fields.lines.price`, `rules.r1`, `stages.manager`, `actions.ok`, `layout`. */
  readonly path: string;
  /** What it says: the unknown name, the place in a formula, the circle. */
  readonly detail: string;
}

const error = (key: FormProblem['key'], path: string, detail = ''): FormProblem => ({ key, level: 'error', path, detail });
const warning = (key: FormProblem['key'], path: string, detail = ''): FormProblem => ({ key, level: 'warning', path, detail });

const twice = (codes: readonly string[]): string[] => [...new Set(codes.filter((code, index) => codes.indexOf(code) !== index))];

/** Everything that is wrong with a content, the errors first. */
export function problemsOf(version: FormVersion): FormProblem[] {
  const all = [
    ...(version.fields.length === 0 ? [error('nothing', 'fields')] : []),
    ...codesTwice(version),
    ...version.fields.flatMap((field) => fieldProblems(version, field)),
    ...layoutProblems(version),
    ...ruleProblems(version),
    ...stageProblems(version),
    ...actionProblems(version),
    ...circlesIn(version).map((circle) => error('circle', `fields.${circle[0]!.split('.')[0]}`, circle.join(' → '))),
  ];
  return all.toSorted((one, other) => Number(other.level === 'error') - Number(one.level === 'error'));
}

function codesTwice({ fields, rules, stages, actions, layout, dataSchema }: FormVersion): FormProblem[] {
  const parts = { fields, rules, stages, actions, layout: layout.sections };
  return [
    ...Object.entries(parts).flatMap(([part, list]) =>
      twice(list.map(({ code }) => code)).map((code) => error('codeTwice', `${part}.${code}`, code)),
    ),
    ...fields.flatMap(({ code, columns = [] }) =>
      twice(columns.map((column) => column.code)).map((column) => error('codeTwice', `fields.${code}.${column}`, column)),
    ),
    ...twice(dataSchema.map(({ path }) => path)).map((path) => error('pathTwice', 'data', path)),
    ...twice(fields.filter(({ type }) => type !== 'static' && type !== 'formula').map(({ code, path }) => path ?? code)).map((path) =>
      warning('pathTwice', `fields.${fields.findLast((field) => (field.path ?? field.code) === path)!.code}`, path),
    ),
  ];
}

function fieldProblems(version: FormVersion, field: FormField): FormProblem[] {
  const path = `fields.${field.code}`;
  const known = knownNames(version);
  return [
    ...valueProblems(field, path),
    ...(field.type === 'formula' ? formulaProblems(field.formula, path, known) : []),
    ...(field.type === 'table' && (field.columns ?? []).length === 0 ? [error('noColumns', path)] : []),
    ...(field.columns ?? []).flatMap((column) => {
      const place = `${path}.${column.code}`;
      const inRow = new Set([...known, ...(field.columns ?? []).map(({ code }) => code)]);
      return [
        ...(columnTypes.includes(column.type) ? [] : [error('columnType', place, column.type)]),
        ...valueProblems(column, place),
        ...(column.type === 'formula' ? formulaProblems(column.formula, place, inRow) : []),
      ];
    }),
  ];
}

/** Names that formulas may use: fields, and columns of tables. */
function knownNames({ fields }: FormVersion): Set<string> {
  return new Set(fields.flatMap(({ code, columns = [] }) => [code, ...columns.map((column) => `${code}.${column.code}`)]));
}

function valueProblems(field: FormColumn, path: string): FormProblem[] {
  const { type, options, optionsFrom, min, max, minLength, maxLength, pattern, text } = field;
  const isChoice = type === 'select' || type === 'multiSelect';
  const problems: FormProblem[] = [];
  if (isChoice && (options ?? []).length === 0 && optionsFrom === undefined) problems.push(error('noOptions', path));
  problems.push(...twice((options ?? []).map(({ value }) => value)).map((value) => error('optionTwice', path, value)));
  if (min !== undefined && max !== undefined && min > max) problems.push(error('range', path, `${min} > ${max}`));
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    problems.push(error('range', path, `${minLength} > ${maxLength}`));
  if (type === 'static' && text === undefined) problems.push(error('noText', path));
  if (pattern !== undefined) {
    const at = mistakeIn(() => readPattern(pattern));
    if (at !== undefined) problems.push(error('pattern', path, String(at)));
  }
  return problems;
}

/** The place of what is wrong with a formula or a pattern; undefined where it can be read. */
function mistakeIn(read: () => unknown): number | undefined {
  try {
    read();
    return undefined;
  } catch (mistake) {
    if (mistake instanceof FormulaMistake || mistake instanceof PatternMistake) return mistake.at;
    throw mistake;
  }
}

function formulaProblems(source: string | undefined, path: string, known: ReadonlySet<string>): FormProblem[] {
  const text = source ?? '';
  const at = mistakeIn(() => readFormula(text));
  if (at !== undefined) return [error('formula', path, String(at))];
  return namesIn(readFormula(text)).flatMap(({ name }) => (known.has(name) ? [] : [error('noSuchField', path, name)]));
}

function layoutProblems({ fields, layout }: FormVersion): FormProblem[] {
  const placed = layout.sections.flatMap((section) => section.fields);
  const known = new Set(fields.map(({ code }) => code));
  return [
    ...placed.filter((code) => !known.has(code)).map((code) => error('noSuchField', 'layout', code)),
    ...twice(placed).map((code) => error('fieldTwicePlaced', `fields.${code}`, code)),
    ...fields.filter(({ code }) => !placed.includes(code)).map(({ code }) => warning('fieldNotPlaced', `fields.${code}`, code)),
  ];
}

function ruleProblems(version: FormVersion): FormProblem[] {
  const known = knownNames(version);
  const fields = new Map(version.fields.map((field) => [field.code, field]));
  const stages = new Set(version.stages.map(({ code }) => code));
  return version.rules.flatMap(({ code, when, then }) => {
    const path = `rules.${code}`;
    return [
      ...(when ? fieldsIn(when) : []).filter((name) => !known.has(name)).map((name) => error('noSuchField', path, name)),
      ...(when ? stagesIn(when) : []).filter((name) => !stages.has(name)).map((name) => error('noSuchStage', path, name)),
      ...then.flatMap((effect) => effectProblems(effect, { path, known, fields })),
    ];
  });
}

function effectProblems(
  effect: RuleEffect,
  { path, known, fields }: { path: string; known: ReadonlySet<string>; fields: ReadonlyMap<string, FormField> },
): FormProblem[] {
  const { do: kind, field, formula, options, text } = effect;
  const isWord = kind === 'warn' || kind === 'refuse';
  if (isWord && text === undefined) return [error('noText', path)];
  if (field === undefined) return isWord ? [] : [error('effect', path, kind)];
  const target = fields.get(field);
  if (!target) return [error('noSuchField', path, field)];
  if (kind === 'setValue') return formulaProblems(formula, path, known);
  if (kind === 'setOptions')
    return (options ?? [])
      .filter((value) => target.options && !target.options.some((option) => option.value === value))
      .map((value) => error('effect', path, value));
  return [];
}

function stageProblems({ stages, fields, actions }: FormVersion): FormProblem[] {
  const known = new Set(fields.map(({ code }) => code));
  const offered = new Set(actions.map(({ code }) => code));
  return [
    ...(stages.length === 0 && actions.length > 0 ? [warning('noStage', 'stages')] : []),
    ...stages.flatMap((stage) => [
      ...Object.keys(stage.fields)
        .filter((code) => !known.has(code))
        .map((code) => error('noSuchField', `stages.${stage.code}`, code)),
      ...stage.actions.filter((code) => !offered.has(code)).map((code) => error('noSuchAction', `stages.${stage.code}`, code)),
    ]),
  ];
}

function actionProblems({ actions, stages, fields }: FormVersion): FormProblem[] {
  const known = new Set(fields.map(({ code }) => code));
  return actions.flatMap(({ code, requires, kind, url }) => [
    ...(requires.fields ?? []).filter((name) => !known.has(name)).map((name) => error('noSuchField', `actions.${code}`, name)),
    ...(kind === 'link' && url === undefined ? [warning('noLink', `actions.${code}`)] : []),
    ...(stages.length > 0 && !stages.some((stage) => stage.actions.includes(code)) ? [warning('actionNotOffered', `actions.${code}`)] : []),
  ]);
}
