import { DatePicker, Form } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import { momentFormats, dayjs } from '../theme/calendar.ts';

interface UntilFieldProps {
  id: string;
  /** Epoch milliseconds; null: for good. */
  value: number | null;
  onChange: (until: number | null) => void;
}

/** Until when a role is given. */
export function UntilField({ id, value, onChange }: UntilFieldProps): ReactElement {
  const t = useT('kit');
  return (
    <Form.Item label={t('role.untilField')} htmlFor={id} extra={t('role.untilHelp')}>
      <DatePicker
        id={id}
        showTime={{ format: 'HH:mm' }}
        format={momentFormats()}
        placeholder={momentFormats()[0]}
        value={value === null ? null : dayjs(value)}
        onChange={(at) => onChange(at ? at.valueOf() : null)}
      />
    </Form.Item>
  );
}
