import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import type { z } from 'zod';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { quietHours } from '../../common/account.contract.ts';
import '../accounts.css';

/** Hours with the weekdays on which they begin. */
export type Hours = z.output<typeof quietHours>;

interface HoursRowsProps {
  rows: Hours;
  onChange?: ((rows: Hours) => void) | undefined;
  /** What a new row begins with. */
  usual: Hours[number];
}

const allDays = [1, 2, 3, 4, 5, 6, 7];
const most = 5;

/** Rows of hours: from, to and the weekdays on which they begin, with a button for one more. */
export function HoursRows({ rows, onChange, usual }: HoursRowsProps): ReactElement {
  const t = useT('public-accounts');
  const [language] = useLanguage();
  const day = new Intl.DateTimeFormat(language.replace('_', '-'), { weekday: 'short', timeZone: 'UTC' });
  // 5 January 1970 was a Monday.
  const days = allDays.map((one) => ({ value: one, label: day.format(new Date((one + 3) * 86_400_000)) }));
  const change = (at: number, part: Partial<Hours[number]>): void =>
    onChange?.(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <>
      {rows.map((row, at) => (
        <div className="sno-quiet-row" key={at}>
          <Input
            type="time"
            aria-label={t('quiet.from', { n: at + 1 })}
            value={row.from}
            onChange={({ target }) => change(at, { from: target.value })}
          />
          <Input
            type="time"
            aria-label={t('quiet.to', { n: at + 1 })}
            value={row.to}
            onChange={({ target }) => change(at, { to: target.value })}
          />
          <Select<number[]>
            mode="multiple"
            className="sno-quiet-days"
            aria-label={t('quiet.days', { n: at + 1 })}
            value={row.weekdays}
            options={days}
            onChange={(weekdays) => change(at, { weekdays: weekdays.toSorted((one, other) => one - other) })}
          />
          <Button
            type="text"
            icon={<MinusCircleOutlined aria-hidden="true" />}
            aria-label={t('quiet.remove', { n: at + 1 })}
            onClick={() => onChange?.(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {rows.length < most && (
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onChange?.([...rows, usual])}>
          {t('quiet.add')}
        </Button>
      )}
    </>
  );
}
