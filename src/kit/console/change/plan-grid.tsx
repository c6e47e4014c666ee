import { Input, Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { exportPlanItems, listPlanItems, planActions, type PlanItemView, type PlanView } from '#kit/common/change/plan.contract.ts';
import { textIfAny } from '../i18n/i18n.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { ExportButton } from '../jobs/export-button.tsx';
import type { ListEndpoint } from '../page/list-endpoint.ts';
import { wordsOf, type Subject } from '../page/subject.ts';
import { useList, type List } from '../page/use-list.ts';
import type { ShownColumn } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';
import { numberText } from '../table/formats.ts';
import { Pager } from '../table/pager.tsx';
import '../page/page.css';
import './change.css';
import { FieldDiffs } from './field-diffs.tsx';

const refusedAlone: PlanItemView['action'][] = ['refused'];

/** The lines of a plan: by action, each with its fields before and after, and what stands against it in place. */
export function PlanGrid({ plan, subject }: { plan: PlanView; subject: Subject }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const words = wordsOf(subject);
  const present = planActions.filter((action) => (plan.counts[action] ?? 0) > 0);
  // Refused lines are what somebody has to read.
  const [action, setAction] = useState<string>(present.includes('refused') ? 'refused' : 'all');
  const [text, setText] = useState('');
  const shown = planActions.find((one) => one === action);
  const list = useList(listPlanItems, {
    fixed: { planId: plan.id, ...(shown && { action: [shown] }), ...(text.trim() && { text: text.trim() }) },
    inAddress: false,
  });
  const plain: List<PlanItemView, ListEndpoint> = list;
  const name = (one: string): string => textIfAny('kit', `action.${one}`) ?? one;
  const columns: ShownColumn<PlanItemView>[] = [
    { name: 'line', label: t('plan.line'), as: 'number', sortable: false },
    { name: 'name', label: t('plan.object'), sortable: false, width: 140 },
    { name: 'action', label: t('plan.action'), sortable: false, cell: (row) => name(row.action) },
    { name: 'fields', label: t('plan.what'), sortable: false, width: 260, wrap: true, cell: (row) => <What row={row} words={words} /> },
  ];
  return (
    <div className="whk-plan">
      <div className="whk-counts">
        <Segmented
          aria-label={t('plan.counts')}
          value={action}
          onChange={setAction}
          options={['all', ...present].map((one) => ({
            value: one,
            label: `${one === 'all' ? t('plan.tab.all') : name(one)} ${numberText(countIn(plan, one), language)}`,
          }))}
        />
        <Input
          allowClear
          className="whk-filter-search"
          aria-label={t('plan.search')}
          placeholder={t('plan.search')}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {present.includes('refused') && (
          <ExportButton
            endpoint={exportPlanItems}
            input={(format) => ({ planId: plan.id, format, action: refusedAlone })}
            label={t('plan.refusedFile')}
          />
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard (WCAG 2.1.1) */}
      <section className="whk-plan-lines" tabIndex={0} aria-label={t('plan.counts')}>
        <DataTable list={plain} columns={columns} label={t('plan.counts')} density="small" nameOf={(row) => row.name} />
      </section>
      <Pager list={plain} />
    </div>
  );
}

const countIn = (plan: PlanView, action: string): number =>
  Object.entries(plan.counts).reduce((sum, [name, count]) => sum + (action === 'all' || name === action ? (count ?? 0) : 0), 0);

/** So many fields are shown at once; a new object has more, and they say little. */
const fewFields = 3;

function What({ row, words }: { row: PlanItemView; words: ReturnType<typeof wordsOf> }): ReactElement {
  const t = useT('kit');
  return (
    <>
      {row.state !== 'planned' && row.action !== 'refused' && <em>{t(`plan.state.${row.state}`)} </em>}
      {row.issues.map(({ path, label, message }) => (
        <span key={`${path} ${message}`} className="whk-plan-issue">
          {path === '' ? message : `${label ?? words.field(path)}: ${message}`}
        </span>
      ))}
      {row.fields.length > fewFields ? (
        <details>
          <summary>{t('history.fields', { count: row.fields.length })}</summary>
          <FieldDiffs fields={row.fields} words={words} />
        </details>
      ) : (
        <FieldDiffs fields={row.fields} words={words} />
      )}
    </>
  );
}
