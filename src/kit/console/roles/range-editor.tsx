import { Radio, Space } from 'antd';
import type { ReactElement } from 'react';
import { rangeKinds, type RangeKind } from '#kit/common/role/role-range.ts';
import { useT } from '../i18n/use-t.ts';
import { DepartmentPicker } from '../pickers/pickers.tsx';

/** A data range as it is chosen: departments count for `chosen` alone, and are kept while another kind is tried. */
export interface RangeChoice {
  readonly kind: RangeKind;
  readonly ids: readonly string[];
}

/** The range as the calls take it. */
export const rangeRequest = ({ kind, ids }: RangeChoice): { kind: RangeKind; departmentIds: string[] } => ({
  kind,
  departmentIds: kind === 'chosen' ? [...ids] : [],
});

/** Nothing is missing. */
export const isComplete = ({ kind, ids }: RangeChoice): boolean => kind !== 'chosen' || ids.length > 0;

interface RangeEditorProps {
  range: RangeChoice;
  disabled?: boolean;
  onChange: (range: RangeChoice) => void;
}

/** Where the role's permissions hold: everywhere, along the holder's own departments, in chosen ones, or for themselves alone. */
export function RangeEditor({ range, disabled = false, onChange }: RangeEditorProps): ReactElement {
  const t = useT('kit');
  return (
    <div className="whk-range">
      <Radio.Group
        aria-label={t('role.rangeTitle')}
        disabled={disabled}
        value={range.kind}
        onChange={(event) => onChange({ ...range, kind: rangeKinds.find((one) => one === event.target.value) ?? range.kind })}
      >
        <Space orientation="vertical">
          {rangeKinds.map((one) => (
            <Radio key={one} value={one}>
              {t(`role.range.${one}`)}
            </Radio>
          ))}
        </Space>
      </Radio.Group>
      {(range.kind === 'chosen' || !disabled) && (
        <DepartmentPicker
          multiple
          aria-label={t('role.range.chosen')}
          disabled={disabled}
          placeholder={t('grant.rangePick')}
          value={range.kind === 'chosen' ? range.ids : []}
          // Who names a department means it.
          onChange={(value) => onChange({ kind: 'chosen', ids: Array.isArray(value) ? value : [] })}
        />
      )}
    </div>
  );
}
