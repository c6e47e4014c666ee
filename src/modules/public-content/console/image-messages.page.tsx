import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { imageMessage, type ImageMessageRow } from '../common/composed.contract.ts';
import { imageMessagePage } from '../common/permissions.ts';
import { GroupSelect } from './components/group-select.tsx';
import { GroupsButton } from './components/groups-drawer.tsx';
import { OfAccount } from './components/of-account.tsx';
import { Picture } from './components/picture.tsx';
import { PushLink } from './components/push-link.tsx';

const Composer = later('album-composer', async () => (await import('./components/album-composer.tsx')).AlbumComposer);
const F = entityFields(imageMessage);
const kind = 'imageMessage';
const most = 4;

function Pictures({ pictures }: Pick<ImageMessageRow, 'pictures'>): ReactElement {
  return (
    <span className="mpm-line">
      {pictures.slice(0, most).map(({ materialId, fileId }, at) => (
        <Picture key={`${materialId} ${at}`} fileId={fileId} />
      ))}
      {pictures.length > most && <span>+{pictures.length - most}</span>}
    </span>
  );
}

/** Messages of one to twenty pictures. */
export default function ImageMessagesPage(): ReactElement {
  return (
    <OfAccount>
      {(snoId) => (
        <CrudPanel
          entity={{ ...imageMessage, shared: { snoId } }}
          columns={[
            'name',
            { name: 'pictures', cell: ({ pictures }) => <Pictures pictures={pictures} />, sortable: false },
            { name: 'groupName', sortable: false },
            { name: 'uses', as: 'number', sortable: false },
            { name: 'updatedAt', as: 'time' },
          ]}
          filters={(list) => (
            <>
              <SearchFilter list={list} name="text" />
              <PickFilter list={list} name="groupId">
                <GroupSelect snoId={snoId} kind={kind} />
              </PickFilter>
              <GroupsButton snoId={snoId} kind={kind} />
            </>
          )}
          rowActions={({ id }) => <PushLink snoId={snoId} content={{ kind: 'imageMessage', id }} code={imageMessagePage.button.push} />}
          facts={[
            { name: 'name', as: 'local' },
            { name: 'pictures', show: ({ pictures }) => <Pictures pictures={pictures} /> },
            { name: 'groupName' },
            { name: 'uses', as: 'number' },
            { name: 'updatedAt', as: 'time' },
          ]}
          form={
            <>
              <F.name />
              <F.groupId>
                <GroupSelect snoId={snoId} kind={kind} />
              </F.groupId>
              <F.items wide>
                <Composer snoId={snoId} />
              </F.items>
            </>
          }
        />
      )}
    </OfAccount>
  );
}
