import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RoleHolders } from '#kit/console/roles/role-holders.tsx';
import { holderEndSession, holderResetFactor, sysRole } from '../common/role.contract.ts';
import { sysArea } from './sys-area.ts';

/** The administrators with their roles, and the end of their sessions, and the way out for who lost a second factor. */
export default function RoleUserManagePage(): ReactElement {
  return (
    <RoleHolders
      area={sysArea}
      bulk={(selection) => (
        <>
          <ActionButton
            endpoint={holderEndSession}
            names={selection.rows.map(({ name }) => name)}
            input={{ ids: [...selection.ids] }}
            invalidates={[sysRole.roleEmpList]}
            onDone={selection.clear}
          />
          {/* One at a time: whoever asks for it is looked at. */}
          {selection.rows.length === 1 && (
            <ActionButton
              endpoint={holderResetFactor}
              names={selection.rows.map(({ name }) => name)}
              input={{ empId: [...selection.ids][0] ?? '' }}
              invalidates={[sysRole.roleEmpList]}
              onDone={selection.clear}
            />
          )}
        </>
      )}
    />
  );
}
