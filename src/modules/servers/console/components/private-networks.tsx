import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { privateNetwork } from '../../common/private-network.contract.ts';

/** The networks inside the company that directories, mail and databases are reached in. */
export function PrivateNetworks(): ReactElement {
  const t = useT('servers');
  return (
    <>
      <Alert type="info" showIcon title={t('privateNetwork.about')} />
      <CrudPanel entity={privateNetwork} columns={['network', 'purpose', 'updatedAt']} />
    </>
  );
}
