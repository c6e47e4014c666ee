import { PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { defaultValues, storedValues, type FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, factsOf } from '#kit/console/page/facts.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { pickerSources } from '#kit/console/pickers/picker-source.ts';
import { CrowdPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import {
  policyChoices,
  policyDisable,
  policyDraft,
  policyEnable,
  policyGet,
  policyList,
  policyRemove,
  policySave,
  type PolicyRow,
} from '../../common/policy.contract.ts';
import { changePolicy } from '../subjects.ts';
import './approvals.css';

const columns: readonly Column<PolicyRow, typeof changePolicy>[] = [
  { name: 'name', width: 180 },
  { name: 'what', sortable: false, wrap: true, width: 300, cell: (row) => <>{row.what.join(' · ')}</> },
  { name: 'atLeast', as: 'number', sortable: false },
  { name: 'share', sortable: false, optional: true, cell: (row) => <Share row={row} /> },
  { name: 'needed', as: 'number', sortable: false },
  { name: 'approvers', sortable: false, cell: (row) => <Approvers row={row} /> },
  { name: 'expiresHours', as: 'number', sortable: false },
  { name: 'enabled', as: 'enum', sortable: false },
  { name: 'emergencyRoles', sortable: false, optional: true, cell: (row) => <>{row.emergencyRoles.join(', ')}</> },
  { name: 'reviewHours', as: 'number', sortable: false, optional: true },
  { name: 'loud', as: 'boolean', sortable: false, optional: true },
  { name: 'offHours', as: 'boolean', sortable: false, optional: true },
  { name: 'updatedAt', as: 'time', optional: true },
];

/** The policies: list, form, history, on and off. */
export function PolicyPanel(): ReactElement {
  const t = useT('approvals');
  const chosen = useChosen();
  const [editing, setEditing] = useState<PolicyRow | 'new'>();
  const list = useList(policyList, { name: 'p', searchKey: 'text' });
  const saving = useActionName(policySave);
  const shown = useRead(policyGet, { id: chosen.id ?? '' }, { enabled: chosen.id !== undefined });
  const add = saving.granted && (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setEditing('new')}>
      {t('policy.add')}
    </Button>
  );
  return (
    <>
      <ListPanel
        subject={changePolicy}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="enabled" />
            {add}
          </>
        }
        rowActions={(row) => <PolicyActions row={row} onEdit={() => setEditing(row)} />}
        onOpen={(row) => chosen.show(row.id)}
        empty={<EmptyState title={t('changePolicy.empty')} hint={t('changePolicy.emptyHint')} action={add} />}
      />
      {chosen.id !== undefined && (
        <DetailDrawer
          subject={changePolicy}
          read={shown}
          title={(row) => row.name}
          actions={(row) => (saving.granted ? <Button onClick={() => setEditing(row)}>{t('policy.edit')}</Button> : null)}
          tabs={(row) => [
            { key: 'facts', label: t('changePolicy'), children: <Facts row={row} facts={factsOf<PolicyRow>(columns)} /> },
            {
              key: 'history',
              label: t('request.history'),
              children: <HistoryTab subject={changePolicy} kind="changePolicy" objectId={row.id} />,
            },
          ]}
          onClose={chosen.close}
        />
      )}
      {editing !== undefined && <PolicyForm policy={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

const readings = [policyList, policyGet] as const;

function PolicyActions({ row, onEdit }: { row: PolicyRow; onEdit: () => void }): ReactElement {
  const t = useT('approvals');
  const saving = useActionName(policySave);
  const act = { names: [row.name], input: { ids: [row.id] }, invalidates: readings };
  return (
    <RowActions name={row.name}>
      {saving.granted && <Button onClick={onEdit}>{t('policy.edit')}</Button>}
      {row.enabled ? (
        <ActionButton endpoint={policyDisable} {...act} confirm="ask">
          {t('policy.off')}
        </ActionButton>
      ) : (
        <ActionButton endpoint={policyEnable} {...act} confirm="ask">
          {t('policy.on')}
        </ActionButton>
      )}
      <ActionButton endpoint={policyRemove} {...act} confirm="ask" danger>
        {t('verb.remove')}
      </ActionButton>
    </RowActions>
  );
}

function Share({ row }: { row: PolicyRow }): ReactElement | null {
  const t = useT('approvals');
  return row.share === null ? null : <>{t(`policy.share.${row.shareOf}`, { percent: row.share })}</>;
}

function Approvers({ row }: { row: PolicyRow }): ReactElement {
  const t = useT('approvals');
  return <>{row.approvers.length > 0 ? row.approvers.join(', ') : t('policy.anybody')}</>;
}

const F = fieldsOf(policyDraft);

function PolicyForm({ policy, onClose }: { policy: PolicyRow | undefined; onClose: () => void }): ReactElement {
  const t = useT('approvals');
  const { data } = useRead(policyChoices, {});
  const initial: FormValues = policy ? storedValues(policyDraft, policy) : defaultValues(policyDraft);
  return (
    <DrawerForm
      subject={changePolicy}
      endpoint={policySave}
      title={t(policy ? 'policy.edit' : 'policy.add')}
      initial={initial}
      {...(policy && { target: { id: policy.id, version: policy.version } })}
      // A new one begins disabled and touches nobody; what is missing yet stands at its fields.
      {...(!policy && { impact: () => null })}
      invalidates={readings}
      onClose={onClose}
    >
      <F.name {...(!policy && { help: t('policy.disabledHint') })} />
      <F.operations wide>
        <Choices options={data?.operations} />
      </F.operations>
      <F.atLeast help={t('policy.atLeastHint')} />
      <F.needed />
      <F.share help={t('policy.shareHint')} />
      <F.shareOf />
      <F.loud wide />
      <F.offHours wide help={t('policy.offHoursHint')} />
      <F.approverRoleIds wide>
        <Choices options={data?.roles} />
      </F.approverRoleIds>
      <F.approverIds wide help={t('policy.approversHint')}>
        <EmployeePicker multiple />
      </F.approverIds>
      {pickerSources().crowd && (
        <F.approverCrowdIds wide>
          <CrowdPicker multiple />
        </F.approverCrowdIds>
      )}
      <F.expiresHours />
      <F.reviewHours />
      <F.emergencyRoleIds wide>
        <Choices options={data?.roles} />
      </F.emergencyRoleIds>
    </DrawerForm>
  );
}

interface ChoicesProps {
  options: readonly { value: string; label: string; module?: string }[] | undefined;
  value?: readonly string[];
  onChange?: (value: readonly string[]) => void;
  id?: string;
}

/** Several of a list that is read beside the form; grouped where its entries name a module. */
function Choices({ options = [], value = [], onChange, id }: ChoicesProps): ReactElement {
  const groups = [...Map.groupBy(options, ({ module = '' }) => module)];
  const plain = options.map((option) => ({ value: option.value, label: option.label }));
  const grouped = groups.map(([label, some]) => ({
    label,
    title: label,
    options: some.map((one) => ({ value: one.value, label: one.label })),
  }));
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      value={[...value]}
      options={groups.length > 1 ? grouped : plain}
      onChange={(next) => onChange?.(next)}
    />
  );
}
