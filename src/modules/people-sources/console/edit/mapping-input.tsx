import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { AutoComplete, Button, Input, Select } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { departmentTargets, employeeTargets, type MappingRow } from '../../common/source-parts.ts';
import { focusLater } from './focus-later.ts';
import { TransformsInput } from './transforms-input.tsx';
import { extraName } from '#modules/people/common/extra/extra-fields.ts';
import { useExtraFields } from '#modules/people/console/extra/public.ts';
import { useTargetWord } from './target-word.ts';
import { wordOf } from '../counts-text.tsx';

/** Attributes that were seen, with examples. */
export interface SeenAttribute {
  readonly of: MappingRow['of'];
  readonly name: string;
  readonly examples: readonly string[];
}

interface MappingInputProps {
  of: MappingRow['of'];
  seen: readonly SeenAttribute[];
  value?: readonly MappingRow[];
  onChange?: (rows: readonly MappingRow[]) => void;
  disabled?: boolean;
}

/** Rows of a mapping for people or for departments: from what, through what, into which field. Rows of the other kind stay as they are. */
export function MappingInput({ of, seen, value = [], onChange, disabled = false }: MappingInputProps): ReactElement {
  const t = useT('user-centre');
  const change = (at: number, row: MappingRow | undefined): void =>
    onChange?.(value.flatMap((one, index) => (index === at ? (row ?? []) : one)));
  const rows = value.flatMap((row, at) => (row.of === of ? [{ row, at }] : []));
  const used = new Set(rows.map(({ row }) => row.target as string));
  const extras = useExtraFields(of);
  const free = [...targetsOf(of), ...extras.map(({ code }) => extraName(code))].filter((target) => !used.has(target));
  return (
    <div className="so-mapping" role="group" aria-label={t(`source.mapping.${of}`)}>
      <h3>{t(`source.mapping.${of}`)}</h3>
      {rows.length === 0 && <p className="so-soft">{t('source.mapping.none')}</p>}
      {rows.length > 0 && <Headings />}
      {rows.map(({ row, at }) => (
        <Row key={`${row.target} ${at}`} row={row} free={free} seen={seen} disabled={disabled} onChange={(next) => change(at, next)} />
      ))}
      <Button
        className="so-row-add"
        icon={<PlusOutlined aria-hidden="true" />}
        disabled={disabled || free.length === 0}
        onClick={(event) => {
          focusLater(event.currentTarget, '.so-map-row:last-of-type .so-map-cell:first-child input');
          if (free[0] !== undefined) onChange?.([...value, newRow(of, free[0])]);
        }}
      >
        {t('source.mapping.add')}
      </Button>
    </div>
  );
}

const targetsOf = (of: MappingRow['of']): readonly MappingRow['target'][] => (of === 'employee' ? employeeTargets : departmentTargets);

const newRow = (of: MappingRow['of'], target: MappingRow['target']): MappingRow => ({
  of,
  target,
  from: { kind: 'attribute', name: '' },
  transforms: [],
  whenMissing: 'keep',
  own: 'always',
});

interface RowProps {
  row: MappingRow;
  free: readonly MappingRow['target'][];
  seen: readonly SeenAttribute[];
  disabled: boolean;
  onChange: (row: MappingRow | undefined) => void;
}

