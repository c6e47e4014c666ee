import { Button, Checkbox, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { pick, type Language, type LocalDraft } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { CommandAction, CommandArgument } from '../../common/company/command.contract.ts';
import { argumentTypes, commandKinds, mostArguments } from '../../common/company/words.ts';

interface InputOf<T> {
  id?: string;
  value?: T;
  onChange?: (value: T) => void;
  disabled?: boolean;
}

/** A text with other words in the language on screen; the first language, which all others fall back to, is never empty. */
const inLanguage = (before: LocalDraft, language: Language, text: string): LocalDraft =>
  language === 'zh_CN' || before.zh_CN === '' || before.zh_CN === before[language]
    ? { ...before, [language]: text, zh_CN: text }
    : { ...before, [language]: text };

/** The arguments of a command, in their order. */
export function ArgumentsInput({ id, value = [], onChange, disabled = false }: InputOf<CommandArgument[]>): ReactElement {
  const t = useT('robots');
  const [language] = useLanguage();
  const change = (at: number, part: Partial<CommandArgument>): void =>
    onChange?.(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const add = (): void =>
    onChange?.([...value, { name: `arg${value.length + 1}`, label: { zh_CN: '' }, type: 'text', required: true, choices: [] }]);
  return (
    <div className="rb-rows" id={id}>
      {value.map((one, at) => (
        <div key={at} className="rb-row" role="group" aria-label={t('command.argument', { n: at + 1 })}>
          <Input
            aria-label={t('command.argumentName', { n: at + 1 })}
            placeholder={t('command.name')}
            disabled={disabled}
            maxLength={32}
            value={one.name}
            onChange={({ target }) => change(at, { name: target.value.trim() })}
          />
          <Input
            aria-label={t('command.argumentLabel', { n: at + 1 })}
            placeholder={t('command.label')}
            disabled={disabled}
            maxLength={40}
            value={pick(one.label, language)}
            onChange={({ target }) => change(at, { label: inLanguage(one.label, language, target.value) })}
          />
          <Select<CommandArgument['type']>
            aria-label={t('command.argumentType', { n: at + 1 })}
            disabled={disabled}
            value={one.type}
            options={argumentTypes.map((type) => ({ value: type, label: t(`command.type.${type}`) }))}
            onChange={(type) => change(at, { type })}
          />
          {one.type === 'choice' && (
            <Select<string[]>
              mode="tags"
              aria-label={t('command.argumentChoices', { n: at + 1 })}
              placeholder={t('command.choices')}
              disabled={disabled}
              value={one.choices}
              onChange={(choices) => change(at, { choices })}
            />
          )}
          <Checkbox
            className="rb-small"
            disabled={disabled}
            checked={one.required}
            onChange={({ target }) => change(at, { required: target.checked })}
          >
            {t('command.required')}
          </Checkbox>
          <Button
            className="rb-small"
            disabled={disabled}
            aria-label={t('command.argumentRemove', { n: at + 1 })}
            onClick={() => onChange?.(value.filter((_one, index) => index !== at))}
          >
            {t('command.remove')}
          </Button>
        </div>
      ))}
      {value.length < mostArguments && (
        <Button disabled={disabled} onClick={add}>
          {t('command.addArgument')}
        </Button>
      )}
    </div>
  );
}

const newAction = (kind: CommandAction['kind'], text: LocalDraft): CommandAction =>
  kind === 'text' ? { kind, text } : kind === 'event' ? { kind } : { kind, path: '', answer: text, failure: { zh_CN: '' } };

/** What a command does: a text, an event for the address, or the call of an interface with what is said of its answer. */
export function ActionInput({ id, value, onChange, disabled = false }: InputOf<CommandAction>): ReactElement {
  const t = useT('robots');
  const [language] = useLanguage();
  const action: CommandAction = value ?? { kind: 'text', text: { zh_CN: '' } };
  const said: LocalDraft = action.kind === 'text' ? action.text : action.kind === 'interface' ? action.answer : { zh_CN: '' };
  const area = (label: string, text: LocalDraft, write: (next: LocalDraft) => void): ReactElement => (
    <Input.TextArea
      aria-label={label}
      placeholder={label}
      disabled={disabled}
      rows={3}
      maxLength={2000}
      value={pick(text, language)}
      onChange={({ target }) => write(inLanguage(text, language, target.value))}
    />
  );
  return (
    <div className="rb-content">
      <Select<CommandAction['kind']>
        {...(id !== undefined && { id })}
        aria-label={t('robotCommand.field.does')}
        disabled={disabled}
        value={action.kind}
        options={commandKinds.map((kind) => ({ value: kind, label: t(`robotCommand.kind.${kind}`) }))}
        onChange={(kind) => onChange?.(newAction(kind, said))}
      />
      {action.kind === 'text' && area(t('command.text'), action.text, (text) => onChange?.({ ...action, text }))}
      {action.kind === 'interface' && (
        <>
          <Input
            aria-label={t('command.path')}
            placeholder={t('command.path')}
            disabled={disabled}
            maxLength={200}
            value={action.path}
            onChange={({ target }) => onChange?.({ ...action, path: target.value.trim() })}
          />
          {area(t('command.answer'), action.answer, (answer) => onChange?.({ ...action, answer }))}
          {area(t('command.failure'), action.failure, (failure) => onChange?.({ ...action, failure }))}
        </>
      )}
    </div>
  );
}
