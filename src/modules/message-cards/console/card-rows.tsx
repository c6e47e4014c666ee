import { Button, Checkbox, Input, Select } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { languages } from '#kit/common/language.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { actionKinds, elementKinds, type CardAction, type CardElement, type CardField } from '../common/card.contract.ts';
import './cards.css';

interface RowsProps<T> {
  value?: T[];
  onChange?: (next: T[]) => void;
  id?: string;
}

interface ListProps<T> extends RowsProps<T> {
  fresh: T;
  most: number;
  add: string;
  draw: (row: T, set: (change: Partial<T>) => void) => ReactNode;
}

/** Rows in their order, each with its fields. */
function Rows<T extends object>({ value = [], onChange, fresh, most, add, draw }: ListProps<T>): ReactElement {
  const t = useT('message-cards');
  const swap = (one: number, other: number): void => {
    const next = [...value];
    [next[one], next[other]] = [value[other]!, value[one]!];
    onChange?.(next);
  };
  return (
    <div className="im-card-rows">
      {value.map((row, at) => (
        <div className="im-card-row" key={at} role="group" aria-label={t('rows.row', { n: at + 1 })}>
          {draw(row, (change) => onChange?.(value.map((one, index) => (index === at ? { ...one, ...change } : one))))}
          <div className="im-card-tools">
            <UpDown
              name={t('rows.row', { n: at + 1 })}
              up={at > 0 ? () => swap(at, at - 1) : undefined}
              down={at < value.length - 1 ? () => swap(at, at + 1) : undefined}
            />
            <Button danger type="text" onClick={() => onChange?.(value.filter((_, index) => index !== at))}>
              {t('factor.remove')}
            </Button>
          </div>
        </div>
      ))}
      <div>
        <OffButton off={value.length >= most && 'most'} onClick={() => onChange?.([...value, fresh])}>
          {add}
        </OffButton>
      </div>
    </div>
  );
}

type Words = NonNullable<CardElement['text']>;
const noWords: Words = { zh_CN: '', en_US: '', ja_JP: '' };

/** A text in every language. */
function WordsInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Words | undefined;
  onChange: (next: Words) => void;
}): ReactElement {
  const kit = useT('kit');
  return (
    <>
      {languages.map((language) => (
        <label key={language}>
          {`${label} (${kit(`lang.${language}`)})`}
          <Input
            maxLength={2000}
            value={value?.[language] ?? ''}
            onChange={({ target }) => onChange({ ...noWords, ...value, [language]: target.value })}
          />
        </label>
      ))}
    </>
  );
}

/** The lines of a card. */
export function ElementRows(props: RowsProps<CardElement>): ReactElement {
  const t = useT('message-cards');
  return (
    <Rows
      {...props}
      most={100}
      fresh={{ kind: 'text', text: noWords }}
      add={t('rows.addElement')}
      draw={(row, set) => (
        <>
          <label>
            {t('field.kind')}
            <Select
              value={row.kind}
              options={elementKinds.map((value) => ({ value, label: t(`element.${value}`) }))}
              onChange={(kind) => set({ kind })}
            />
          </label>
          {row.kind === 'fact' && <WordsInput label={t('rows.label')} value={row.label} onChange={(label) => set({ label })} />}
          {row.kind !== 'divider' && <WordsInput label={t('rows.text')} value={row.text} onChange={(text) => set({ text })} />}
        </>
      )}
    />
  );
}

/** The buttons of a card. */
export function ActionRows(props: RowsProps<CardAction>): ReactElement {
  const t = useT('message-cards');
  return (
    <Rows
      {...props}
      most={6}
      fresh={{ id: `a${(props.value?.length ?? 0) + 1}`, kind: 'callback', text: noWords, once: true }}
      add={t('rows.addAction')}
      draw={(row, set) => (
        <>
          <label>
            {t('field.kind')}
            <Select
              value={row.kind}
              options={actionKinds.map((value) => ({ value, label: t(`action.${value}`) }))}
              onChange={(kind) => set({ kind })}
            />
          </label>
          <label>
            {t('rows.id')}
            <Input maxLength={32} value={row.id} onChange={({ target }) => set({ id: target.value })} />
          </label>
          <WordsInput label={t('rows.text')} value={row.text} onChange={(text) => set({ text })} />
          {row.kind === 'link' && (
            <label>
              {t('rows.url')}
              <Input maxLength={500} value={row.url ?? ''} onChange={({ target }) => set({ url: target.value })} />
            </label>
          )}
          <Checkbox checked={row.once} onChange={({ target }) => set({ once: target.checked })}>
            {t('rows.once')}
          </Checkbox>
        </>
      )}
    />
  );
}

/** What a sender gives. */
export function FieldRows(props: RowsProps<CardField>): ReactElement {
  const t = useT('message-cards');
  return (
    <Rows
      {...props}
      most={50}
      fresh={{ name: `field${(props.value?.length ?? 0) + 1}`, required: true, sample: '' }}
      add={t('rows.addField')}
      draw={(row, set) => (
        <>
          <label>
            {t('member.filter.name')}
            <Input maxLength={32} value={row.name} onChange={({ target }) => set({ name: target.value })} />
          </label>
          <label>
            {t('rows.sample')}
            <Input maxLength={200} value={row.sample} onChange={({ target }) => set({ sample: target.value })} />
          </label>
          <Checkbox checked={row.required} onChange={({ target }) => set({ required: target.checked })}>
            {t('rows.required')}
          </Checkbox>
        </>
      )}
    />
  );
}
