import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select, Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { idsOf } from '#kit/console/pickers/picked.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import type { RangeRow } from '../../common/role.contract.ts';
import { namedRowKinds, rangeRowKinds, type RangeRowKind } from '../../common/words.ts';
import './contacts.css';

const pickers = { depts: DepartmentPicker, crowds: CrowdPicker, employees: EmployeePicker } as const;
const most = 50;

/** Whether every row says whom it means. */
export const isComplete = (rows: readonly RangeRow[]): boolean =>
  rows.every(({ kind, ids }) => !namedRowKinds.includes(kind) || ids.length > 0);

interface RangeRowsProps {
  rows: readonly RangeRow[];
  /** Ids of what no longer exists. */
  broken: ReadonlySet<string>;
  disabled: boolean;
  onChange: (rows: RangeRow[]) => void;
}

/** The rows of a range: whom each means, and whether it gives or takes. */
export function RangeRows({ rows, broken, disabled, onChange }: RangeRowsProps): ReactElement {
  const t = useT('contacts');
  const set = (at: number, row: RangeRow): void => onChange(rows.map((one, place) => (place === at ? row : one)));
  return (
    <div className="contacts-rows">
      {rows.length === 0 && <p className="contacts-soft">{t('range.nobody')}</p>}
      {rows.map((row, at) => (
        <Row
          key={at}
          row={row}
          broken={broken}
          number={at + 1}
          disabled={disabled}
          onChange={(next) => set(at, next)}
          onRemove={() => onChange(rows.filter((_, place) => place !== at))}
        />
      ))}
      {!disabled && rows.length < most && (
        <Button
          icon={<PlusOutlined aria-hidden="true" />}
          onClick={() => onChange([...rows, { kind: 'ownDeptBelow', ids: [], withBelow: true, exclude: false }])}
        >
          {t('range.add')}
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  row: RangeRow;
  broken: ReadonlySet<string>;
  number: number;
  disabled: boolean;
  onChange: (row: RangeRow) => void;
  onRemove: () => void;
}

function Row({ row, broken, number, disabled, onChange, onRemove }: RowProps): ReactElement {
  const t = useT('contacts');
  const { kind, ids: all, withBelow, exclude } = row;
  const ids = all.filter((id) => !broken.has(id));
  const gone = all.filter((id) => broken.has(id));
  const Picker = kind === 'depts' || kind === 'crowds' || kind === 'employees' ? pickers[kind] : undefined;
  return (
    <div className="contacts-row" role="group" aria-label={t('range.rowNumber', { number })}>
      <Select<string>
        aria-label={t('range.effect')}
        disabled={disabled}
        value={exclude ? 'takes' : 'gives'}
        options={(['gives', 'takes'] as const).map((value) => ({ value, label: t(`range.${value}`) }))}
        onChange={(value) => onChange({ ...row, exclude: value === 'takes' })}
      />
      <Select<RangeRowKind>
        aria-label={t('range.who')}
        disabled={disabled}
        value={kind}
        options={rangeRowKinds.map((value) => ({ value, label: t(`range.kind.${value}`) }))}
        onChange={(value) => onChange({ ...row, kind: value, ids: [] })}
      />
      {Picker && (
        <div className="contacts-row-pick">
          <Picker
            multiple
            disabled={disabled}
            aria-label={t(`range.kind.${kind}`)}
            value={ids}
            onChange={(picked) => onChange({ ...row, ids: [...idsOf(picked), ...gone].toSorted() })}
          />
          {gone.map((id) => (
            <Tag
              key={id}
              color="red"
              closable={!disabled && { 'aria-label': t('range.removeBroken') }}
              onClose={() => onChange({ ...row, ids: all.filter((one) => one !== id) })}
            >
              {t('range.brokenOne')}
            </Tag>
          ))}
        </div>
      )}
      {kind === 'depts' && (
        <Checkbox disabled={disabled} checked={withBelow} onChange={(event) => onChange({ ...row, withBelow: event.target.checked })}>
          {t('range.withBelow')}
        </Checkbox>
      )}
      {!disabled && (
        <Button type="text" icon={<DeleteOutlined aria-hidden="true" />} aria-label={t('range.remove', { number })} onClick={onRemove} />
      )}
    </div>
  );
}
