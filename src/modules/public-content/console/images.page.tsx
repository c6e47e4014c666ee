import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { material, type MaterialDetail } from '../common/material.contract.ts';
import { GroupSelect } from './components/group-select.tsx';
import { FileInput } from './components/file-input.tsx';
import { MaterialFilters } from './components/material-filters.tsx';
import { MoveButton } from './components/move-button.tsx';
import { OfAccount } from './components/of-account.tsx';
import { Picture } from './components/picture.tsx';
import { ReplaceButton } from './components/replace-button.tsx';
import { UsedBy } from './components/used-by.tsx';

const F = entityFields(material);
const kind = 'image';
const sizeOf = ({ width, height }: Pick<MaterialDetail, 'width' | 'height'>): string => (width === null ? '—' : `${width} × ${height}`);

/** Pictures of an account. */
export default function ImagesPage(): ReactElement {
  return (
    <OfAccount>
      {(snoId) => (
        <CrudPanel
          entity={{ ...material, shared: { snoId, kind } }}
          columns={[
            'name',
            { name: 'fileId', cell: ({ fileId, name }) => <Picture fileId={fileId} alt={name} />, sortable: false },
            { name: 'type', sortable: false },
            { name: 'width', cell: sizeOf, sortable: false },
            { name: 'size', as: 'bytes', sortable: false },
            { name: 'groupName', sortable: false },
            { name: 'uses', as: 'number', sortable: false },
            { name: 'updatedAt', as: 'time' },
          ]}
          filters={(list) => <MaterialFilters list={list} snoId={snoId} kind={kind} />}
          bulk={({ ids, clear }) => <MoveButton snoId={snoId} kind={kind} ids={ids} onMoved={clear} />}
          rowActions={(row) => <ReplaceButton snoId={snoId} picture={row} />}
          facts={[
            { name: 'fileId', show: ({ fileId, name }) => <Picture fileId={fileId} alt={name} look="large" /> },
            { name: 'name' },
            { name: 'type' },
            { name: 'width', show: sizeOf },
            { name: 'size', as: 'bytes' },
            { name: 'groupName' },
            { name: 'uses', always: true, show: ({ id }) => <UsedBy id={id} /> },
            { name: 'updatedAt', as: 'time' },
          ]}
          form={(object) => (
            <>
              {!object && (
                <F.fileId wide>
                  <FileInput snoId={snoId} kind={kind} />
                </F.fileId>
              )}
              <F.name />
              <F.groupId>
                <GroupSelect snoId={snoId} kind={kind} />
              </F.groupId>
            </>
          )}
        />
      )}
    </OfAccount>
  );
}
