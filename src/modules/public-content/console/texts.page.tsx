import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { material } from '../common/material.contract.ts';
import { textPage } from '../common/permissions.ts';
import { GroupSelect } from './components/group-select.tsx';
import { MaterialFilters } from './components/material-filters.tsx';
import { MoveButton } from './components/move-button.tsx';
import { OfAccount } from './components/of-account.tsx';
import { UsedBy } from './components/used-by.tsx';
import { PushLink } from './components/push-link.tsx';

const F = entityFields(material);
const kind = 'text';

/** Texts of an account in three languages. */
export default function TextsPage(): ReactElement {
  return (
    <OfAccount>
      {(snoId) => (
        <CrudPanel
          entity={{ ...material, shared: { snoId, kind } }}
          columns={[
            'name',
            { name: 'text', as: 'local', sortable: false, wrap: true },
            { name: 'groupName', sortable: false },
            { name: 'uses', as: 'number', sortable: false },
            { name: 'updatedAt', as: 'time' },
          ]}
          filters={(list) => <MaterialFilters list={list} snoId={snoId} kind={kind} />}
          bulk={({ ids, clear }) => <MoveButton snoId={snoId} kind={kind} ids={ids} onMoved={clear} />}
          rowActions={({ id }) => <PushLink snoId={snoId} content={{ kind: 'text', id }} code={textPage.button.push} />}
          facts={[
            { name: 'name' },
            { name: 'text', as: 'local' },
            { name: 'groupName' },
            { name: 'uses', always: true, show: ({ id }) => <UsedBy id={id} /> },
            { name: 'updatedAt', as: 'time' },
          ]}
          form={
            <>
              <F.name />
              <F.text />
              <F.groupId>
                <GroupSelect snoId={snoId} kind={kind} />
              </F.groupId>
            </>
          }
        />
      )}
    </OfAccount>
  );
}
