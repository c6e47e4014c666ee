import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import type { z } from 'zod';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { valueFrom } from '../../common/fields.ts';
import { mikaLimits, valueOrigins } from '../../common/words.ts';
import { changedAt, without } from './input-of.ts';

type Param = z.input<typeof valueFrom>;

/** Values of a call, a form or a widget: each by its name, and where it comes from. */
export function ParamsInput({ value = [], onChange }: { value: Param[] | undefined; onChange: (value: Param[]) => void }): ReactElement {
  const t = useT('mika');
  return (
    <>
      {value.map((one, at) => (
        <div key={at} className="mika-row">
          <Input
            className="mika-grow"
            aria-label={t('param.name', { n: at + 1 })}
            value={one.name}
            onChange={({ target }) => onChange(changedAt(value, at, { ...one, name: target.value }))}
          />
          <Select
            className="mika-grow"
            aria-label={t('param.from', { n: at + 1 })}
            value={one.from}
            options={valueOrigins.map((from) => ({ value: from, label: t(`param.from.${from}`) }))}
            onChange={(from) => onChange(changedAt(value, at, { ...one, from }))}
          />
          {(one.from === 'slot' || one.from === 'constant') && (
            <Input
              className="mika-grow"
              aria-label={t('param.value', { n: at + 1 })}
              value={one.value ?? ''}
              onChange={({ target }) => onChange(changedAt(value, at, { ...one, value: target.value }))}
            />
          )}
          <Button
            type="text"
            icon={<MinusCircleOutlined aria-hidden="true" />}
            aria-label={t('param.remove', { n: at + 1 })}
            onClick={() => onChange(without(value, at))}
          />
        </div>
      ))}
      {value.length < mikaLimits.params && (
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onChange([...value, { name: '', from: 'slot', value: '' }])}>
          {t('param.add')}
        </Button>
      )}
    </>
  );
}
