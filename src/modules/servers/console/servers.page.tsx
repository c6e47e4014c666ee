import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { WaitingRows } from '#kit/console/states/waiting.tsx';
import { serversPage as page } from '../common/permissions.ts';
import { serverAdd } from '../common/server.contract.ts';
import { Guard } from './components/guard.tsx';
import { Overview } from './components/overview.tsx';
import './components/servers.css';
import { serverConfig } from './subjects.ts';

const ServerList = later('server-list', async () => (await import('./components/server-list.tsx')).ServerList, <WaitingRows />);
const ServerDrawer = later('server-drawer', async () => (await import('./components/server-drawer.tsx')).ServerDrawer);
const AddServer = later('server-form', async () => (await import('./components/server-form.tsx')).AddServer);
const Platforms = later('platforms', async () => (await import('./components/platforms.tsx')).Platforms, <WaitingRows />);
const Nodes = later('nodes', async () => (await import('./components/nodes.tsx')).Nodes, <WaitingRows />);
const PrivateNetworks = later(
  'private-networks',
  async () => (await import('./components/private-networks.tsx')).PrivateNetworks,
  <WaitingRows />,
);
const BundleDialog = later('support-bundle', async () => (await import('./components/bundle-dialog.tsx')).BundleDialog);

/** Servers, what platforms get of them, and the processes of this product. */
export default function ServersPage(): ReactElement {
  const t = useT('servers');
  const title = useCodeName(page.code);
  const chosen = useChosen();
  const adding = useActionName(serverAdd);
  const [bundle, setBundle] = useState(false);
  return (
    <SubjectContext value={serverConfig}>
      <PageFrame
        title={title}
        help={t('help')}
        actions={
          <>
            <Permit code={page.button.supportBundle}>{(name) => <Button onClick={() => setBundle(true)}>{name}</Button>}</Permit>
            {adding.granted && (
              <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={chosen.add}>
                {adding.name}
              </Button>
            )}
          </>
        }
      >
        <Guard />
        <DetailTabs
          tabs={[
            { key: 'overview', label: t('tab.overview'), children: <Overview onOpen={chosen.show} /> },
            { key: 'servers', label: t('tab.servers'), children: <ServerList onOpen={chosen.show} /> },
            { key: 'platforms', label: t('field.platforms'), children: <Platforms /> },
            { key: 'nodes', label: t('tab.nodes'), children: <Nodes /> },
            { key: 'networks', label: t('tab.networks'), children: <PrivateNetworks /> },
          ]}
        />
        {chosen.id !== undefined && <ServerDrawer key={chosen.id} id={chosen.id} onClose={chosen.close} />}
        {chosen.adding && adding.granted && <AddServer onSaved={chosen.show} onClose={chosen.close} />}
        {bundle && <BundleDialog onClose={() => setBundle(false)} />}
      </PageFrame>
    </SubjectContext>
  );
}
