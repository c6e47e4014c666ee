import { isComputed, issuesOf } from './check-value.ts';
import { compiledForm, type CompiledForm } from './compiled.ts';
import type { FieldState, FormContext, FormIssue, FormState } from './evaluate.types.ts';
import { runFormula, type FormulaScope } from './formula-run.ts';
import { holds } from './holds.ts';
import { isEmpty, isObject, valueAt } from './values.ts';
import type { FieldAccess, FormField, FormOption, FormRule, FormStage, FormValue, FormVersion } from './version.ts';

const minuteMillis = 60_000;
const sets: readonly string[] = ['setValue'];

/** One evaluation: what was worked out is kept, and what depends on itself is empty. */
class Evaluation {
  readonly stage: FormStage | undefined;
  readonly #form: CompiledForm;
  readonly #context: FormContext;
  readonly #values = new Map<string, FormValue>();
  readonly #rules = new Map<FormRule, boolean>();
  readonly #busy = new Set<string>();
  readonly #scope: FormulaScope;

  constructor(version: FormVersion, context: FormContext) {
    this.#form = compiledForm(version);
    this.#context = context;
    this.stage = version.stages.find(({ code }) => code === context.stage) ?? version.stages[0];
    const { now, zone = 0, person } = context;
    this.#scope = {
      value: (name) => this.named(name),
      today: new Date(now - zone * minuteMillis).toISOString().slice(0, 10),
      me: (fact) => (Object.hasOwn(person, fact) ? (person[fact as keyof typeof person] ?? '') : ''),
    };
  }

  access(field: FormField): FieldAccess {
    if (!this.stage) return field.required === true ? 'required' : 'write';
    return this.stage.fields[field.code] ?? this.stage.others;
  }

  #effects(field: FormField, ...kinds: readonly string[]) {
    return (this.#form.effects.get(field.code) ?? []).filter(({ effect }) => kinds.includes(effect.do));
  }

  holds(rule: FormRule): boolean {
    const known = this.#rules.get(rule);
    if (known !== undefined) return known;
    const { person } = this.#context;
    const answer =
      !rule.when ||
      holds(rule.when, { value: (name) => this.named(name), person: (fact) => person[fact] ?? '', stage: this.stage?.code ?? '' });
    this.#rules.set(rule, answer);
    return answer;
  }

  visible(field: FormField): boolean {
    if (this.access(field) === 'hidden') return false;
    const shown = this.#effects(field, 'show');
    if (shown.length > 0 && !shown.some(({ rule }) => this.holds(rule))) return false;
    return !this.#effects(field, 'hide').some(({ rule }) => this.holds(rule));
  }

  readOnly(field: FormField): boolean {
    const access = this.access(field);
    if (isComputed(field.type) || access === 'read' || access === 'hidden') return true;
    return this.#effects(field, 'readOnly', ...sets).some(({ rule }) => this.holds(rule));
  }

  required(field: FormField): boolean {
    if (this.access(field) === 'required' || field.required === true) return true;
    return this.#effects(field, 'require').some(({ rule }) => this.holds(rule));
  }

  options(field: FormField): readonly FormOption[] {
    const all = this.#context.choices?.[field.code] ?? field.options ?? [];
    const narrowed = this.#effects(field, 'setOptions').findLast(({ rule }) => this.holds(rule));
    return narrowed ? all.filter(({ value }) => narrowed.effect.options?.includes(value)) : all;
  }

  /** The value of a field, or of a column over all rows: `lines.amount`. */
  named(name: string): FormValue {
    const [code = '', column] = name.split('.');
    const field = this.#form.fields.get(code);
    if (!field) return null;
    const value = this.value(field);
    if (column === undefined) return value;
    return Array.isArray(value) ? value.map((row) => (isObject(row) ? (row[column] ?? null) : null)) : null;
  }

  value(field: FormField): FormValue {
    const known = this.#values.get(field.code);
    if (known !== undefined) return known;
    // What depends on itself is found at the publication (17068); a draft is drawn all the same.
    if (this.#busy.has(field.code)) return null;
    this.#busy.add(field.code);
    const value = this.#worked(field);
    this.#busy.delete(field.code);
    this.#values.set(field.code, value);
    return value;
  }

  #worked(field: FormField): FormValue {
    if (field.type === 'formula') return this.#run(field.formula, this.#scope);
    if (field.type === 'static') return null;
    const set = this.#effects(field, ...sets).findLast(({ rule }) => this.holds(rule));
    if (set) return this.#run(set.effect.formula, this.#scope);
    const entered = this.#context.input?.[field.code];
    const stored = this.#stored(field);
    const given = entered !== undefined && this.visible(field) && !this.readOnly(field) ? entered : stored;
    return field.type === 'table' ? this.#table(field, given) : given;
  }

  /** The value of the item, or the default where it has none. */
  #stored(field: FormField): FormValue {
    const found = valueAt(this.#context.data, field.path ?? field.code);
    if (found === undefined) return field.default ?? null;
    if (field.type !== 'table' || !Array.isArray(found)) return found;
    return found.map((row) =>
      isObject(row)
        ? Object.fromEntries(
            (field.columns ?? []).map(({ code, path, default: usual }) => [code, valueAt(row, path ?? code) ?? usual ?? null]),
          )
        : row,
    );
  }

  /** Rows with their computed columns. */
  #table(field: FormField, rows: FormValue): FormValue {
    const computed = (field.columns ?? []).filter(({ type }) => type === 'formula');
    if (!Array.isArray(rows) || computed.length === 0) return rows;
    return rows.map((row) => {
      if (!isObject(row)) return row;
      const done: Record<string, FormValue> = { ...row };
      const busy = new Set<string>();
      const columns = new Map(computed.map((column) => [column.code, column]));
      const inRow = (name: string): FormValue => {
        const column = columns.get(name);
        if (!column) return Object.hasOwn(done, name) ? done[name]! : this.named(name);
        if (busy.has(name)) return null;
        busy.add(name);
        const value = this.#run(column.formula, { ...this.#scope, value: inRow });
        columns.delete(name);
        done[name] = value;
        return value;
      };
      for (const { code } of computed) inRow(code);
      return done;
    });
  }

  #run(source: string | undefined, scope: FormulaScope): FormValue {
    const node = this.#form.formula(source);
    return node ? runFormula(node, scope) : null;
  }
}

