import { Button, Modal, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { idsOf, type Picked } from '#kit/console/pickers/picked.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { timeText } from '#kit/console/table/formats.ts';
import {
  group as entity,
  groupEventList,
  groupMemberAdd,
  groupMemberManager,
  groupMemberMute,
  groupMemberRemove,
  groupMembers,
  type GroupDetail,
  type MemberRow,
} from '../../common/group.contract.ts';
import { groupMemberExport, groupMemberImport } from '../../common/member-file.contract.ts';
import { memberSubject } from '../subjects.ts';

const ImportMembers = later('im-import-members', async () => (await import('./import-members.tsx')).ImportMembers);
const readings = [groupMembers, groupEventList, entity.list, entity.get];
/** Minutes for which the button silences somebody. */
const usualMute = 60;

/** Members of a group, and what can be done with them. */
export function MemberList({ group }: { group: GroupDetail }): ReactElement {
  const t = useT('groups');
  const may = useMay();
  const [language] = useLanguage();
  const list = useList(groupMembers, { fixed: { groupId: group.id }, name: 'm', inAddress: false });
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const columns: readonly Column<MemberRow, typeof memberSubject>[] = [
    { name: 'name', cell: ({ name, nickname }) => (nickname === '' ? name : `${name} (${nickname})`) },
    { name: 'departmentName' },
    {
      name: 'role',
      cell: ({ role }) => <Tag color={role === 'owner' ? 'gold' : role === 'manager' ? 'blue' : 'default'}>{t(`member.role.${role}`)}</Tag>,
    },
    { name: 'joinedAt', as: 'time' },
    { name: 'mutedUntil', cell: ({ mutedUntil }) => (mutedUntil === null ? '—' : timeText(mutedUntil, language)) },
  ];
  const one = (row: MemberRow) => ({ groupId: group.id, empIds: [row.id] });
  return (
    <>
      <ListPanel<MemberRow, typeof memberSubject>
        subject={memberSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="role" />
            {may(groupMemberAdd) && <Button onClick={() => setAdding(true)}>{t('member.add')}</Button>}
            {may(groupMemberImport) && <Button onClick={() => setImporting(true)}>{t('member.import')}</Button>}
            <ExportButton endpoint={groupMemberExport} input={(format) => ({ groupId: group.id, format })} />
          </>
        }
        rowActions={(row) =>
          row.role === 'owner' ? null : (
            <RowActions name={row.name}>
              <ActionButton
                endpoint={groupMemberManager}
                names={[row.name]}
                input={{ ...one(row), manager: row.role !== 'manager' }}
                invalidates={readings}
              >
                {t(row.role === 'manager' ? 'member.noManager' : 'member.manager')}
              </ActionButton>
              <ActionButton
                endpoint={groupMemberMute}
                names={[row.name]}
                input={{ ...one(row), minutes: row.mutedUntil === null ? usualMute : 0 }}
                invalidates={readings}
              >
                {t(row.mutedUntil === null ? 'member.mute' : 'member.unmute')}
              </ActionButton>
              <ActionButton
                endpoint={groupMemberRemove}
                names={[row.name]}
                input={{ groupIds: [group.id], empIds: [row.id] }}
                invalidates={readings}
              />
            </RowActions>
          )
        }
        empty={<EmptyState title={t('member.empty')} hint={t('member.emptyHint')} />}
      />
      {adding && <AddDialog group={group} onClose={() => setAdding(false)} />}
      {importing && <ImportMembers group={group} onClose={() => setImporting(false)} />}
    </>
  );
}

function AddDialog({ group, onClose }: { group: GroupDetail; onClose: () => void }): ReactElement {
  const off = useOff();
  const t = useT('groups');
  const kit = useT('kit');
  const [people, setPeople] = useState<Picked>([]);
  const [departments, setDepartments] = useState<Picked>([]);
  const [crowds, setCrowds] = useState<Picked>([]);
  const [refused, setRefused] = useState<readonly { id: string; name: string; reason: string }[]>();
  const { save, saving } = useSave(groupMemberAdd, {
    invalidates: readings,
    onSaved: (reply) => (reply.refused.length > 0 ? setRefused(reply.refused) : onClose()),
  });
  const request = { groupId: group.id, empIds: [...idsOf(people)], departments: [...idsOf(departments)], crowds: [...idsOf(crowds)] };
  const empty = request.empIds.length + request.departments.length + request.crowds.length === 0;
  return (
    <Modal
      open
      title={t('member.add')}
      okText={t('member.add')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, ...off(empty && 'choice') }}
      onOk={() => void save(request)}
      onCancel={onClose}
    >
      <div className="im-type-rows">
        <EmployeePicker
          multiple
          aria-label={t('audience.employees')}
          placeholder={t('audience.employees')}
          value={people}
          onChange={setPeople}
        />
        <DepartmentPicker
          multiple
          aria-label={t('field.departments')}
          placeholder={t('field.departments')}
          value={departments}
          onChange={setDepartments}
        />
        <CrowdPicker multiple aria-label={t('member.crowds')} placeholder={t('member.crowds')} value={crowds} onChange={setCrowds} />
        <p>{t('member.addHint')}</p>
        {refused && (
          <ul role="status">
            {refused.map((one) => (
              <li key={one.id}>{t('member.refused', { name: one.name, reason: reasonOf(t, one.reason) })}</li>
            ))}
          </ul>
        )}
      </div>
    </Modal>
  );
}

const reasons = ['full', 'notAllowed', 'left', 'limit', 'already'] as const;
const reasonOf = (t: ReturnType<typeof useT<'groups'>>, reason: string): string => {
  const known = reasons.find((one) => one === reason);
  return known ? t(`member.reason.${known}`) : reason;
};
