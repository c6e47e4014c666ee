import { Select } from 'antd';
import type { ReactElement } from 'react';
import type { Input } from '#kit/common/contract.ts';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { reportHour, reportList, reportSave, type ReportRow, type Schedule } from '../../common/saved/report.contract.ts';
import { searchList } from '../../common/saved/search.contract.ts';
import { logReport } from '../subjects.ts';

const F = fieldsOf(reportSave.input);
const one = { pageSize: 1 } as const;
const many = { pageSize: 100 } as const;
type Option = { readonly value: string; readonly label: string };

/** A report goes to the server whole, also where one field of it was changed. */
const wholeOf = (_changed: FormValues, all: FormValues): Input<typeof reportSave> => ({
  name: String(all['name'] ?? ''),
  searchId: String(all['searchId'] ?? ''),
  schedule: all['schedule'] as Schedule,
  format: all['format'] as ReportRow['format'],
  personIds: (all['personIds'] as string[] | undefined) ?? [],
  enabled: all['enabled'] === true,
});

/** A new report, or the change of one. */
export function ReportForm({ row, onClose }: { row: ReportRow | undefined; onClose: () => void }): ReactElement {
  const t = useT('logs');
  const { data: reports } = useRead(reportList, one);
  const { data: searches } = useRead(searchList, many);
  // What it is made of stays named, also where it is somebody else's.
  const own = row && !searches?.list.some(({ id }) => id === row.searchId) ? [{ value: row.searchId, label: row.searchName }] : [];
  const found = [...own, ...(searches?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))];
  const persons = (reports?.persons ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const { name, searchId, schedule, format, personIds, enabled } = row ?? {
    schedule: 'weekly' as const,
    format: 'xlsx' as const,
    personIds: [],
    enabled: true,
  };
  return (
    <DrawerForm
      subject={logReport}
      title={row?.name ?? t('report.add')}
      endpoint={reportSave}
      initial={{ name, searchId, schedule, format, personIds, enabled }}
      {...(row && { target: { id: row.id, version: row.version } })}
      input={wholeOf}
      invalidates={[reportList, searchList]}
      onClose={onClose}
    >
      <F.name />
      <F.searchId help={t('report.searchHelp')}>
        <Choice options={found} />
      </F.searchId>
      <F.schedule as="radio" help={t('report.whenHelp', { hour: reportHour, timeZone: reports?.timeZone ?? '' })} />
      <F.format as="radio" help={t('report.formatHelp')} />
      <F.personIds wide help={t('report.personsHelp')}>
        <Choices options={persons} />
      </F.personIds>
      <F.enabled />
    </DrawerForm>
  );
}

interface ChoiceProps<V> {
  options: readonly Option[];
  id?: string;
  value?: V;
  onChange?: (value: V) => void;
}

function Choice({ options, id, value, onChange }: ChoiceProps<string>): ReactElement {
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      showSearch={{ optionFilterProp: 'label' }}
      {...(value !== undefined && { value })}
      options={[...options]}
      onChange={(next) => onChange?.(next)}
    />
  );
}

function Choices({ options, id, value, onChange }: ChoiceProps<string[]>): ReactElement {
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      optionFilterProp="label"
      value={value ?? []}
      options={[...options]}
      onChange={(next) => onChange?.(next)}
    />
  );
}
