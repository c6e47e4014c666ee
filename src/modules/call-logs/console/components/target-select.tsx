import { Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import type { callTargets } from '../../common/stat.contract.ts';

interface TargetSelectProps {
  /** Id of an interface or a system. */
  value: string | undefined;
  onChange: (chosen: { kind: 'interface' | 'system'; id: string } | undefined) => void;
  endpoint: typeof callTargets;
  /** Only these are offered; both unless said. */
  only?: 'interface' | 'system';
  id?: string;
}

/** Chooses an interface or a system among what can be called, by a part of its name. */
export function TargetSelect({ value, onChange, endpoint, only, id }: TargetSelectProps): ReactElement {
  const t = useT('call-logs');
  const [text, setText] = useState('');
  const { data } = useRead(endpoint, text === '' ? {} : { text });
  const { data: chosen } = useRead(endpoint, { ids: value === undefined ? [] : [value] });
  const merged = <T extends { id: string }>(one: readonly T[] = [], other: readonly T[] = []): T[] => [
    ...new Map([...other, ...one].map((entry) => [entry.id, entry])).values(),
  ];
  const interfaces = merged(
    data?.interfaces,
    chosen?.interfaces.filter((one) => one.id === value),
  );
  const systems = merged(
    data?.systems,
    chosen?.systems.filter((one) => one.id === value),
  );
  const groups = [
    ...(only === 'interface'
      ? []
      : [{ label: t('stat.targetSystems'), options: systems.map((one) => ({ value: one.id, label: one.name })) }]),
    ...(only === 'system'
      ? []
      : [{ label: t('stat.targetInterfaces'), options: interfaces.map((one) => ({ value: one.id, label: `${one.name} · ${one.path}` })) }]),
  ];
  return (
    <Select<string>
      className="wcl-target"
      id={id}
      showSearch={{ filterOption: false, onSearch: setText }}
      allowClear
      aria-label={t('stat.target')}
      placeholder={t('stat.target')}
      value={value ?? null}
      options={groups}
      onChange={(next: string | undefined) =>
        onChange(next === undefined ? undefined : { kind: systems.some((one) => one.id === next) ? 'system' : 'interface', id: next })
      }
    />
  );
}
