import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber, Select } from 'antd';
import type { ReactElement } from 'react';
import { warningSeverities } from '#kit/common/warning/warning-facts.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Subscription } from '../../common/notice-person.contract.ts';
import { KindSelect } from './kind-select.tsx';

interface SubscriptionInputProps {
  value?: Subscription[];
  onChange?: (value: Subscription[]) => void;
}

const fresh: Subscription = { kind: '*', module: null, minSeverity: 'warning', delayMinutes: 0, channels: null };

/** What somebody wants to be told of: kinds, from which severity on, after how many minutes. */
export function SubscriptionInput({ value = [], onChange }: SubscriptionInputProps): ReactElement {
  const t = useT('warnings');
  const change = (at: number, part: Partial<Subscription>): void =>
    onChange?.(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div>
      {value.map((one, at) => (
        <div className="ww-row" key={at}>
          <KindSelect
            aria-label={t('field.kind')}
            value={one.kind}
            every={{ value: '*', label: t('noticePerson.allKinds') }}
            onChange={(kind) => change(at, { kind: kind ?? '*' })}
          />
          <Select
            className="ww-narrow"
            aria-label={t('noticePerson.sub.severity')}
            value={one.minSeverity}
            options={warningSeverities.map((severity) => ({ value: severity, label: t(`warning.severity.${severity}`) }))}
            onChange={(minSeverity) => change(at, { minSeverity })}
          />
          <label>
            {t('noticePerson.sub.delay')}
            <InputNumber
              className="ww-narrow"
              min={0}
              max={240}
              precision={0}
              value={one.delayMinutes}
              onChange={(delay) => change(at, { delayMinutes: delay ?? 0 })}
            />
          </label>
          {value.length > 1 && (
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={t('noticePerson.sub.remove', { n: at + 1 })}
              onClick={() => onChange?.(value.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {value.length < 100 && (
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onChange?.([...value, fresh])}>
          {t('noticePerson.sub.add')}
        </Button>
      )}
    </div>
  );
}
