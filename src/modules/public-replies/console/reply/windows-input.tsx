import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { Windows } from '../../common/reply/reply-fields.ts';
import { changedAt, without, type InputOf } from './input-of.ts';
import './reply.css';

const allDays = [1, 2, 3, 4, 5, 6, 7];
const usual: Windows[number] = { from: '09:00', to: '18:00', weekdays: [1, 2, 3, 4, 5] };
const most = 5;

/** Hours by the clock of the site: from, to and the weekdays on which they begin. */
export function WindowsInput({ value = [], onChange, id }: InputOf<Windows>): ReactElement {
  const t = useT('public-replies');
  const [language] = useLanguage();
  const day = new Intl.DateTimeFormat(language.replace('_', '-'), { weekday: 'short', timeZone: 'UTC' });
  // 5 January 1970 was a Monday.
  const days = allDays.map((one) => ({ value: one, label: day.format(new Date((one + 3) * 86_400_000)) }));
  const change = (at: number, part: Partial<Windows[number]>): void => onChange?.(changedAt(value, at, { ...value[at]!, ...part }));
  return (
    <div id={id} className="sno-reply-lines">
      {value.map((row, at) => (
        <div key={at} className="sno-reply-row">
          <Input
            type="time"
            className="sno-reply-clock"
            aria-label={t('window.from', { n: at + 1 })}
            value={row.from}
            onChange={({ target }) => change(at, { from: target.value })}
          />
          <Input
            type="time"
            className="sno-reply-clock"
            aria-label={t('window.to', { n: at + 1 })}
            value={row.to}
            onChange={({ target }) => change(at, { to: target.value })}
          />
          <Select<number[]>
            mode="multiple"
            className="sno-reply-grow"
            aria-label={t('window.days', { n: at + 1 })}
            value={row.weekdays}
            options={days}
            onChange={(weekdays) => change(at, { weekdays: weekdays.toSorted((one, other) => one - other) })}
          />
          <Button
            type="text"
            icon={<MinusCircleOutlined aria-hidden="true" />}
            aria-label={t('window.remove', { n: at + 1 })}
            onClick={() => onChange?.(without(value, at))}
          />
        </div>
      ))}
      {value.length < most && (
        <div>
          <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onChange?.([...value, usual])}>
            {t('window.add')}
          </Button>
        </div>
      )}
      <small>{t('window.hint')}</small>
    </div>
  );
}