function Row({ row, free, seen, disabled, onChange }: RowProps): ReactElement {
  const t = useT('user-centre');
  const wordIn = useTargetWord(row.of);
  const target = wordIn(row.target);
  const named = (word: string): string => `${target}: ${word}`;
  const example = row.from.kind === 'attribute' ? exampleOf(seen, row.of, row.from.name) : undefined;
  return (
    <div className="so-map-row">
      <Cell label={t('source.mapping.target')}>
        <Select
          aria-label={named(t('source.mapping.target'))}
          disabled={disabled}
          showSearch={{ optionFilterProp: 'label' }}
          value={row.target}
          options={[row.target, ...free].map((one) => ({ value: one, label: wordIn(one) }))}
          onChange={(next) => onChange({ ...row, target: next })}
        />
      </Cell>
      <Cell label={t('source.mapping.kind')}>
        <Select
          aria-label={named(t('source.mapping.kind'))}
          disabled={disabled}
          value={row.from.kind}
          options={(['attribute', 'constant', 'template'] as const).map((kind) => ({ value: kind, label: t(`source.from.${kind}`) }))}
          onChange={(kind) => onChange({ ...row, from: fromOf(kind) })}
        />
      </Cell>
      <Cell label={t('source.mapping.from')}>
        <From row={row} seen={seen} label={named(t('source.mapping.from'))} disabled={disabled} onChange={onChange} />
      </Cell>
      <Cell label={t('source.mapping.transforms')}>
        <TransformsInput
          label={named(t('source.mapping.transforms'))}
          disabled={disabled}
          value={row.transforms}
          onChange={(transforms) => onChange({ ...row, transforms })}
        />
      </Cell>
      <Cell label={t('source.mapping.missing')}>
        <Select
          aria-label={named(t('source.mapping.missing'))}
          disabled={disabled}
          value={row.whenMissing}
          options={(['keep', 'clear', 'reject'] as const).map((one) => ({ value: one, label: wordOf(`source.missing.${one}`) }))}
          onChange={(whenMissing) => onChange({ ...row, whenMissing })}
        />
      </Cell>
      <Cell label={t('source.mapping.own')}>
        <Select
          aria-label={named(t('source.mapping.own'))}
          disabled={disabled}
          value={row.own}
          options={(['always', 'ifEmpty', 'first'] as const).map((one) => ({ value: one, label: wordOf(`source.own.${one}`) }))}
          onChange={(own) => onChange({ ...row, own })}
        />
      </Cell>
      <Button
        type="text"
        disabled={disabled}
        icon={<DeleteOutlined />}
        aria-label={t('source.mapping.remove', { target })}
        onClick={(event) => {
          focusLater(event.currentTarget, '.so-row-add');
          onChange(undefined);
        }}
      />
      {example !== undefined && <small>{t('source.mapping.example', { example })}</small>}
    </div>
  );
}

/** What a control is, beside it where there is no room for a line of headings. */
function Cell({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div className="so-map-cell">
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}

const headings = ['target', 'kind', 'from', 'transforms', 'missing', 'own'] as const;

/** Headings of the columns; each control says for itself what it is to those who do not see them. */
function Headings(): ReactElement {
  const t = useT('user-centre');
  return (
    <div className="so-map-head" aria-hidden="true">
      {headings.map((name) => (
        <span key={name}>{t(`source.mapping.${name}`)}</span>
      ))}
    </div>
  );
}

const exampleOf = (seen: readonly SeenAttribute[], of: string, name: string): string | undefined =>
  seen.find((one) => one.of === of && one.name === name)?.examples[0];

function fromOf(kind: MappingRow['from']['kind']): MappingRow['from'] {
  if (kind === 'constant') return { kind, value: '' };
  return kind === 'template' ? { kind, text: '' } : { kind, name: '' };
}

interface FromProps extends Omit<RowProps, 'free'> {
  label: string;
}

function From({ row, seen, label, disabled, onChange }: FromProps): ReactElement {
  const { from } = row;
  if (from.kind === 'attribute')
    return (
      <AutoComplete
        aria-label={label}
        disabled={disabled}
        value={from.name}
        showSearch={{
          filterOption: (text, option) =>
            String(option?.value ?? '')
              .toLowerCase()
              .includes(text.toLowerCase()),
        }}
        options={seen.filter((one) => one.of === row.of).map(({ name }) => ({ value: name, label: name }))}
        onChange={(name) => onChange({ ...row, from: { kind: 'attribute', name } })}
      />
    );
  const text = from.kind === 'constant' ? from.value : from.text;
  return (
    <Input
      aria-label={label}
      disabled={disabled}
      value={text}
      placeholder={from.kind === 'template' ? '{givenName} {sn}' : ''}
      onChange={({ target }) =>
        onChange({ ...row, from: from.kind === 'constant' ? { ...from, value: target.value } : { ...from, text: target.value } })
      }
    />
  );
}
