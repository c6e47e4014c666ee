import { Alert, Form, Input, Modal } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { idsOf, type Picked } from '#kit/console/pickers/picked.ts';
import { group, groupEventList, groupMemberRemove, groupMemberRemovePreview, groupMembers } from '../../common/group.contract.ts';

/** Takes people out of several groups at once, and says before how many out of how many. */
export function RemoveDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }): ReactElement {
  const t = useT('groups');
  const kit = useT('kit');
  const [peopleId, reasonId] = [useId(), useId()];
  const [people, setPeople] = useState<Picked>([]);
  const [reason, setReason] = useState('');
  const empIds = [...idsOf(people)];
  const { save, saving } = useSave(groupMemberRemove, {
    invalidates: [group.list, group.get, groupMembers, groupEventList],
    onSaved: () => {
      onDone();
      onClose();
    },
  });
  const { data } = useRead(groupMemberRemovePreview, { groupIds: ids, empIds }, { enabled: empIds.length > 0 && !saving });
  const stands = data ? data.owners + data.following : 0;
  return (
    <Modal
      open
      title={t('bulk.remove')}
      okText={t('bulk.remove')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ danger: true, loading: saving, disabled: !data || data.memberships === 0 || stands > 0 }}
      onOk={() => void save({ groupIds: ids, empIds, reason })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('audience.employees')} htmlFor={peopleId}>
          <EmployeePicker id={peopleId} multiple value={people} onChange={setPeople} />
        </Form.Item>
        <Form.Item label={t('field.reason')} htmlFor={reasonId}>
          <Input id={reasonId} maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Form.Item>
      </Form>
      {data && <p role="status">{t('bulk.removeEffect', { people: data.people, groups: data.groups })}</p>}
      {data && data.owners > 0 && <Alert type="warning" showIcon title={t('bulk.removeOwners', { count: data.owners })} />}
      {data && data.following > 0 && <Alert type="warning" showIcon title={t('bulk.removeFollowing', { count: data.following })} />}
    </Modal>
  );
}
