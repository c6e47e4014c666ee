import { Button, Input, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { comparisons, condition as conditionSchema, type Comparison, type Condition } from '../../common/form/condition.ts';
import { freeCode } from '../../common/form/edit.ts';
import { effectKinds, type FormRule, type FormVersion, type RuleEffect } from '../../common/form/version.ts';
import type { Draft } from './use-draft.ts';
import { WordsInput } from './words-input.tsx';

/** Rules of the form, each with its condition and effects. */
export function RulesPanel({ draft, open }: { draft: Draft; open: string | undefined }): ReactElement {
  const t = useT('todo-forms');
  const { rules } = draft.now;
  const set = (next: FormRule[]): void => draft.change({ ...draft.now, rules: next });
  const add = (): void => {
    const [first] = draft.now.fields;
    const effect: RuleEffect = first ? { do: 'show', field: first.code } : { do: 'warn', text: { zh_CN: '…' } };
    set([...rules, { code: freeCode(rules, 'rule'), then: [effect] }]);
  };
  return (
    <section aria-label={t('design.rules')}>
      {rules.length === 0 && <p className="tdf-hint">{t('design.noRules')}</p>}
      {rules.map((rule, at) => (
        <details key={rule.code} className="tdd-column" open={open === rule.code}>
          <summary>{rule.code}</summary>
          <When rule={rule} version={draft.now} onChange={(next) => set(rules.map((one, index) => (index === at ? next : one)))} />
          <Then rule={rule} version={draft.now} onChange={(next) => set(rules.map((one, index) => (index === at ? next : one)))} />
          <Button type="text" danger size="small" onClick={() => set(rules.filter((_, index) => index !== at))}>
            {t('design.removeRule', { code: rule.code })}
          </Button>
        </details>
      ))}
      <Button size="small" onClick={add}>
        {t('design.addRule')}
      </Button>
    </section>
  );
}

interface PartProps {
  readonly rule: FormRule;
  readonly version: FormVersion;
  readonly onChange: (rule: FormRule) => void;
}

type Leaf = Extract<Condition, { field: string }>;
const isLeaf = (one: Condition): one is Leaf => 'field' in one;

/** A condition as rows that all or any must hold; undefined where it is deeper than that. */
function rowsOf(when: Condition | undefined): { mode: 'all' | 'any'; rows: Leaf[] } | undefined {
  if (!when) return { mode: 'all', rows: [] };
  if (isLeaf(when)) return { mode: 'all', rows: [when] };
  const [mode, list] =
    'all' in when ? (['all', when.all] as const) : 'any' in when ? (['any', when.any] as const) : (['all', undefined] as const);
  return list?.every(isLeaf) ? { mode, rows: list.filter(isLeaf) } : undefined;
}

/** A value as it was typed: numbers and yes or no are what they look like. */
const typed = (text: string): Leaf['value'] =>
  text === 'true' ? true : text === 'false' ? false : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
const shown = (value: Leaf['value']): string =>
  value === undefined || value === null ? '' : Array.isArray(value) ? value.join(',') : String(value);
const withoutValue: readonly Comparison[] = ['isEmpty', 'isNotEmpty'];

function When({ rule, version, onChange }: PartProps): ReactElement {
  const t = useT('todo-forms');
  const found = rowsOf(rule.when);
  if (!found) return <WhenText rule={rule} onChange={onChange} />;
  const { mode, rows } = found;
  const set = (next: { mode: 'all' | 'any'; rows: readonly Leaf[] }): void => {
    const { when: _when, ...rest } = rule;
    onChange(next.rows.length === 0 ? rest : { ...rest, when: next.mode === 'all' ? { all: [...next.rows] } : { any: [...next.rows] } });
  };
  const setRow = (at: number, row: Leaf): void => set({ mode, rows: rows.map((one, index) => (index === at ? row : one)) });
  const fields = version.fields.map(({ code }) => ({ value: code, label: code }));
  return (
    <fieldset className="tdd-words">
      <legend>{t('design.when')}</legend>
      {rows.length > 1 && (
        <Select
          aria-label={t('design.mode')}
          value={mode}
          options={(['all', 'any'] as const).map((one) => ({ value: one, label: t(`design.${one}`) }))}
          onChange={(next) => set({ mode: next, rows })}
        />
      )}
      {rows.length === 0 && <p className="tdf-hint">{t('design.always')}</p>}
      {rows.map((row, at) => (
        <div key={at} className="tdd-option" role="group" aria-label={t('design.condition', { n: at + 1 })}>
          <Select aria-label={t('design.field')} value={row.field} options={fields} onChange={(field) => setRow(at, { ...row, field })} />
          <Select
            aria-label={t('design.comparison')}
            value={row.op}
            options={comparisons.map((op) => ({ value: op, label: t(`op.${op}`) }))}
            onChange={(op) => setRow(at, { ...row, op, ...(op === 'isOneOf' && { value: [] }) })}
          />
          {!withoutValue.includes(row.op) && (
            <Input
              aria-label={t('design.value')}
              value={shown(row.value)}
              onChange={({ target }) =>
                setRow(at, { ...row, value: row.op === 'isOneOf' ? target.value.split(',').map((one) => one.trim()) : typed(target.value) })
              }
            />
          )}
          <Button type="text" danger size="small" onClick={() => set({ mode, rows: rows.filter((_, index) => index !== at) })}>
            {t('design.removeCondition', { n: at + 1 })}
          </Button>
        </div>
      ))}
      <Button
        size="small"
        disabled={version.fields.length === 0}
        onClick={() => set({ mode, rows: [...rows, { field: version.fields[0]!.code, op: 'isNotEmpty' }] })}
      >
        {t('design.addCondition')}
      </Button>
    </fieldset>
  );
}

/** A condition of groups, of the person or of the stage, as text. */
function WhenText({ rule, onChange }: Pick<PartProps, 'rule' | 'onChange'>): ReactElement {
  const t = useT('todo-forms');
  const [text, setText] = useState(() => JSON.stringify(rule.when, null, 2));
  const [wrong, setWrong] = useState(false);
  const take = (next: string): void => {
    setText(next);
    try {
      const read = conditionSchema.safeParse(JSON.parse(next));
      setWrong(!read.success);
      if (read.data) onChange({ ...rule, when: read.data });
    } catch {
      setWrong(true);
    }
  };
  return (
    <fieldset className="tdd-words">
      <legend>{t('design.when')}</legend>
      <Input.TextArea
        aria-label={t('design.whenText')}
        rows={8}
        value={text}
        {...(wrong && { status: 'error' as const })}
        onChange={({ target }) => take(target.value)}
      />
      {wrong && <p role="alert">{t('design.whenWrong')}</p>}
    </fieldset>
  );
}

function Then({ rule, version, onChange }: PartProps): ReactElement {
  const t = useT('todo-forms');
  const set = (then: RuleEffect[]): void => onChange({ ...rule, then });
  const setOne = (at: number, effect: RuleEffect): void => set(rule.then.map((one, index) => (index === at ? effect : one)));
  return (
    <fieldset className="tdd-words">
      <legend>{t('design.then')}</legend>
      {rule.then.map((effect, at) => (
        <div key={at} className="tdd-option" role="group" aria-label={t('design.effect', { n: at + 1 })}>
          <Select
            aria-label={t('design.do')}
            value={effect.do}
            options={effectKinds.map((kind) => ({ value: kind, label: t(`effect.${kind}`) }))}
            onChange={(kind) => setOne(at, { do: kind, ...(effect.field !== undefined && { field: effect.field }) })}
          />
          <Select<string>
            aria-label={t('design.field')}
            allowClear
            value={effect.field ?? null}
            options={version.fields.map(({ code }) => ({ value: code, label: code }))}
            onChange={(field: string | undefined) => {
              const { field: _field, ...rest } = effect;
              setOne(at, { ...rest, ...(field !== undefined && { field }) });
            }}
          />
          {effect.do === 'setValue' && (
            <Input
              aria-label={t('design.formula')}
              value={effect.formula ?? ''}
              onChange={({ target }) => setOne(at, { ...effect, formula: target.value })}
            />
          )}
          {effect.do === 'setOptions' && (
            <Select<string[]>
              aria-label={t('design.options')}
              mode="multiple"
              value={effect.options ?? []}
              options={(version.fields.find(({ code }) => code === effect.field)?.options ?? []).map(({ value }) => ({
                value,
                label: value,
              }))}
              onChange={(options) => setOne(at, { ...effect, options })}
            />
          )}
          {(effect.do === 'warn' || effect.do === 'refuse') && (
            <WordsInput
              label={t('design.text')}
              value={effect.text}
              onChange={(text) => {
                const { text: _text, ...rest } = effect;
                setOne(at, { ...rest, ...(text && { text }) });
              }}
            />
          )}
          {rule.then.length > 1 && (
            <Button type="text" danger size="small" onClick={() => set(rule.then.filter((_, index) => index !== at))}>
              {t('design.removeEffect', { n: at + 1 })}
            </Button>
          )}
        </div>
      ))}
      <Button size="small" onClick={() => set([...rule.then, { ...rule.then[0]! }])}>
        {t('design.addEffect')}
      </Button>
    </fieldset>
  );
}
