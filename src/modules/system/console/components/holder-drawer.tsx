import { Drawer } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { HeldResources } from '#kit/console/roles/held-resources.tsx';
import { RoleAreaContext } from '#kit/console/roles/role-area.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { rangeText } from '#kit/console/roles/range-text.ts';
import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import { authentication } from '../../common/permissions.ts';
import { sysRole } from '../../common/role.contract.ts';
import { sysArea } from '../sys-area.tsx';
import './token.css';

/** What an administrator may do, where, and by which way. */
export function HolderDrawer({ row, onClose }: { row: RoleHolder; onClose: () => void }): ReactElement {
  const t = useT('system');
  const kit = useT('kit');
  const narrow = useNarrow();
  const may = useCan()(authentication.button.explain);
  return (
    <Drawer open size={narrow ? '100%' : 720} title={row.name} onClose={onClose} closable={{ 'aria-label': kit('form.close') }}>
      <RoleAreaContext value={sysArea}>
        <ul className="sys-held-roles">
          {row.roles.map((role) => (
            <li key={`${role.id} ${role.way.kind} ${role.way.id}`}>
              <span>
                <strong>{role.name}</strong>{' '}
                <small>
                  {kit(`role.way.${role.way.kind}`, { name: role.way.name })} · {rangeText(role.range, kit)}
                </small>
              </span>
              {role.way.kind === 'employee' && (
                <ActionButton
                  endpoint={sysRole.removeMembers}
                  names={[`${row.name} · ${role.name}`]}
                  input={{ roleId: role.id, kind: 'employee', ids: [row.id] }}
                  invalidates={[sysRole.roleEmpList, sysRole.getRoleEmpList, sysRole.list, sysRole.find]}
                  onDone={onClose}
                  size="small"
                >
                  {t('holders.take')}
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
        {may ? <HeldResources empId={row.id} /> : <EmptyState title={t('holders.noExplain')} />}
      </RoleAreaContext>
    </Drawer>
  );
}
