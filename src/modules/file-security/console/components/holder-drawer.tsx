import { Drawer } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { groupConfigQuery } from '../../common/role.contract.ts';
import { configGroups } from '../../common/words.ts';
import './file-security.css';
import { GroupFields } from './group-fields.tsx';

interface HolderDrawerProps {
  holder: { readonly id: string; readonly name: string };
  onClose: () => void;
}

/** The settings that hold for somebody, with the roles that gave them. */
export function HolderDrawer({ holder, onClose }: HolderDrawerProps): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  const { data, error, refetch } = useRead(groupConfigQuery, { empId: holder.id });
  return (
    <Drawer
      open
      title={`${holder.name} · ${t('mdmHolder.config')}`}
      size={640}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      className="whk-drawer"
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm />}
      {data && (
        <div className="fs-panel">
          {configGroups.map((code) => {
            const group = data.groups[code];
            const roles = [...new Set(data.origins.filter(({ groupCode }) => groupCode === code).map(({ roleName }) => roleName))];
            return (
              <section key={code} className="fs-group">
                <header>
                  <h3>{t(`group.${code}`)}</h3>
                  <small>{group === undefined ? t('mdmHolder.unset') : t('mdmHolder.from', { role: roles.join(' · ') })}</small>
                </header>
                {group !== undefined && <GroupFields code={code} value={group} disabled onChange={() => undefined} />}
              </section>
            );
          })}
        </div>
      )}
    </Drawer>
  );
}
