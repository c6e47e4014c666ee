import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { MembersByList } from './members-by-list.tsx';
import { ruleDeptPage, ruleUserPage } from '../../common/permissions.ts';
import { ruleMemberExport } from '../../common/export.contract.ts';
import { bindRule, ruleAssign, ruleMembers } from '../../common/rule.contract.ts';
import { memberSubject } from '../subjects.ts';

/** For whom of one kind the chosen rule holds. */
export function RuleMembers({ kind }: { kind: 'employee' | 'department' }): ReactElement | null {
  const ruleId = useSearchParams()[0].get('ruleId');
  return ruleId === null ? null : <Members key={ruleId} ruleId={ruleId} kind={kind} />;
}

function Members({ ruleId, kind }: { ruleId: string; kind: 'employee' | 'department' }): ReactElement {
  const t = useT('devices');
  const list = useList(ruleMembers, { fixed: { ruleId, kind }, inAddress: false });
  const page = kind === 'employee' ? ruleUserPage : ruleDeptPage;
  const readings = [ruleMembers, bindRule.list, bindRule.get];
  return (
    <ListPanel
      subject={memberSubject}
      list={list}
      columns={[
        { name: 'name', sortable: false },
        ...(kind === 'employee' ? [{ name: 'account', sortable: false } as const] : []),
        { name: 'departmentName', sortable: false },
        { name: 'devices', as: 'number', sortable: false, ...(kind === 'department' && { label: t('field.people') }) },
        { name: 'since', as: 'time', sortable: false },
      ]}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <Permit code={page.button.assign}>{(name) => <AddMembers ruleId={ruleId} kind={kind} name={name} readings={readings} />}</Permit>
          {kind === 'employee' && <ExportButton endpoint={ruleMemberExport} input={(format) => ({ format, ruleId })} />}
        </>
      }
      rowActions={(row) => (
        <RowActions name={row.name}>
          <Permit code={page.button.remove}>
            {(name) => (
              <ActionButton
                endpoint={ruleAssign}
                input={{ ruleId, kind, remove: [row.id] }}
                names={[row.name]}
                type="text"
                danger
                invalidates={readings}
              >
                {name}
              </ActionButton>
            )}
          </Permit>
        </RowActions>
      )}
      empty={<EmptyState title={t('ruleMember.empty')} hint={t('ruleMember.emptyHint')} />}
    />
  );
}

interface AddMembersProps {
  ruleId: string;
  kind: 'employee' | 'department';
  name: string;
  readings: readonly Parameters<typeof useSave>[0][];
}

function AddMembers({ ruleId, kind, name, readings }: AddMembersProps): ReactElement {
  const t = useT('devices');
  const [ids, setIds] = useState<readonly string[]>([]);
  const { save, saving } = useSave(ruleAssign, { invalidates: readings, onSaved: () => setIds([]) });
  const Picker = kind === 'employee' ? EmployeePicker : DepartmentPicker;
  return (
    <>
      <label className="devices-search" htmlFor="rule-members">
        <span className="devices-unseen">{t('ruleMember')}</span>
        <Picker id="rule-members" multiple value={ids} onChange={(all) => setIds(Array.isArray(all) ? all : [])} />
      </label>
      {kind === 'employee' && <MembersByList ruleId={ruleId} readings={readings} />}
      <OffButton
        type="primary"
        loading={saving}
        off={ids.length === 0 && 'choice'}
        onClick={() => void save({ ruleId, kind, add: [...ids] })}
      >
        {name}
      </OffButton>
    </>
  );
}
