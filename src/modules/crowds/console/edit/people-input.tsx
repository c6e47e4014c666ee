import { DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { pickerSources } from '#kit/console/pickers/picker-source.ts';
import { idsOf } from '#kit/console/pickers/picked.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { useNames } from '#kit/console/pickers/use-names.ts';
import { crowdLimits } from '../../common/crowd-conditions.ts';

interface PeopleInputProps {
  value?: readonly string[];
  onChange?: (value: readonly string[]) => void;
  disabled?: boolean;
  id?: string;
  'aria-label'?: string;
}

/** Names that are read at once. */
const atOnce = 20;

/** People named one by one, up to some thousands: found by typing, listed below with their departments. */
export function PeopleInput({ value = [], onChange, disabled = false, id, ...rest }: PeopleInputProps): ReactElement {
  const t = useT('user-centre');
  const [shown, setShown] = useState(atOnce);
  const listed = value.slice(0, shown);
  const names = useNames('employee', pickerSources().employee, listed);
  const add = (picked: readonly string[]): void => {
    const next = [...new Set([...picked, ...value])];
    if (next.length <= crowdLimits.named) onChange?.(next);
  };
  return (
    <div className="cr-people">
      <EmployeePicker
        {...rest}
        {...(id !== undefined && { id })}
        disabled={disabled}
        // What is chosen stands below: the field is empty for the next one.
        multiple
        value={[]}
        onChange={(picked) => add(idsOf(picked))}
      />
      {listed.length > 0 && (
        <ul>
          {listed.map((one) => {
            const person = names.get(one);
            const name = person?.name ?? one.slice(0, 8);
            return (
              <li key={one}>
                <span>
                  {name} <small>{person?.detail}</small>
                </span>
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined aria-hidden="true" />}
                  aria-label={t('crowd.takeOut', { name })}
                  disabled={disabled}
                  onClick={() => onChange?.(value.filter((other) => other !== one))}
                />
              </li>
            );
          })}
        </ul>
      )}
      {value.length > shown && (
        <Button type="link" size="small" onClick={() => setShown(shown + 5 * atOnce)}>
          {t('crowd.more', { count: value.length - shown })}
        </Button>
      )}
    </div>
  );
}
