import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { useId, type ReactElement } from 'react';
import type { z } from 'zod';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { slot as slotSchema } from '../../common/fields.ts';
import { mikaLimits, slotDefaults, slotTypes } from '../../common/words.ts';
import { changedAt, without, type InputOf } from './input-of.ts';
import { LinesInput } from './phrases-input.tsx';
import { LocalLines } from './local-lines.tsx';

type SlotDraft = z.input<typeof slotSchema>;

const fresh = (n: number): SlotDraft => ({ code: `slot${n}`, name: { zh_CN: '' }, questions: [{ zh_CN: '' }], type: 'text' });

/** What a scene asks for, one after the other. */
export function SlotsInput({ value = [], onChange, id }: InputOf<SlotDraft[]>): ReactElement {
  const t = useT('mika');
  return (
    <div id={id}>
      {value.length === 0 && <p>{t('slot.none')}</p>}
      {value.map((one, at) => (
        <section key={at} className="mika-box" aria-label={t('slot.n', { n: at + 1 })}>
          <div className="mika-row">
            <strong className="mika-grow">{t('slot.n', { n: at + 1 })}</strong>
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={t('slot.remove', { n: at + 1 })}
              onClick={() => onChange?.(without(value, at))}
            />
          </div>
          <SlotFields slot={one} onChange={(next) => onChange?.(changedAt(value, at, next))} />
        </section>
      ))}
      {value.length < mikaLimits.slots && (
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onChange?.([...value, fresh(value.length + 1)])}>
          {t('slot.add')}
        </Button>
      )}
    </div>
  );
}

type Choices = NonNullable<SlotDraft['choices']>;

/** Choices as lines: `value=name|synonym|synonym`. */
const linesOf = (choices: Choices): string[] => choices.map(({ value, name, same = [] }) => `${value}=${[name.zh_CN, ...same].join('|')}`);
const choicesOf = (lines: readonly string[]): Choices =>
  lines.map((line) => {
    const [value = '', names = value] = line.split(/[=＝]/, 2);
    const [name = value, ...same] = names.split(/[|｜]/).map((one) => one.trim());
    return { value: value.trim(), name: { zh_CN: name || value.trim() }, same: same.filter((one) => one !== '') };
  });

function SlotFields({ slot, onChange }: { slot: SlotDraft; onChange: (slot: SlotDraft) => void }): ReactElement {
  const t = useT('mika');
  const id = useId();
  const set = (part: Partial<SlotDraft>): void => onChange({ ...slot, ...part });
  return (
    <>
      <div className="mika-row">
        <Input
          className="mika-grow"
          aria-label={t('slot.code')}
          placeholder={t('slot.code')}
          value={slot.code}
          maxLength={32}
          onChange={({ target }) => set({ code: target.value })}
        />
        <Select
          className="mika-grow"
          aria-label={t('slot.type')}
          value={slot.type}
          options={slotTypes.map((type) => ({ value: type, label: t(`slot.type.${type}`) }))}
          onChange={(type) => set({ type })}
        />
        <Select
          className="mika-grow"
          aria-label={t('slot.initial')}
          value={slot.initial ?? 'none'}
          options={slotDefaults.map((one) => ({ value: one, label: `${t('slot.initial')}: ${t(`slot.initial.${one}`)}` }))}
          onChange={(initial) => set({ initial })}
        />
      </div>
      <LocalLines label={t('slot.name')} value={slot.name} onChange={(name) => set({ name: { ...name, zh_CN: name.zh_CN ?? '' } })} />
      <LocalLines
        label={t('slot.question')}
        value={slot.questions[0]}
        onChange={(first) => set({ questions: [{ ...first, zh_CN: first.zh_CN ?? '' }, ...slot.questions.slice(1)] })}
      />
      {slot.type === 'choice' && (
        <div className="mika-field">
          <small>{t('slot.choiceHint')}</small>
          <LinesInput
            aria-label={t('slot.choices')}
            value={linesOf(slot.choices ?? [])}
            onChange={(lines) => set({ choices: choicesOf(lines) })}
          />
        </div>
      )}
      <div className="mika-row">
        <Checkbox checked={slot.required ?? true} onChange={({ target }) => set({ required: target.checked })}>
          {t('slot.required')}
        </Checkbox>
        <Checkbox checked={slot.sensitive ?? false} onChange={({ target }) => set({ sensitive: target.checked })}>
          {t('slot.sensitive')}
        </Checkbox>
        <label htmlFor={id}>{t('slot.retries')}</label>
        <InputNumber id={id} min={1} max={5} value={slot.retries ?? 3} onChange={(retries) => set({ retries: retries ?? 3 })} />
      </div>
    </>
  );
}
