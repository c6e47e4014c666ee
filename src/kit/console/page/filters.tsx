import { DownOutlined, FilterOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';
import { cloneElement, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import type { FieldFacts } from '#kit/common/field-facts.ts';
import { Opens } from '../action/opens.tsx';
import { useT } from '../i18n/use-t.ts';
import type { PickerProps } from '../pickers/picked.ts';
import { later } from '../shell/later.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { NamedContext, useChip } from '../object/chips.ts';
import { inputFacts } from './filter-codec.ts';
import type { FilterName } from './list-endpoint.ts';
import './page.css';
import { useWords } from './subject.ts';
import type { FilteredList } from './use-list.ts';

interface FilterProps<E extends Endpoint> {
  list: FilteredList<E>;
  name: FilterName<E>;
}

/** More numbers than these are no choices. */
const mostNumbers = 20;
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
    const requested = typed.trim();
    if (requested === stands) return undefined;
    const timer = setTimeout(() => move({ filters: { [name]: requested || undefined } }), typingPause);
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
      title={label}
      maxLength={100}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onPressEnter={() => move({ filters: { [name]: typed.trim() || undefined } })}
    />
  );
}

/** One or several values of an enumeration, a small number or a yes/no, as the endpoint takes them; the choices open below the button that names them. */
export function EnumFilter<E extends Endpoint>({ list, name }: FilterProps<E>): ReactElement {
  const words = useWords();
  const facts = inputFacts(list.endpoint.input)[name];
  const several = facts?.type === 'array';
  const yesNo = facts?.type === 'boolean';
  const numbers = numbersOf(facts);
  const options = yesNo ? ['true', 'false'] : (numbers ?? (several ? facts.item?.options : facts?.options) ?? []);
  const stands = list.state.filters[name];
  const chosen = (Array.isArray(stands) ? stands : stands === undefined ? [] : [stands]).map(String);
  const choose = (next: readonly string[], close: () => void): void => {
    const [first] = next;
    const single = first === undefined ? undefined : yesNo ? first === 'true' : numbers ? Number(first) : first;
    const value = several ? next : single;
    list.move({ filters: { [name]: next.length === 0 ? undefined : value } });
    if (!several) close();
  };
  const label = words.filter(name);
  const shown = chosen.map((one) => words.value(name, one));
  // What is chosen is told above the list, or in the button where there is no such place.
  const told = useChip(name, shown.join(', '));
  return (
    <Opens
      placement="bottomLeft"
      content={(close) => (
        <EnumChoices
          {...{ label, options, chosen, several, close }}
          nameOf={(option) => words.value(name, option)}
          choose={(next) => choose(next, close)}
        />
      )}
    >
      <Button className="whk-filter-button" data-set={shown.length > 0}>
        {told || shown.length === 0 ? label : `${label}: ${shown[0]}`}
        {!told && shown.length > 1 && ` +${shown.length - 1}`}
        <DownOutlined aria-hidden="true" />
      </Button>
    </Opens>
  );
}

/** The choices of a small whole number (1 to 3): each of them. */
function numbersOf(facts: FieldFacts | undefined): string[] | undefined {
  const { type, minimum, maximum } = facts ?? {};
  if (type !== 'integer' || minimum === undefined || maximum === undefined || maximum - minimum > mostNumbers) return undefined;
  return Array.from({ length: maximum - minimum + 1 }, (_, at) => String(minimum + at));
}

const EnumChoices = later('enum-choices', async () => (await import('./enum-choices.tsx')).EnumChoices, <WaitingForm lines={3} />);

interface SpanProps<E extends Endpoint> {
  list: FilteredList<E>;
  from: FilterName<E>;
  to: FilterName<E>;
  /** To the minute; offers spans up to now: an hour, 24 hours, 7 days, 30 days. */
  recent?: true;
}

/** A span of days: calendar days, or the moments at which they begin and end, as the endpoint takes them. */
export function TimeFilter<E extends Endpoint>({ list, from, to, recent }: SpanProps<E>): ReactElement {
  const words = useWords();
  const { filters } = list.state;
  return (
    <TimeSpan
      filters={[from, to]}
      asDay={inputFacts(list.endpoint.input)[from]?.format === 'date'}
      from={filters[from]}
      to={filters[to]}
      names={[words.filter(from), words.filter(to)]}
      recent={recent ?? false}
      onChange={([start, end]) => list.move({ filters: { [from]: start, [to]: end } })}
    />
  );
}

const TimeSpan = later('time-span', async () => (await import('./time-span.tsx')).TimeSpan, <span className="whk-filter-coming" />);

interface PickFilterProps<E extends Endpoint> extends FilterProps<E> {
  /** The picker: `<EmployeePicker/>`. */
  children: ReactElement<PickerProps>;
}

/** One person, department or crowd, chosen by a picker. */
export function PickFilter<E extends Endpoint>({ list, name, children }: PickFilterProps<E>): ReactElement {
  const words = useWords();
  const value = list.state.filters[name];
  const [named, setNamed] = useState<string>();
  useChip(name, named);
  return (
    <div className="whk-filter">
      <NamedContext value={setNamed}>
        {cloneElement(children, {
          value: typeof value === 'string' ? value : null,
          onChange: (picked) => list.move({ filters: { [name]: picked ?? undefined } }),
          'aria-label': words.filter(name),
          placeholder: words.filter(name),
        })}
      </NamedContext>
    </div>
  );
}

/** A yes/no that holds unless it is taken away: ticked while the endpoint's own default (true) stands. */
export function UsualFilter<E extends Endpoint>({ list, name }: FilterProps<E>): ReactElement {
  const words = useWords();
  useChip(name, words.value(name, 'false'));
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
