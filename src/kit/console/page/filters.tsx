import { FilterOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Checkbox, DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { cloneElement, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { useT } from '../i18n/use-t.ts';
import type { PickerProps } from '../pickers/type-ahead.tsx';
import { inputFacts } from './filter-codec.ts';
import type { FilterName } from './list-endpoint.ts';
import './page.css';
import { useWords } from './subject.ts';
import type { FilteredList } from './use-list.ts';

interface FilterProps<E extends Endpoint> {
  list: FilteredList<E>;
  name: FilterName<E>;
}

/** Milliseconds after the last key before a search is sent. */
const typingPause = 300;

/** The field that searches a list while one types. */
export function SearchFilter<E extends Endpoint>({ list, name }: FilterProps<E>): ReactElement {
  const t = useT('kit');
  const words = useWords();
  const stands = String(list.state.filters[name] ?? '');
  const [{ typed, seen }, setState] = useState({ typed: stands, seen: stands });
  const { move } = list;
  const type = (text: string): void => setState({ typed: text, seen });
  // A view or "clear filters" writes the field from outside; what is being typed stays.
  if (seen !== stands) setState({ typed: typed.trim() === stands ? typed : stands, seen: stands });
  useEffect(() => {
    const wished = typed.trim();
    if (wished === stands) return undefined;
    const timer = setTimeout(() => move({ filters: { [name]: wished || undefined } }), typingPause);
    return () => clearTimeout(timer);
  }, [typed, stands, name, move]);
  const label = words.filter(name);
  return (
    <Input
      className="whk-filter-search"
      allowClear
      prefix={<SearchOutlined aria-hidden="true" />}
      aria-label={t('filters.search', { name: label })}
      placeholder={label}
      maxLength={100}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onPressEnter={() => move({ filters: { [name]: typed.trim() || undefined } })}
    />
  );
}

/** One or several values of an enumeration or a yes/no, as the endpoint takes them. */
export function EnumFilter<E extends Endpoint>({ list, name }: FilterProps<E>): ReactElement {
  const words = useWords();
  const facts = inputFacts(list.endpoint.input)[name];
  const several = facts?.type === 'array';
  const options = facts?.type === 'boolean' ? ['true', 'false'] : ((several ? facts.item?.options : facts?.options) ?? []);
  const value = list.state.filters[name];
  const shown = value === undefined ? (several ? [] : undefined) : several ? value : String(value);
  return (
    <Select<unknown>
      className="whk-filter"
      allowClear
      maxTagCount="responsive"
      {...(several && { mode: 'multiple' as const })}
      aria-label={words.filter(name)}
      placeholder={words.filter(name)}
      value={shown}
      options={options.map((option) => ({ value: option, label: words.value(name, option) }))}
      onChange={(chosen) =>
        list.move({ filters: { [name]: facts?.type === 'boolean' && chosen !== undefined ? chosen === 'true' : chosen } })
      }
    />
  );
}

interface SpanProps<E extends Endpoint> {
  list: FilteredList<E>;
  from: FilterName<E>;
  to: FilterName<E>;
  /** To the minute; offers spans up to now: an hour, 24 hours, 7 days, 30 days. */
  recent?: true;
}

/** A span of days: calendar days, or the moments at which they begin and end, as the endpoint takes them. */
export function TimeFilter<E extends Endpoint>({ list, from, to, recent }: SpanProps<E>): ReactElement {
  const t = useT('kit');
  const words = useWords();
  const asDay = inputFacts(list.endpoint.input)[from]?.format === 'date';
  const read = (value: unknown): dayjs.Dayjs | null => (typeof value === 'number' || typeof value === 'string' ? dayjs(value) : null);
  const write = (at: dayjs.Dayjs | null | undefined, end: boolean): unknown => {
    if (!at) return undefined;
    if (asDay) return at.format('YYYY-MM-DD');
    const unit = recent ? 'minute' : 'day';
    return (end ? at.endOf(unit) : at.startOf(unit)).valueOf();
  };
  return (
    <DatePicker.RangePicker
      className="whk-filter"
      value={[read(list.state.filters[from]), read(list.state.filters[to])]}
      allowEmpty={[true, true]}
      {...(recent && {
        showTime: { format: 'HH:mm' },
        format: 'YYYY-MM-DD HH:mm',
        presets: [
          ...recentHours.map((hours) => ({ label: t('filters.hours', { count: hours }), value: () => hoursBack(hours) })),
          ...recentSpans.map((days) => ({ label: t('filters.days', { count: days }), value: () => daysBack(days) })),
        ],
      })}
      placeholder={[words.filter(from), words.filter(to)]}
      aria-label={words.filter(from)}
      onChange={(span) => list.move({ filters: { [from]: write(span?.[0], false), [to]: write(span?.[1], true) } })}
    />
  );
}

const recentHours = [1, 24];
const recentSpans = [7, 30];

const hoursBack = (hours: number): [dayjs.Dayjs, dayjs.Dayjs] => [dayjs().subtract(hours, 'hour'), dayjs()];

const daysBack = (days: number): [dayjs.Dayjs, dayjs.Dayjs] => [
  dayjs()
    .subtract(days - 1, 'day')
    .startOf('day'),
  dayjs().endOf('day'),
];

interface PickFilterProps<E extends Endpoint> extends FilterProps<E> {
  /** The picker: `<EmployeePicker/>`. */
  children: ReactElement<PickerProps>;
}

/** One person, department or crowd, chosen by a picker. */
export function PickFilter<E extends Endpoint>({ list, name, children }: PickFilterProps<E>): ReactElement {
  const words = useWords();
  const value = list.state.filters[name];
  return (
    <div className="whk-filter">
      {cloneElement(children, {
        value: typeof value === 'string' ? value : null,
        onChange: (picked) => list.move({ filters: { [name]: picked ?? undefined } }),
        'aria-label': words.filter(name),
        placeholder: words.filter(name),
      })}
    </div>
  );
}

/** A yes/no that holds unless it is taken away: ticked while the endpoint's own default (true) stands. */
export function UsualFilter<E extends Endpoint>({ list, name }: FilterProps<E>): ReactElement {
  const words = useWords();
  return (
    <Checkbox
      className="whk-tick"
      checked={list.state.filters[name] !== false}
      onChange={(event) => list.move({ filters: { [name]: event.target.checked ? undefined : false } })}
    >
      {words.filter(name)}
    </Checkbox>
  );
}

/** Filters that are used seldom: behind a button, open from the start when one of them is set. */
export function MoreFilters<E extends Endpoint>({
  list,
  names,
  children,
}: {
  list: FilteredList<E>;
  names: readonly FilterName<E>[];
  children: ReactNode;
}): ReactElement {
  const t = useT('kit');
  const set = names.filter((name) => list.state.filters[name] !== undefined).length;
  const [open, setOpen] = useState(set > 0);
  return (
    <>
      <Button type="text" icon={<FilterOutlined aria-hidden="true" />} aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('filters.more')}
        {set > 0 && ` (${set})`}
      </Button>
      {open && <div className="whk-more-filters">{children}</div>}
    </>
  );
}
