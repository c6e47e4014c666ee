import { FormulaMistake, namesIn, readFormula, type FormulaNode } from './formula.ts';
import { fieldsIn } from './holds.ts';
import type { FormField, FormRule, FormVersion, RuleEffect } from './version.ts';

/** A version as it is evaluated: read once for each content. */
export interface CompiledForm {
  readonly fields: ReadonlyMap<string, FormField>;
  /** Effects on each field, in the order of the rules. */
  readonly effects: ReadonlyMap<string, readonly { readonly rule: FormRule; readonly effect: RuleEffect }[]>;
  /** A formula by its text; undefined where it can't be read. */
  formula(source: string | undefined): FormulaNode | undefined;
}

const compiled = new WeakMap<FormVersion, CompiledForm>();

/** Reads a version; the same content is read once. */
export function compiledForm(version: FormVersion): CompiledForm {
  const known = compiled.get(version);
  if (known) return known;
  const formulas = new Map<string, FormulaNode | undefined>();
  const effects = new Map<string, { rule: FormRule; effect: RuleEffect }[]>();
  for (const rule of version.rules)
    for (const effect of rule.then)
      if (effect.field !== undefined) effects.set(effect.field, [...(effects.get(effect.field) ?? []), { rule, effect }]);
  const made: CompiledForm = {
    fields: new Map(version.fields.map((field) => [field.code, field])),
    effects,
    formula: (source) => {
      if (source === undefined) return undefined;
      if (!formulas.has(source)) formulas.set(source, tried(source));
      return formulas.get(source);
    },
  };
  compiled.set(version, made);
  return made;
}

function tried(source: string): FormulaNode | undefined {
  try {
    return readFormula(source);
  } catch (error) {
    if (error instanceof FormulaMistake) return undefined;
    throw error;
  }
}

/** Fields on which the value and the state of each field depend. */
function dependencies(version: FormVersion): Map<string, Set<string>> {
  const form = compiledForm(version);
  const all = new Map<string, Set<string>>(version.fields.map(({ code }) => [code, new Set<string>()]));
  const mention = (from: string, name: string): void => {
    const table = name.split('.')[0] ?? name;
    if (all.has(table)) all.get(from)?.add(table);
  };
  for (const field of version.fields) {
    for (const { name } of namesOf(form.formula(field.type === 'formula' ? field.formula : undefined))) mention(field.code, name);
    for (const column of field.columns ?? []) {
      const inRow = new Set(field.columns?.map(({ code }) => code));
      for (const { name } of namesOf(form.formula(column.type === 'formula' ? column.formula : undefined)))
        if (!inRow.has(name)) mention(field.code, name);
    }
    for (const { rule, effect } of form.effects.get(field.code) ?? []) {
      if (effect.do === 'warn' || effect.do === 'refuse') continue;
      for (const name of rule.when ? fieldsIn(rule.when) : []) mention(field.code, name);
      if (effect.do === 'setValue') for (const { name } of namesOf(form.formula(effect.formula))) mention(field.code, name);
    }
  }
  return all;
}

const namesOf = (node: FormulaNode | undefined): { name: string }[] => (node ? namesIn(node) : []);

/** Columns of one table that a formula column depends on. */
function columnDependencies(field: FormField, form: CompiledForm): Map<string, Set<string>> {
  const codes = new Set(field.columns?.map(({ code }) => code));
  return new Map(
    (field.columns ?? []).map(({ code, type, formula }) => [
      code,
      new Set(
        namesOf(form.formula(type === 'formula' ? formula : undefined))
          .map(({ name }) => name)
          .filter((name) => codes.has(name)),
      ),
    ]),
  );
}

/** Circles of rules and formulas, each as the codes that it goes through: `['a', 'b', 'a']`. At most ten. */
export function circlesIn(version: FormVersion): string[][] {
  const form = compiledForm(version);
  const within = version.fields.flatMap((field) =>
    circles(columnDependencies(field, form)).map((circle) => circle.map((code) => `${field.code}.${code}`)),
  );
  return [...circles(dependencies(version)), ...within].slice(0, 10);
}

function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (code: string, way: readonly string[]): void => {
    const seen = way.indexOf(code);
    if (seen >= 0) {
      found.push([...way.slice(seen), code]);
      return;
    }
    if (done.has(code)) return;
    for (const next of graph.get(code) ?? []) walk(next, [...way, code]);
    done.add(code);
  };
  for (const code of graph.keys()) walk(code, []);
  return found;
}
