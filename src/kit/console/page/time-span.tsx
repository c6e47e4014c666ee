import { DatePicker } from 'antd';
import { dayFormats, dayjs, momentFormats, type Dayjs } from '#kit/console/theme/calendar.ts';
import type { ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import './page.css';
import { useLanguage } from '../i18n/use-t.ts';
import { dayText, shortTimeText } from '../table/formats.ts';
import { useChip } from '../object/chips.ts';

interface TimeSpanProps {
  /** The filters of its beginning and its end. */
  filters: readonly [string, string];
  /** Calendar days as text; else moments in milliseconds. */
  asDay: boolean;
  from: unknown;
  to: unknown;
  /** What the beginning and the end are. */
  names: [string, string];
  /** To the minute; offers spans up to now. */
  recent: boolean;
  onChange: (span: [unknown, unknown]) => void;
}

const recentHours = [1, 24];
const recentSpans = [7, 30];

/** The calendar of a filter for a span of days. */
export function TimeSpan({ filters, asDay, from, to, names, recent, onChange }: TimeSpanProps): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const told = (value: unknown): string => {
    const at = read(value);
    if (!at) return '…';
    return recent ? shortTimeText(at.valueOf(), language) : dayText(at.format('YYYY-MM-DD'), language);
  };
  useChip(filters[0], `${told(from)} – ${told(to)}`, filters[1]);
  const write = (at: Dayjs | null | undefined, end: boolean): unknown => {
    if (!at) return undefined;
    if (asDay) return at.format('YYYY-MM-DD');
    const unit = recent ? 'minute' : 'day';
    return (end ? at.endOf(unit) : at.startOf(unit)).valueOf();
  };
  const presets = [
    ...recentHours.map((hours) => ({ label: t('filters.hours', { count: hours }), value: () => hoursBack(hours) })),
    ...recentSpans.map((days) => ({ label: t('filters.days', { count: days }), value: () => daysBack(days) })),
  ];
  return (
    <DatePicker.RangePicker
      className="whk-filter"
      value={[read(from), read(to)]}
      allowEmpty={[true, true]}
      {...(recent && { presets, showTime: { format: 'HH:mm' }, format: momentFormats() })}
      {...(!recent && { format: dayFormats() })}
      placeholder={names}
      aria-label={names[0]}
      onChange={(span) => onChange([write(span?.[0], false), write(span?.[1], true)])}
    />
  );
}

const read = (value: unknown): Dayjs | null => (typeof value === 'number' || typeof value === 'string' ? dayjs(value) : null);

const hoursBack = (hours: number): [Dayjs, Dayjs] => [dayjs().subtract(hours, 'hour'), dayjs()];

const daysBack = (days: number): [Dayjs, Dayjs] => [
  dayjs()
    .subtract(days - 1, 'day')
    .startOf('day'),
  dayjs().endOf('day'),
];
