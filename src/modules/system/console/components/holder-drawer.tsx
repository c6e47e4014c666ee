import { Drawer } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { HeldResources } from '#kit/console/roles/held-resources.tsx';
import { RoleAreaContext } from '#kit/console/roles/role-area.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import { authentication } from '../../common/permissions.ts';
import { sysArea } from '../sys-area.tsx';

/** What an administrator may do, where, and by which way. */
export function HolderDrawer({ row, onClose }: { row: RoleHolder; onClose: () => void }): ReactElement {
  const t = useT('system');
  const kit = useT('kit');
  const narrow = useNarrow();
  const may = useCan()(authentication.button.explain);
  return (
    <Drawer open size={narrow ? '100%' : 720} title={row.name} onClose={onClose} closable={{ 'aria-label': kit('form.close') }}>
      <RoleAreaContext value={sysArea}>
        {may ? <HeldResources empId={row.id} /> : <EmptyState title={t('holders.noExplain')} />}
      </RoleAreaContext>
    </Drawer>
  );
}
