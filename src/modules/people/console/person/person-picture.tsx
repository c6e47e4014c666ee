import { UploadOutlined } from '@ant-design/icons';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { FileButton, pictureTypes } from '#kit/console/files/file-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { employeeUpdate, type EmployeeDetail } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { FieldOwner } from './field-owner.tsx';
import { peopleReadings } from '../list/people-readings.ts';
import { Portrait } from './person-name.tsx';

const mostBytes = 10 * 1024 * 1024;

/** The picture of a person: shown, sent again, taken away; whose it is where that is not the console. */
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
  return (
    <FileButton
      purpose="avatar"
      accept={pictureTypes}
      icon={<UploadOutlined aria-hidden="true" />}
      mostBytes={mostBytes}
      tooLarge={t('people.picture.tooLarge')}
      sent={async ({ fileId }) => {
        await call(employeeUpdate, { id, version, avatarFileId: fileId });
        await invalidate(...peopleReadings);
      }}
    >
      {t(avatar === null ? 'people.picture.upload' : 'people.picture.change')}
    </FileButton>
  );
}
