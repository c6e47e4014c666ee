import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '../../i18n/use-t.ts';
import { ExplainDialog } from '../../roles/explain-dialog.tsx';
import { RoleAreaContext } from '../../roles/role-area.ts';
import { RoleHolders } from '../../roles/role-holders.tsx';
import { RoleManage } from '../../roles/role-manage.tsx';
import { galleryRoleArea } from '../gallery-role-area.ts';
import { Specimen } from '../specimen.tsx';

/** Roles with their tabs, who holds them, and why. */
export default function RolesPart(): ReactElement {
  const t = useT('gallery');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Specimen title="roles.manage">
        <RoleManage area={galleryRoleArea} />
      </Specimen>
      <Specimen title="roles.holders">
        <RoleHolders area={galleryRoleArea} />
      </Specimen>
      <Specimen title="roles.explain">
        <Button onClick={() => setAsking(true)}>{t('roles.explain')}</Button>
        {asking && (
          <RoleAreaContext value={galleryRoleArea}>
            <ExplainDialog onClose={() => setAsking(false)} />
          </RoleAreaContext>
        )}
      </Specimen>
    </>
  );
}
