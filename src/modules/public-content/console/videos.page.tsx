import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { material } from '../common/material.contract.ts';
import { videoPage } from '../common/permissions.ts';
import { FileInput } from './components/file-input.tsx';
import { GroupSelect } from './components/group-select.tsx';
import { lasting } from './components/lasting.ts';
import { MaterialFilters } from './components/material-filters.tsx';
import { MoveButton } from './components/move-button.tsx';
import { OfAccount } from './components/of-account.tsx';
import { PictureChoice } from './components/picture-choice.tsx';
import { Video } from './components/picture.tsx';
import { UsedBy } from './components/used-by.tsx';
import { PushLink } from './components/push-link.tsx';

const F = entityFields(material);
const kind = 'video';
const lengthOf = ({ seconds }: { seconds: number | null }): string => (seconds === null ? '—' : lasting(seconds));

/** Videos of an account. */
export default function VideosPage(): ReactElement {
  return (
    <OfAccount>
      {(snoId) => (
        <CrudPanel
          entity={{ ...material, shared: { snoId, kind } }}
          columns={[
            'name',
            { name: 'seconds', cell: lengthOf, sortable: false },
            { name: 'width', cell: ({ width, height }) => (width === null ? '—' : `${width} × ${height}`), sortable: false },
            { name: 'size', as: 'bytes', sortable: false },
            { name: 'groupName', sortable: false },
            { name: 'uses', as: 'number', sortable: false },
            { name: 'updatedAt', as: 'time' },
          ]}
          filters={(list) => <MaterialFilters list={list} snoId={snoId} kind={kind} />}
          bulk={({ ids, clear }) => <MoveButton snoId={snoId} kind={kind} ids={ids} onMoved={clear} />}
          rowActions={({ id }) => <PushLink snoId={snoId} content={{ kind: 'video', id }} code={videoPage.button.push} />}
          facts={[
            { name: 'fileId', show: ({ fileId, name }) => fileId && <Video fileId={fileId} posterId={null} label={name} /> },
            { name: 'name' },
            { name: 'seconds', show: lengthOf },
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
              <F.posterId wide>
                <PictureChoice snoId={snoId} />
              </F.posterId>
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
