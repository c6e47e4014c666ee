import { Select } from 'antd';
import type { ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { useChip } from '../object/chips.ts';
import { inputFacts } from './filter-codec.ts';
import type { FilterName } from './list-endpoint.ts';
import './page.css';
import { useWords } from './subject.ts';
import type { FilteredList } from './use-list.ts';

/** What can be chosen, and how it is called. */
export interface Choice {
  readonly value: string | number;
  readonly label: string;
}

interface ChoiceFilterProps<E extends Endpoint> {
  list: FilteredList<E>;
  name: FilterName<E>;
  /** Undefined while they are being read. */
  options: readonly Choice[] | undefined;
}

/** One of choices that the contract does not know: those of which there is something, answered by a call. */
export function ChoiceFilter<E extends Endpoint>({ list, name, options = [] }: ChoiceFilterProps<E>): ReactElement {
  const label = useWords().filter(name);
  const stands = list.state.filters[name];
  const several = inputFacts(list.endpoint.input)[name]?.type === 'array';
  const chosen = Array.isArray(stands) ? (stands[0] as unknown) : stands;
  useChip(name, options.find(({ value }) => value === chosen)?.label);
  return (
    <ChoiceSelect
      label={label}
      value={typeof chosen === 'string' || typeof chosen === 'number' ? chosen : undefined}
      options={options}
      onChange={(value) => list.move({ filters: { [name]: several && value !== undefined ? [value] : value } })}
    />
  );
}

interface ChoiceSelectProps<V extends string | number> {
  label: string;
  value: V | undefined;
  options: readonly { readonly value: V; readonly label: string }[];
  onChange: (value: V | undefined) => void;
}

/** One choice in a row of filters, called by what it narrows; for what is no filter of a list too. */
export function ChoiceSelect<V extends string | number>({ label, value, options, onChange }: ChoiceSelectProps<V>): ReactElement {
  return (
    <div className="whk-filter">
      <Select<V>
        className="whk-filter-choice"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={label}
        aria-label={label}
        popupMatchSelectWidth={false}
        value={value ?? null}
        options={[...options]}
        onChange={(next?: V) => onChange(next)}
      />
    </div>
  );
}
