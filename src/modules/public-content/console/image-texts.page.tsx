import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { pick } from '#kit/common/language.ts';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { imageText } from '../common/composed.contract.ts';
import { imageTextPage } from '../common/permissions.ts';
import { GroupSelect } from './components/group-select.tsx';
import { GroupsButton } from './components/groups-drawer.tsx';
import { OfAccount } from './components/of-account.tsx';
import { Picture } from './components/picture.tsx';
import { MessagePhone } from './components/message-phone.tsx';
import { PushLink } from './components/push-link.tsx';

const Composer = later('image-text-composer', async () => (await import('./components/text-composer.tsx')).TextComposer);
const F = entityFields(imageText);
const kind = 'imageText';

/** Messages of one to eight articles. */
export default function ImageTextsPage(): ReactElement {
  const [language] = useLanguage();
  return (
    <OfAccount>
      {(snoId) => (
        <CrudPanel
          entity={{ ...imageText, shared: { snoId } }}
          columns={[
            'name',
            { name: 'coverFileId', cell: ({ coverFileId }) => <Picture fileId={coverFileId} />, sortable: false },
            { name: 'articles', cell: ({ articles }) => articles.map(({ title }) => pick(title, language)).join(' · '), sortable: false },
            { name: 'groupName', sortable: false },
            { name: 'state', as: 'enum', sortable: false },
            { name: 'uses', as: 'number', sortable: false },
            { name: 'updatedAt', as: 'time' },
          ]}
          filters={(list) => (
            <>
              <SearchFilter list={list} name="text" />
              <PickFilter list={list} name="groupId">
                <GroupSelect snoId={snoId} kind={kind} />
              </PickFilter>
              <EnumFilter list={list} name="state" />
              <GroupsButton snoId={snoId} kind={kind} />
            </>
          )}
          rowActions={({ id }) => <PushLink snoId={snoId} content={{ kind: 'imageText', id }} code={imageTextPage.button.push} />}
          facts={[
            { name: 'articles', show: ({ articles }) => <MessagePhone articles={articles} /> },
            { name: 'name' },
            { name: 'state', as: 'enum' },
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
