import { Button, Form, Select } from 'antd';
import type { ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { targetList } from '../../common/cleaning/archive.contract.ts';
import {
  clearConfigGet,
  clearConfigList,
  clearConfigUpdate,
  type CleanMode,
  type RetentionView,
} from '../../common/cleaning/clear.contract.ts';
import { retention } from './cleaning.subjects.ts';
import { EstimateText } from './estimate-text.tsx';
import { useEstimate } from './use-estimate.ts';

const F = fieldsOf(clearConfigUpdate.input);

/** How long a kind of log is kept; a shorter time asks for its estimate first. */
export function RetentionForm({ row, onClose }: { row: RetentionView; onClose: () => void }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const { kind, version, keepDays, mode, archiveTargetId, windowFrom, windowTo, zone, paused, early } = row;
  return (
    <DrawerForm
      subject={retention}
      title={row.name}
      endpoint={clearConfigUpdate}
      initial={{ keepDays, mode, archiveTargetId, windowFrom, windowTo, zone, paused, early }}
      target={{ kind, version }}
      invalidates={[clearConfigList, clearConfigGet]}
      onClose={onClose}
    >
      <F.keepDays help={t('retention.between', { least: numberText(row.floorDays, language), most: numberText(row.maxDays, language) })} />
      {!row.archiveOnly && <F.mode />}
      <F.archiveTargetId>
        <TargetSelect />
      </F.archiveTargetId>
      <F.windowFrom />
      <F.windowTo />
      <F.zone />
      <F.paused />
      {row.mayEarly && <F.early />}
      <F.estimateId help={t('retention.rowsGo')}>
        <EstimateField row={row} />
      </F.estimateId>
    </DrawerForm>
  );
}

interface FieldInput<T> {
  id?: string;
  value?: T | null;
  onChange?: (value: T | null) => void;
}

const builtin = '';

/** Where archives go. */
function TargetSelect({ id, value, onChange }: FieldInput<string>): ReactElement {
  const t = useT('logs');
  const { data } = useRead(targetList, { pageSize: 100 });
  const options = [
    { value: builtin, label: t('retention.builtin') },
    ...(data?.list ?? []).map((one) => ({ value: one.id, label: one.name })),
  ];
  return (
    <Select
      {...(id !== undefined && { id })}
      value={value ?? builtin}
      options={options}
      onChange={(next: string) => onChange?.(next === builtin ? null : next)}
    />
  );
}

/** The estimate of what the form holds now; it goes along with what is saved. */
function EstimateField({ row, id, onChange }: FieldInput<string> & { row: RetentionView }): ReactElement {
  const t = useT('logs');
  const form = Form.useFormInstance();
  const days: unknown = Form.useWatch('keepDays', form);
  const how: unknown = Form.useWatch('mode', form);
  const keepDays = typeof days === 'number' ? days : row.keepDays;
  const mode: CleanMode = how === 'delete' ? 'delete' : how === 'archiveThenDelete' ? how : row.mode;
  const { begin, running, result } = useEstimate((found) => onChange?.(found.id));
  const fits = result?.keepDays === keepDays && result.mode === mode;
  return (
    <div className="wlc-estimate" {...(id !== undefined && { id })}>
      <Button loading={running} onClick={() => void begin({ kind: row.kind, keepDays, mode })}>
        {t(running ? 'retention.estimating' : 'retention.estimateAsk')}
      </Button>
      {result && fits && <EstimateText result={result} />}
      {!fits && keepDays < row.keepDays && <p className="wl-soft">{t('retention.estimateNeeded')}</p>}
    </div>
  );
}
