import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { interfaceParam, paramOrigins, paramTypes, type InterfaceParam } from '../../common/definition.ts';
import './access.css';

/** Parameters, one a line. */
export function ParamsEditor({
  value,
  onChange,
}: {
  value: readonly InterfaceParam[];
  onChange: (value: InterfaceParam[]) => void;
}): ReactElement {
  const t = useT('access');
  const write = (at: number, part: Partial<InterfaceParam>): void =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div className="acc-params">
      {value.map((param, at) => (
        // Names are typed here, so that lines are told apart by their place.
        <div key={at} role="group" aria-label={t('param.one', { n: at + 1 })}>
          <Input
            aria-label={t('member.filter.name')}
            placeholder={t('member.filter.name')}
            className="acc-code"
            value={param.name}
            onChange={(event) => write(at, { name: event.target.value.trim() })}
          />
          <Select
            aria-label={t('param.from')}
            value={param.from}
            options={paramOrigins.map((one) => ({ value: one, label: t(`param.from.${one}`) }))}
            onChange={(from) => write(at, { from })}
          />
          <Select
            aria-label={t('param.type')}
            value={param.type}
            options={paramTypes.map((one) => ({ value: one, label: t(`param.type.${one}`) }))}
            onChange={(type) => write(at, { type })}
          />
          <Input
            aria-label={t('param.value')}
            placeholder={t('param.value')}
            value={param.value}
            onChange={(event) => write(at, { value: event.target.value })}
          />
          <Checkbox checked={param.required} onChange={(event) => write(at, { required: event.target.checked })}>
            {t('param.required')}
          </Checkbox>
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={t('param.remove', { n: at + 1 })}
            onClick={() => onChange(value.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <span>
        <Button
          icon={<PlusOutlined aria-hidden="true" />}
          onClick={() => onChange([...value, interfaceParam.parse({ name: `p${value.length + 1}` })])}
        >
          {t('param.add')}
        </Button>
      </span>
    </div>
  );
}
