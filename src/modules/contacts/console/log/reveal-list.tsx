import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { PickFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useList } from '#kit/console/page/use-list.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { revealExport, revealList, type RevealRow } from '../../common/reveal.contract.ts';
import { useFieldNames } from '../components/field-names.ts';
import { revealSubject } from '../subjects.ts';

/** Who had which value of whom shown clear. Each reading is audited, so that it is not read again by itself. */
export function RevealList(): ReactElement {
  const t = useT('contacts');
  const [language] = useLanguage();
  const { nameOf } = useFieldNames();
  const list = useList(revealList);
  const { page, size, sort, filters } = list.state;
  const filter = revealExport.input.shape.filter.unwrap().parse(filters);
  // The same reading as the list's: who had the most stands beside the rows.
  const sorted = sort === 'at' || sort === '-at' ? { sort } : {};
  const { data } = useRead(revealList, { ...filter, pageNum: page, pageSize: size, ...sorted });
  const columns: readonly Column<RevealRow, typeof revealSubject>[] = [
    { name: 'at', as: 'time' },
    { name: 'viewer', cell: ({ viewer }) => viewer.name },
    { name: 'target', cell: ({ target }) => target.name },
    { name: 'field', cell: ({ field }) => nameOf(field) },
    { name: 'terminal' },
  ];
  const top = data?.top ?? [];
  return (
    <ListPanel
      subject={revealSubject}
      list={list}
      columns={columns}
      filters={
        <>
          <TimeFilter list={list} from="from" to="to" recent />
          <PickFilter list={list} name="viewerId">
            <EmployeePicker />
          </PickFilter>
          <PickFilter list={list} name="targetId">
            <EmployeePicker />
          </PickFilter>
          <PickFilter list={list} name="field">
            <FieldSelect />
          </PickFilter>
          <ExportButton endpoint={revealExport} label={t('export.title')} input={(format) => ({ format, filter })} />
        </>
      }
      notice={
        top.length > 0 && (
          <p className="contacts-top">
            {t('reveal.top')} {top.map(({ name, count }) => `${name} ${numberText(count, language)}`).join(t('range.and'))}
          </p>
        )
      }
      empty={<EmptyState title={t('reveal.empty')} hint={t('reveal.help')} />}
    />
  );
}

/** Chooses one field, as pickers are chosen from. */
function FieldSelect({ value, onChange, placeholder, ...named }: PickerProps): ReactElement {
  const { keys, nameOf } = useFieldNames();
  return (
    <Select<string>
      allowClear
      aria-label={named['aria-label']}
      className="whk-picker"
      {...(placeholder !== undefined && { placeholder })}
      value={typeof value === 'string' ? value : null}
      options={keys.map((key) => ({ value: key, label: nameOf(key) }))}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  );
}
