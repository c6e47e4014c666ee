import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { account } from '../common/account.contract.ts';

const F = entityFields(account);

/** Every public account in range. */
export default function AccountListPage(): ReactElement {
  return (
    <CrudPanel
      entity={account}
      columns={[
        'name',
        { name: 'code', as: 'code' },
        { name: 'type', as: 'enum', sortable: false },
        { name: 'ownerDeptName', sortable: false },
        { name: 'fans', sortable: false },
        { name: 'managers', sortable: false },
        'order',
        'enabled',
      ]}
      form={(object) => (
        <>
          <F.name />
          {!object && <F.code />}
          <F.description />
          <F.type />
          <F.ownerDeptId />
          <F.category />
          <F.order />
          <F.allowMessage />
          <F.allowUnfollow />
          <F.listed />
          <F.showReads />
          <F.showLikes />
          <F.ratePerSecond />
          <F.approveAbove />
        </>
      )}
    />
  );
}
