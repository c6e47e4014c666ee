import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { loginColumnNames, operationColumnNames, type ExportedLog } from '../../common/export.contract.ts';
import { login, operation } from '../subjects.ts';

interface ColumnsInputProps {
  log: ExportedLog;
  id?: string;
  /** Names it outside of a form. */
  label?: string;
  value?: string[] | null;
  onChange?: (value: string[] | null) => void;
}

/** Chooses the columns of the files that are made of a search, in their order; none chosen: all of them. */
export function ColumnsInput({ log, id, label, value, onChange }: ColumnsInputProps): ReactElement {
  const t = useT('logs');
  const words = useWords(log === 'operation' ? operation : login);
  const names: readonly string[] = log === 'operation' ? operationColumnNames : loginColumnNames;
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      allowClear
      optionFilterProp="label"
      {...(label !== undefined && { 'aria-label': label })}
      placeholder={t('savedSearch.columnsAll')}
      value={value ?? []}
      options={names.map((name) => ({ value: name, label: words.field(name) }))}
      onChange={(next) => onChange?.(next.length === 0 ? null : next)}
    />
  );
}
