import { Button, Checkbox, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { freeCode } from '../../common/form/edit.ts';
import { fieldAccess, formActionKinds, formCode, type FieldAccess, type FormAction, type FormStage } from '../../common/form/version.ts';
import type { Draft } from './use-draft.ts';
import { WordsInput } from './words-input.tsx';

interface PanelProps {
  readonly draft: Draft;
  /** Code of the one that is shown open. */
  readonly open: string | undefined;
}

function CodeInput({
  code,
  taken,
  onChange,
}: {
  code: string;
  taken: readonly { code: string }[];
  onChange: (code: string) => void;
}): ReactElement {
  const t = useT('todo-forms');
  return (
    <Input
      key={code}
      aria-label={t('design.code')}
      defaultValue={code}
      maxLength={32}
      onBlur={({ target }) => {
        if (formCode.safeParse(target.value).success && !taken.some((one) => one.code === target.value)) onChange(target.value);
      }}
    />
  );
}

/** Stages of an item: what each field is, and which actions are offered. */
export function StagesPanel({ draft, open }: PanelProps): ReactElement {
  const t = useT('todo-forms');
  const { stages } = draft.now;
  const set = (next: FormStage[]): void => draft.change({ ...draft.now, stages: next });
  const add = (): void => {
    const code = freeCode(stages, 'stage');
    set([...stages, { code, name: { zh_CN: code }, fields: {}, others: 'read', actions: draft.now.actions.map((one) => one.code) }]);
  };
  return (
    <section aria-label={t('design.stages')}>
      {stages.length === 0 && <p className="tdf-hint">{t('design.noStages')}</p>}
      {stages.map((stage, at) => (
        <details key={at} className="tdd-column" open={open === stage.code}>
          <summary>{stage.code}</summary>
          <Stage draft={draft} stage={stage} onChange={(next) => set(stages.map((one, index) => (index === at ? next : one)))} />
          <Button type="text" danger size="small" onClick={() => set(stages.filter((_, index) => index !== at))}>
            {t('design.removeStage', { code: stage.code })}
          </Button>
        </details>
      ))}
      <Button size="small" disabled={stages.length >= 20} onClick={add}>
        {t('design.addStage')}
      </Button>
    </section>
  );
}

function Stage({ draft, stage, onChange }: { draft: Draft; stage: FormStage; onChange: (stage: FormStage) => void }): ReactElement {
  const t = useT('todo-forms');
  const [language] = useLanguage();
  const { fields, actions, stages } = draft.now;
  const accesses = fieldAccess.map((access) => ({ value: access, label: t(`access.${access}`) }));
  const setAccess = (code: string, access: FieldAccess | undefined): void => {
    const { [code]: _gone, ...rest } = stage.fields;
    onChange({ ...stage, fields: access === undefined ? rest : { ...rest, [code]: access } });
  };
  return (
    <>
      <CodeInput code={stage.code} taken={stages} onChange={(code) => onChange({ ...stage, code })} />
      <WordsInput label={t('design.name')} max={60} value={stage.name} onChange={(name) => name && onChange({ ...stage, name })} />
      <table className="tdd-access" aria-label={t('design.rights')}>
        <tbody>
          <tr>
            <th scope="row">{t('design.others')}</th>
            <td>
              <Select
                aria-label={t('design.others')}
                value={stage.others}
                options={accesses}
                onChange={(others) => onChange({ ...stage, others })}
              />
            </td>
          </tr>
          {fields.map((field) => {
            const label = pick(field.label, language);
            return (
              <tr key={field.code}>
                <th scope="row">{label}</th>
                <td>
                  <Select<FieldAccess>
                    aria-label={t('design.accessOf', { label })}
                    allowClear
                    placeholder={t('design.asOthers')}
                    value={stage.fields[field.code] ?? null}
                    options={accesses}
                    onChange={(access: FieldAccess | undefined) => setAccess(field.code, access)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Checkbox.Group
        aria-label={t('design.actions')}
        value={stage.actions}
        options={actions.map((action) => ({ value: action.code, label: pick(action.label, language) }))}
        onChange={(next) => onChange({ ...stage, actions: next })}
      />
    </>
  );
}

/** Actions of the form. */
export function ActionsPanel({ draft, open }: PanelProps): ReactElement {
  const t = useT('todo-forms');
  const { actions } = draft.now;
  const set = (next: FormAction[]): void => draft.change({ ...draft.now, actions: next });
  const add = (): void => {
    const code = freeCode(actions, 'action');
    set([...actions, { code, kind: 'approve', label: { zh_CN: code }, style: 'default', requires: {}, effect: 'done' }]);
  };
  return (
    <section aria-label={t('design.actions')}>
      {actions.length === 0 && <p className="tdf-hint">{t('design.noActions')}</p>}
      {actions.map((action, at) => (
        <details key={at} className="tdd-column" open={open === action.code}>
          <summary>{action.code}</summary>
          <Action draft={draft} action={action} onChange={(next) => set(actions.map((one, index) => (index === at ? next : one)))} />
          <Button type="text" danger size="small" onClick={() => set(actions.filter((_, index) => index !== at))}>
            {t('design.removeAction', { code: action.code })}
          </Button>
        </details>
      ))}
      <Button size="small" disabled={actions.length >= 10} onClick={add}>
        {t('design.addAction')}
      </Button>
    </section>
  );
}

const styles = ['primary', 'default', 'danger'] as const;
const effects = ['done', 'stays'] as const;
const needs = ['comment', 'signature', 'password'] as const;

function Action({ draft, action, onChange }: { draft: Draft; action: FormAction; onChange: (action: FormAction) => void }): ReactElement {
  const t = useT('todo-forms');
  const { actions, fields } = draft.now;
  const { requires } = action;
  return (
    <>
      <CodeInput code={action.code} taken={actions} onChange={(code) => onChange({ ...action, code })} />
      <WordsInput label={t('design.label')} max={20} value={action.label} onChange={(label) => label && onChange({ ...action, label })} />
      <div className="tdd-option">
        <Select
          aria-label={t('design.kind')}
          value={action.kind}
          options={formActionKinds.map((kind) => ({ value: kind, label: t(`action.${kind}`) }))}
          onChange={(kind) => onChange({ ...action, kind })}
        />
        <Select
          aria-label={t('design.style')}
          value={action.style}
          options={styles.map((style) => ({ value: style, label: t(`style.${style}`) }))}
          onChange={(style) => onChange({ ...action, style })}
        />
        <Select
          aria-label={t('design.afterwards')}
          value={action.effect}
          options={effects.map((effect) => ({ value: effect, label: t(`afterwards.${effect}`) }))}
          onChange={(effect) => onChange({ ...action, effect })}
        />
      </div>
      <WordsInput
        label={t('design.confirm')}
        value={action.confirm}
        onChange={(confirm) => {
          const { confirm: _confirm, ...rest } = action;
          onChange({ ...rest, ...(confirm && { confirm }) });
        }}
      />
      <div className="tdd-checks">
        {needs.map((need) => (
          <Checkbox
            key={need}
            checked={requires[need] === true}
            onChange={({ target }) => onChange({ ...action, requires: { ...requires, [need]: target.checked } })}
          >
            {t(`design.${need}`)}
          </Checkbox>
        ))}
      </div>
      <Select<string[]>
        aria-label={t('design.needsFields')}
        mode="multiple"
        className="tdf-select"
        placeholder={t('design.needsFields')}
        value={requires.fields ?? []}
        options={fields.map(({ code }) => ({ value: code, label: code }))}
        onChange={(next) => onChange({ ...action, requires: { ...requires, fields: next } })}
      />
      {action.kind === 'link' && (
        <Input
          aria-label={t('design.url')}
          placeholder="https://"
          value={action.url ?? ''}
          onChange={({ target }) => {
            const { url: _url, ...rest } = action;
            onChange({ ...rest, ...(target.value !== '' && { url: target.value }) });
          }}
        />
      )}
    </>
  );
}
