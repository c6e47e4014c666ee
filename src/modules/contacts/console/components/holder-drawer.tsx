import { Button, Drawer, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { useRead } from '#kit/console/page/query.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { contactRolePage } from '../../common/permissions.ts';
import { contactRole } from '../../common/role.contract.ts';
import { contactRoleUserCounts, type roleUserRow } from '../../common/role-user.contract.ts';
import { previewCodes } from '../insight/see-as-button.tsx';
import { holderReadings, RoleDialog } from './role-dialog.tsx';
import { WaysText } from './ways-text.tsx';

/** Person with the roles that decide for them. */
export type Holder = z.output<typeof roleUserRow>;

interface HolderDrawerProps {
  holder: Holder;
  onSeeAs: () => void;
  onClose: () => void;
}

/** One person: each role with the ways to it and what it gives, and what all of them come to. */
export function HolderDrawer({ holder, onSeeAs, onClose }: HolderDrawerProps): ReactElement {
  const t = useT('contacts');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [language] = useLanguage();
  const may = useMay();
  const [assigning, setAssigning] = useState(false);
  const { data } = useRead(contactRoleUserCounts, { ids: [holder.id] });
  const counts = data?.list[0];
  const number = (count: number | undefined): string => (count === undefined ? '…' : numberText(count, language));
  const close = (): void => setAssigning(false);
  return (
    <Drawer
      open
      size={narrow ? '100%' : 640}
      title={`${holder.name} (${holder.account})`}
      closable={{ 'aria-label': kit('form.close') }}
      onClose={onClose}
    >
      <p className="contacts-soft">
        {[
          holder.departmentName,
          t('roleUser.sees', { count: number(counts?.sees) }),
          t('roleUser.finds', { count: number(counts?.finds) }),
        ].join(' · ')}
      </p>
      <div className="contacts-tools">
        <Permit code={previewCodes}>{(name) => <Button onClick={onSeeAs}>{name}</Button>}</Permit>
        {may(contactRole.assignEmployees) && <Button onClick={() => setAssigning(true)}>{t('roleUser.give')}</Button>}
      </div>
      <ul className="contacts-held">
        {holder.roles.map((role) => (
          <Held key={role.id} holder={holder} role={role} />
        ))}
      </ul>
      {assigning && <RoleDialog way="assign" people={[holder]} onDone={close} onClose={close} />}
    </Drawer>
  );
}

function Held({ holder, role }: { holder: Holder; role: Holder['roles'][number] }): ReactElement {
  const t = useT('contacts');
  const kit = useT('kit');
  const mayOpen = useCan()(contactRolePage.code);
  const { data } = useRead(contactRole.find, { roleId: role.id }, { enabled: mayOpen });
  const byName = role.ways.some(({ kind }) => kind === 'employee');
  return (
    <li>
      <header>
        {mayOpen ? <Link to={`${contactRolePage.route}?roleId=${role.id}`}>{role.name}</Link> : <strong>{role.name}</strong>}
        {data && !data.enabled && <Tag>{kit('enabled.false')}</Tag>}
        {byName && !role.builtIn && (
          <ActionButton
            endpoint={contactRole.removeMembers}
            names={[holder.name]}
            input={{ roleId: role.id, kind: 'employee', ids: [holder.id] }}
            confirm="ask"
            size="small"
            invalidates={holderReadings}
          />
        )}
      </header>
      <p>
        <WaysText role={role} />
      </p>
      {data && (
        <p className="contacts-soft">
          {t('contactRole.sees', { range: data.authRange })} · {t('contactRole.finds', { range: data.searchRange })}
        </p>
      )}
    </li>
  );
}
