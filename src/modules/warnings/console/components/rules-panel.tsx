import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useT, type T } from '#kit/console/i18n/use-t.ts';
import { EditButton, ObjectActions } from '#kit/console/crud/crud-actions.tsx';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { ruleAdd, ruleGet, ruleList, ruleRemove, ruleUpdate, type RuleRow } from '../../common/rule.contract.ts';
import { warningRule } from '../subjects.ts';
import { NamedValues } from './named-values.tsx';
import { Replay } from './replay.tsx';

const RuleForm = later('warning-rule-form', async () => (await import('./rule-form.tsx')).RuleForm);
const RuleAddForm = later('warning-rule-add', async () => (await import('./rule-form.tsx')).RuleAddForm);

/** What an own rule is called, or the kind of a shipped one. */
export const ruleName = (row: RuleRow): string => (row.shipped ? row.title : row.name);

/** For which objects a rule is, in words. */
function matchText({ match }: RuleRow, t: T<'warnings'>): string {
  const parts = [
    ...(match.nameHas === undefined ? [] : [t('warningRule.matchName', { text: match.nameHas })]),
    ...(match.objectIds?.length ? [t('warningRule.matchIds', { count: match.objectIds.length })] : []),
    ...(match.departmentId ? [t('warningRule.matchDepartment')] : []),
  ];
  return parts.length === 0 ? t('warningRule.matchAll') : parts.join(' · ');
}

function severityText(row: RuleRow, t: T<'warnings'>): string {
  return row.severity === null
    ? t('warningRule.severityUsual', { severity: t(`warning.severity.${row.usualSeverity}`) })
    : t(`warning.severity.${row.severity}`);
}

const endpoints = { list: ruleList, get: ruleGet, update: ruleUpdate };
const ownEndpoints = { ...endpoints, remove: ruleRemove };

/** The rule of each kind, and own ones for some objects. */
export function RulesPanel(): ReactElement {
  const t = useT('warnings');
  const list = useList(ruleList, { searchKey: 'text' });
  const chosen = useChosen();
  const [editing, setEditing] = useState<string>();
  const { granted } = useActionName(ruleAdd);
  const columns: readonly Column<RuleRow, typeof warningRule>[] = [
    { name: 'title', sortable: false, cell: ruleName },
    { name: 'match', sortable: false, cell: (row) => matchText(row, t) },
    { name: 'severity', sortable: false, cell: (row) => severityText(row, t) },
    { name: 'enabled', as: 'enum', sortable: false },
    { name: 'forMinutes', as: 'number', sortable: false },
    { name: 'clearMinutes', as: 'number', sortable: false },
    { name: 'repeatHours', as: 'number', sortable: false },
    { name: 'digest', as: 'enum', sortable: false },
    { name: 'open', as: 'number', sortable: false },
    { name: 'moduleName', sortable: false },
    { name: 'shipped', as: 'enum', sortable: false, optional: true },
    { name: 'owner', sortable: false, optional: true },
    { name: 'kind', as: 'code', optional: true },
  ];
  return (
    <>
      <ListPanel
        subject={warningRule}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="enabled" />
            <EnumFilter list={list} name="shipped" />
            {granted && (
              <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={chosen.add}>
                {t('warningRule.newOwn')}
              </Button>
            )}
          </>
        }
        rowActions={(row) => (
          <ObjectActions
            endpoints={row.shipped ? endpoints : ownEndpoints}
            id={row.id}
            name={ruleName(row)}
            object={row}
            onEdit={() => setEditing(row.id)}
          />
        )}
        onOpen={(row) => chosen.show(row.id)}
      />
      {chosen.id !== undefined && <RuleDrawer key={chosen.id} id={chosen.id} onEdit={() => setEditing(chosen.id)} onClose={chosen.close} />}
      {editing !== undefined && <EditRule id={editing} onClose={() => setEditing(undefined)} />}
      {chosen.adding && granted && <RuleAddForm onClose={chosen.close} />}
    </>
  );
}

function EditRule({ id, onClose }: { id: string; onClose: () => void }): ReactElement | null {
  const { data } = useRead(ruleGet, { id });
  return data ? <RuleForm key={data.id} rule={data} onClose={onClose} /> : null;
}

function RuleDrawer({ id, onEdit, onClose }: { id: string; onEdit: () => void; onClose: () => void }): ReactElement {
  const t = useT('warnings');
  const read = useRead(ruleGet, { id });
  return (
    <DetailDrawer<RuleRow>
      subject={warningRule}
      read={read}
      title={ruleName}
      onClose={onClose}
      actions={(row) => (
        <>
          <EditButton endpoint={ruleUpdate} type="primary" onClick={onEdit} />
          {!row.shipped && <ObjectActions endpoints={ownEndpoints} id={id} name={ruleName(row)} object={row} onRemoved={onClose} />}
        </>
      )}
      tabs={(row) => [
        { key: 'facts', label: t('page.details'), children: <RuleFacts row={row} /> },
        { key: 'replay', label: t('warningRule.tab.replay'), children: <Replay rule={row} /> },
        {
          key: 'history',
          label: t('warningRule.tab.history'),
          children: <HistoryTab subject={warningRule} kind="warningRule" objectId={id} />,
        },
      ]}
    />
  );
}

function RuleFacts({ row }: { row: RuleRow }): ReactElement {
  const t = useT('warnings');
  const facts: readonly Fact<RuleRow>[] = [
    { name: 'title' },
    { name: 'kind', as: 'code' },
    { name: 'moduleName' },
    { name: 'shipped', as: 'enum' },
    { name: 'match', show: () => matchText(row, t) },
    { name: 'enabled', as: 'enum' },
    { name: 'severity', show: () => severityText(row, t), always: true },
    ...(row.moment ? [] : ([{ name: 'forMinutes', as: 'number' }] as const)),
    { name: 'clearMinutes', as: 'number' },
    { name: 'repeatHours', as: 'number' },
    { name: 'digest', as: 'enum' },
    { name: 'owner' },
    { name: 'open', as: 'number' },
  ];
  return (
    <>
      {row.shipped && <p className="ww-soft">{t('warningRule.shippedNote')}</p>}
      <Facts row={row} facts={facts} />
      <NamedValues title={t('warningRule.field.parameters')} values={row.parameterList} />
    </>
  );
}
