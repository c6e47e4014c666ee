import { Alert, Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import type { EmployeeDetail } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { GiveRoleButton } from './give-role.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import '../people.css';

/** What somebody who was just added still needs: a password or an invitation, and perhaps a role. */
export function NextSteps({ person }: { person: EmployeeDetail }): ReactElement {
  const t = useT('user-centre');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Alert
        className="uc-next"
        type="success"
        showIcon
        title={t('people.added', { name: person.name })}
        description={t('people.addedHint')}
        action={
          <span className="uc-next-acts">
            <Permit code={userManagement.button.password}>
              {() => (
                <Button type="primary" onClick={() => setOpen(true)}>
                  {t('people.addedPassword')}
                </Button>
              )}
            </Permit>
            <GiveRoleButton person={person} />
          </span>
        }
      />
      {open && <PasswordDialog id={person.id} name={person.name} onClose={() => setOpen(false)} />}
    </>
  );
}
