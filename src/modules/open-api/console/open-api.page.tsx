import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { sysApi, sysApiCatalogue } from '../common/open-api.contract.ts';
import { openApiPage } from '../common/permissions.ts';
import './open-api.css';

const Grants = later('open-api-grants', async () => (await import('./grants.tsx')).Grants);

/** Functions of the product that other systems may call: those that are published, and those that could be. */
export default function OpenApiPage(): ReactElement {
  const t = useT('open-api');
  const title = useCodeName(openApiPage.code);
  const tabs = [
    { key: 'published', label: t('tab.published'), children: <Published /> },
    { key: 'catalogue', label: t('tab.catalogue'), children: <Catalogue /> },
  ];
  return (
    <PageFrame title={title} help={t('help')}>
      <ViewTabs tabs={tabs} />
    </PageFrame>
  );
}

function Published(): ReactElement {
  return (
    <CrudPanel
      entity={sysApi}
      columns={[
        { name: 'title', width: 200 },
        { name: 'path', as: 'code', width: 260 },
        { name: 'risk', as: 'enum', width: 110 },
        { name: 'granted', as: 'number', width: 90 },
        { name: 'calls24', as: 'number', width: 100 },
        { name: 'failures24', as: 'number', width: 100 },
        { name: 'enabled', width: 90 },
      ]}
      facts={(row) => <Grants id={row.id} ranged={row.ranged} path={row.path} />}
    />
  );
}

/** Everything that the product offers. */
function Catalogue(): ReactElement {
  const t = useT('open-api');
  const { data } = useRead(sysApiCatalogue, {});
  return (
    <ul className="woa-list">
      {(data?.list ?? []).map((one) => (
        <li key={one.code}>
          <div>
            <h2>{one.title}</h2>
            <p>{one.summary}</p>
            <code>{one.path}</code> <Tag variant="filled">{t(`sysApi.risk.${one.risk}`)}</Tag>
          </div>
          {one.publishedId === null ? (
            <ActionButton
              endpoint={sysApi.add}
              names={[one.title]}
              input={{ code: one.code }}
              invalidates={[sysApiCatalogue, sysApi.list]}
            />
          ) : (
            <Tag color="success">{t('published')}</Tag>
          )}
        </li>
      ))}
    </ul>
  );
}
