import { UploadOutlined } from '@ant-design/icons';
import { App, Button, Upload } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { upload } from '#kit/console/files/upload.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { employeeUpdate, type EmployeeDetail } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { FieldOwner } from './field-owner.tsx';
import { peopleReadings } from '../list/people-readings.ts';
import { Portrait } from './person-name.tsx';

const mostBytes = 10 * 1024 * 1024;

/** The picture of a person: shown, sent anew, taken away; whose it is where that is not the console. */
export function PersonPicture({ person }: { person: EmployeeDetail }): ReactElement {
  const t = useT('user-centre');
  const can = useCan();
  const { avatar, id, version, name } = person;
  const mayWrite = person.writable && person.status !== 'deleted' && can(userManagement.button.update) && !('avatar' in person.owners);
  return (
    <div className="uc-picture">
      <Portrait person={{ id, name, avatar }} size={64} />
      {mayWrite && <Send person={person} />}
      {mayWrite && avatar !== null && (
        <ActionButton
          endpoint={employeeUpdate}
          input={{ id, version, avatarFileId: null }}
          names={[name]}
          confirm="ask"
          invalidates={peopleReadings}
        >
          {t('people.picture.remove')}
        </ActionButton>
      )}
      {mayWrite && <small>{t('people.picture.hint')}</small>}
      <FieldOwner person={person} name="avatar" />
    </div>
  );
}

function Send({ person: { id, version, avatar } }: { person: EmployeeDetail }): ReactElement {
  const t = useT('user-centre');
  const { message } = App.useApp();
  const [sending, setSending] = useState(false);
  const send = async (file: File): Promise<void> => {
    if (file.size > mostBytes) return void message.error(t('people.picture.tooLarge'));
    setSending(true);
    try {
      const { fileId } = await upload(file, 'avatar', () => undefined, new AbortController().signal);
      await call(employeeUpdate, { id, version, avatarFileId: fileId });
      await invalidate(...peopleReadings);
    } catch (error) {
      // What was refused was said already.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setSending(false);
    }
  };
  return (
    <Upload
      accept="image/png,image/jpeg,image/webp,image/gif"
      showUploadList={false}
      beforeUpload={(file) => {
        void send(file);
        return Upload.LIST_IGNORE;
      }}
    >
      <Button icon={<UploadOutlined aria-hidden="true" />} loading={sending}>
        {t(avatar === null ? 'people.picture.upload' : 'people.picture.change')}
      </Button>
    </Upload>
  );
}
