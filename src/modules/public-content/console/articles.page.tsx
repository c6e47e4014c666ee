import { Button, Tag } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { article } from '../common/article.contract.ts';
import { CopyButton } from './components/copy-button.tsx';
import { GroupSelect } from './components/group-select.tsx';
import { GroupsButton } from './components/groups-drawer.tsx';
import { OfAccount } from './components/of-account.tsx';
import { Picture } from './components/picture.tsx';

const Editor = later('article-editor', async () => (await import('./editor/article-editor.tsx')).ArticleEditor);
const F = entityFields(article);
const kind = 'article';
/** The article that is open in the editor, in the address. */
const opened = 'edit';

/** Articles of an account, or the one that is written. */
export default function ArticlesPage(): ReactElement {
  const [search, setSearch] = useSearchParams();
  const id = search.get(opened);
  const open = (next: string | null): void =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      after.delete('id');
      if (next === null) after.delete(opened);
      else after.set(opened, next);
      return after;
    });
  return (
    <OfAccount>
      {(snoId) => (id === null ? <ArticleList snoId={snoId} onOpen={open} /> : <Editor key={id} id={id} onClose={() => open(null)} />)}
    </OfAccount>
  );
}

function ArticleList({ snoId, onOpen }: { snoId: string; onOpen: (id: string) => void }): ReactElement {
  const t = useT('public-content');
  return (
    <CrudPanel
      entity={{ ...article, shared: { snoId } }}
      columns={[
        'title',
        {
          name: 'coverFileId',
          label: t('article.field.coverId'),
          cell: ({ coverFileId }) => <Picture fileId={coverFileId} />,
          sortable: false,
        },
        {
          name: 'languages',
          cell: ({ languages }) => languages.map((one) => <Tag key={one}>{t(`language.${one}`)}</Tag>),
          sortable: false,
        },
        { name: 'state', as: 'enum', sortable: false },
        { name: 'changed', as: 'boolean', sortable: false },
        { name: 'publishedVersion', as: 'number', sortable: false },
        { name: 'editing', cell: ({ editing }) => editing.map(({ name }) => name).join(', '), sortable: false },
        { name: 'groupName', sortable: false, optional: true },
        { name: 'uses', as: 'number', sortable: false },
        { name: 'savedAt', as: 'time', sortable: false },
      ]}
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="state" />
          <EnumFilter list={list} name="missing" />
          <PickFilter list={list} name="groupId">
            <GroupSelect snoId={snoId} kind={kind} />
          </PickFilter>
          <GroupsButton snoId={snoId} kind={kind} />
        </>
      )}
      rowActions={({ id }) => (
        <>
          <Button type="text" size="small" onClick={() => onOpen(id)}>
            {t('editor.open')}
          </Button>
          <CopyButton id={id} onCopied={onOpen} />
        </>
      )}
      facts={[
        {
          name: 'coverFileId',
          label: t('article.field.coverId'),
          show: ({ coverFileId }) => <Picture fileId={coverFileId} look="large" />,
        },
        { name: 'title', as: 'local' },
        { name: 'state', as: 'enum' },
        { name: 'publishedVersion', as: 'number' },
        { name: 'publishAt', as: 'time' },
        { name: 'withdrawAt', as: 'time' },
        { name: 'author' },
        { name: 'groupName' },
        { name: 'uses', as: 'number' },
        { name: 'savedAt', as: 'time' },
      ]}
      form={
        <>
          <F.title />
          <F.author />
          <F.groupId>
            <GroupSelect snoId={snoId} kind={kind} />
          </F.groupId>
        </>
      }
    />
  );
}
