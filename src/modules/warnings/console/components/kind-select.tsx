import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import { ruleList } from '../../common/rule.contract.ts';

/** The kinds of warning with their titles. */
export function useKinds(): readonly { kind: string; title: string; module: string; moduleName: string }[] {
  const { data } = useRead(ruleList, { shipped: true, pageSize: 1000 });
  return data?.list ?? [];
}

interface KindSelectProps {
  value?: string | null;
  onChange?: (value: string | null) => void;
  id?: string;
  /** A choice beside the kinds. */
  every?: { value: string; label: string };
  'aria-label'?: string;
}

/** Chooses a kind of warning. */
export function KindSelect({ value, onChange, every, ...rest }: KindSelectProps): ReactElement {
  const kinds = useKinds();
  return (
    <Select<string>
      className="ww-wide"
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={every === undefined}
      value={value ?? undefined}
      options={[
        ...(every ? [every] : []),
        ...kinds.map(({ kind, title, moduleName }) => ({ value: kind, label: `${title} · ${moduleName}` })),
      ]}
      onChange={(next?: string) => onChange?.(next ?? null)}
      {...rest}
    />
  );
}
