import { PlusOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { AudienceText } from '#kit/console/audience/audience-text.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { MovePlace } from '#kit/console/page/move-place.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { pageConfig, pageWithdraw, type PageConfigRow } from '../common/page.contract.ts';
import { pageConfigPage, pageContentPage } from '../common/permissions.ts';
import { CardsPanel } from './components/cards-panel.tsx';
import { configSubject } from './subjects.ts';
import './components/pages.css';

const ConfigDrawer = later('page-config-drawer', async () => (await import('./components/config-drawer.tsx')).ConfigDrawer);
const ReleasesDrawer = later('page-releases', async () => (await import('./components/releases-drawer.tsx')).ReleasesDrawer);
const colours = { 0: 'default', 1: 'blue', 2: 'gold' } as const;

/** Page configurations of an app in their order of precedence, and its platform cards. */
export default function PageConfigPage(): ReactElement {
  const t = useT('app-pages');
  const { id: appId = '' } = useParams();
  return (
    <DetailTabs
      name="view"
      tabs={[
        { key: 'pages', label: t('palette.pages'), children: <Configs appId={appId} /> },
        { key: 'cards', label: t('pageConfig.cards'), children: <CardsPanel appId={appId} /> },
      ]}
    />
  );
}

function Configs({ appId }: { appId: string }): ReactElement {
  const t = useT('app-pages');
  const list = useList(pageConfig.list, { fixed: { appId }, searchKey: 'text' });
  const [open, setOpen] = useState<PageConfigRow | 'new'>();
  const [history, setHistory] = useState<PageConfigRow>();
  const edit = useEdit();
  return (
    <>
      <ListPanel<PageConfigRow, typeof configSubject>
        subject={configSubject}
        list={list}
        columns={[
          { name: 'name', sortable: false },
          { name: 'terminal', as: 'enum', sortable: false },
          { name: 'rows', sortable: false, cell: (row) => <AudienceText rows={row.rows} /> },
          { name: 'tags', as: 'number', sortable: false },
          { name: 'isPageEditConsole', as: 'enum', sortable: false },
          { name: 'status', sortable: false, cell: ({ status }) => <Tag color={colours[status]}>{t(`pageConfig.status.${status}`)}</Tag> },
          { name: 'publishedAt', as: 'time', sortable: false },
          { name: 'nextAt', as: 'time', sortable: false },
          {
            name: 'priority',
            sortable: false,
            cell: (row) => <MovePlace row={row} name={row.name} place={row.priority} endpoint={pageConfig.reorder} />,
          },
        ]}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="terminal" />
            <Permit code={pageConfigPage.button.add}>
              {(name) => (
                <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setOpen('new')}>
                  {name}
                </Button>
              )}
            </Permit>
          </>
        }
        onOpen={(row) => edit(row.id)}
        rowActions={(row) => (
          <RowActions name={row.name}>
            <Permit code={pageContentPage.code}>
              <Button type="text" onClick={() => edit(row.id)}>
                {t('pageConfig.edit')}
              </Button>
            </Permit>
            <Permit code={pageConfigPage.button.update}>
              {(name) => (
                <Button type="text" onClick={() => setOpen(row)}>
                  {name}
                </Button>
              )}
            </Permit>
            <Button type="text" onClick={() => setHistory(row)}>
              {t('pageConfig.history')}
            </Button>
            <ActionButton
              endpoint={pageConfig.copy}
              type="text"
              names={[row.name]}
              input={{ id: row.id }}
              invalidates={[pageConfig.list]}
            />
            {row.publishedNo !== null && (
              <ActionButton
                endpoint={pageWithdraw}
                type="text"
                names={[row.name]}
                input={{ ids: [row.id] }}
                invalidates={[pageConfig.list]}
              />
            )}
            <ActionButton
              endpoint={pageConfig.delete}
              type="text"
              names={[row.name]}
              input={{ ids: [row.id] }}
              invalidates={[pageConfig.list]}
            />
          </RowActions>
        )}
        empty={<EmptyState title={t('pageConfig.empty')} hint={t('pageConfig.emptyHint')} />}
      />
      {open && <ConfigDrawer appId={appId} {...(open !== 'new' && { row: open })} onClose={() => setOpen(undefined)} />}
      {history && <ReleasesDrawer config={history} onClose={() => setHistory(undefined)} />}
    </>
  );
}

/** Leads to the editor of a configuration of the app on screen. */
function useEdit(): (configId: string) => void {
  const navigate = useNavigate();
  const { id = '', appKey = '' } = useParams();
  const path = (pageContentPage.route ?? '').replace(':id', id).replace(':appKey', appKey);
  return (configId) => void navigate(`${path}?configId=${configId}`);
}
