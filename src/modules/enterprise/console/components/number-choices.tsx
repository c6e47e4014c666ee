import { Checkbox, Select } from 'antd';
import type { ReactElement } from 'react';
import { platforms } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';

interface ChoiceProps<V> {
  value?: V;
  onChange?: (value: V) => void;
  disabled?: boolean;
  id?: string;
}

/** The platforms of terminals, to be ticked. */
export function PlatformChecks({ value = [], onChange, disabled = false }: ChoiceProps<readonly number[]>): ReactElement {
  const t = useT('enterprise');
  return (
    <Checkbox.Group
      disabled={disabled}
      value={[...value]}
      options={platforms.map((platform) => ({ value: platform, label: t(`platform.${platform}`) }))}
      onChange={(chosen) => onChange?.(chosen.map(Number))}
    />
  );
}

/** One of a few numbers by their names. */
export function NumberSelect({
  options,
  value,
  onChange,
  ...rest
}: ChoiceProps<number> & { options: { value: number; label: string }[] }): ReactElement {
  return <Select<number> {...rest} value={value ?? null} options={options} onChange={(chosen) => onChange?.(chosen)} />;
}