const hidden = (value: FormValue): FieldState => ({ visible: false, required: false, readOnly: true, value, options: [], issues: [] });

function stateOf(work: Evaluation, field: FormField): FieldState {
  const value = work.value(field);
  if (!work.visible(field)) return hidden(value);
  const readOnly = work.readOnly(field);
  const required = !readOnly && work.required(field);
  const options = work.options(field);
  const issues: FormIssue[] = readOnly ? [] : issuesOf(field, value, { path: field.code, options });
  // A switch that is off has been answered.
  if (required && isEmpty(value)) issues.push({ path: field.code, key: 'required' });
  return { visible: true, required, readOnly, value, options, issues };
}

/**
 * The form as it stands now: per field whether it is visible, required and read-only, its value, its choices and what is wrong with it. Pure:
 * the same answer on the server, in the console and on terminals. What is hidden counts with the value of the item, never with what was entered.
 */
export function evaluateForm(version: FormVersion, context: FormContext): FormState {
  const work = new Evaluation(version, context);
  const fields = Object.fromEntries(version.fields.map((field) => [field.code, stateOf(work, field)]));
  const said = (kind: 'warn' | 'refuse'): FormIssue[] =>
    version.rules.flatMap((rule) =>
      rule.then.flatMap((effect): FormIssue[] => {
        if (effect.do !== kind || !work.holds(rule)) return [];
        if (effect.field !== undefined && fields[effect.field]?.visible !== true) return [];
        return [{ path: effect.field ?? '', key: 'rule', ...(effect.text && { text: effect.text }) }];
      }),
    );
  const { stage } = work;
  return {
    stage: stage?.code ?? '',
    fields,
    actions: stage ? stage.actions.flatMap((code) => version.actions.filter((action) => action.code === code)) : version.actions,
    warnings: said('warn'),
    refusals: said('refuse'),
  };
}
