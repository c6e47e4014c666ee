import { Checkbox, Input, Select, Tag } from 'antd';
import type { ReactElement } from 'react';
import type { Input as In } from '#kit/common/contract.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { itemStates, type ItemState, type sourceRunExport } from '../../common/source-run.contract.ts';
import { useExtraFields } from '#modules/people/console/extra/public.ts';
import { wordOf } from '../counts-text.tsx';

type Filter = Pick<In<typeof sourceRunExport>, 'state' | 'objectKind' | 'departmentId' | 'field' | 'text' | 'adminsOnly' | 'reasonCode'>;

/** Filters of the lines of a run, beside their action. */
export interface LineFilter {
  readonly text: string;
  readonly adminsOnly: boolean;
  readonly departmentId?: string | undefined;
  readonly field?: ChangedField | undefined;
  readonly state?: ItemState | undefined;
  /** A reason that was met in a line, with its words. */
  readonly reason?: { readonly code: string; readonly text: string } | undefined;
}

type ChangedField = `employee.${string}` | `department.${string}`;

/** Nothing is looked for. */
export const everyLine: LineFilter = { text: '', adminsOnly: false };

/** The filter as the server takes it. */
export function askedOf({ text, adminsOnly, departmentId, field, state, reason }: LineFilter): Filter {
  const at = field?.indexOf('.') ?? -1;
  return {
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(adminsOnly && { adminsOnly }),
    ...(departmentId !== undefined && { departmentId }),
    ...(field !== undefined && {
      objectKind: field.startsWith('employee.') ? ('employee' as const) : ('department' as const),
      field: field.slice(at + 1),
    }),
    ...(state !== undefined && { state: [state] }),
    ...(reason !== undefined && { reasonCode: reason.code }),
  };
}

/** Fields that a run may change, as the lines name them. */
const changed = {
  employee: [
    'account',
    'name',
    'employeeNo',
    'mobile',
    'email',
    'assignments',
    'managerId',
    'title',
    'status',
    'hireDate',
    'jobLevel',
    'workplace',
    'costCentre',
    'employmentType',
    'expiresAt',
    'workPhone',
    'personalEmail',
    'nameEn',
    'alias',
    'nameReading',
    'gender',
    'birthday',
    'locale',
    'timeZone',
    'avatar',
    'remark',
  ],
  department: ['name', 'code', 'parentId', 'managerIds', 'enabled', 'phone', 'email', 'address', 'costCentre', 'description'],
} as const;

interface ItemFiltersProps {
  value: LineFilter;
  /** The plan was decided on: its lines have ended in different ways. */
  decided: boolean;
  onChange: (value: LineFilter) => void;
}

/** Filters of the lines of a run: by text, department, the field that changes, how the line ended, and a reason that was met. */
export function ItemFilters({ value, decided, onChange }: ItemFiltersProps): ReactElement {
  const t = useT('user-centre');
  const extras = { employee: useExtraFields('employee'), department: useExtraFields('department') };
  const groups = (['employee', 'department'] as const).map((of) => ({
    label: wordOf(`sourceRun.objectKind.${of}`),
    options: [
      ...changed[of].map((name) => ({ value: `${of}.${name}` as ChangedField, label: wordOf(`${of}.field.${name}`) })),
      ...extras[of].map(({ code, name }) => ({ value: `${of}.extra.${code}` as ChangedField, label: name })),
    ],
  }));
  return (
    <>
      <Input
        allowClear
        className="whk-filter-search"
        aria-label={t('source.items.search')}
        placeholder={t('source.items.search')}
        maxLength={100}
        value={value.text}
        onChange={({ target }) => onChange({ ...value, text: target.value })}
      />
      <div className="whk-filter">
        <DepartmentPicker
          aria-label={t('source.items.department')}
          placeholder={t('source.items.department')}
          value={value.departmentId ?? null}
          onChange={(id) => onChange({ ...value, departmentId: typeof id === 'string' ? id : undefined })}
        />
      </div>
      <Select<ChangedField>
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        className="whk-filter"
        popupMatchSelectWidth={false}
        aria-label={t('source.items.field')}
        placeholder={t('source.items.field')}
        value={value.field ?? null}
        options={groups}
        onChange={(field?: ChangedField) => onChange({ ...value, field })}
      />
      {decided && (
        <Select<ItemState>
          allowClear
          className="whk-filter"
          popupMatchSelectWidth={false}
          aria-label={t('source.items.state')}
          placeholder={t('source.items.state')}
          value={value.state ?? null}
          options={itemStates.map((one) => ({ value: one, label: wordOf(`sourceRun.state.${one}`) }))}
          onChange={(state?: ItemState) => onChange({ ...value, state })}
        />
      )}
      <Checkbox checked={value.adminsOnly} onChange={({ target }) => onChange({ ...value, adminsOnly: target.checked })}>
        {t('source.items.admins')}
      </Checkbox>
      {value.reason && (
        <Tag closable onClose={() => onChange({ ...value, reason: undefined })}>
          {t('source.items.because', { reason: value.reason.text })}
        </Tag>
      )}
    </>
  );
}
