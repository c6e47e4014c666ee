import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { authSettingAdd } from '../common/auth-setting.contract.ts';
import { loginAuthentication } from '../common/permissions.ts';
import { GuardBanner } from './components/guard-banner.tsx';
import { SettingDrawer } from './components/setting-drawer.tsx';
import { kindIn, KindCards, SettingWizard } from './components/setting-wizard.tsx';
import { SettingsList } from './components/settings-list.tsx';
import { setting } from './setting-subject.ts';

const PolicyPanel = later('policy', async () => (await import('./components/policy-panel.tsx')).PolicyPanel);
const WechatPanel = later('wechat', async () => (await import('./components/wechat-panel.tsx')).WechatPanel);
const AppPanel = later('apps', async () => (await import('./components/app-panel.tsx')).AppPanel);
const LoginPreview = later('preview', async () => (await import('./components/login-preview.tsx')).LoginPreview);

/** How people sign in. */
export default function LoginAuthenticationPage(): ReactElement {
  const t = useT('sign-in');
  const title = useCodeName(loginAuthentication.code);
  const [search, setSearch] = useSearchParams();
  const chosen = useChosen();
  const adding = useActionName(authSettingAdd);
  const kind = kindIn(search.get('add'));
  const add = adding.granted && !chosen.adding && (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={chosen.add}>
      {adding.name}
    </Button>
  );
  return (
    <SubjectContext value={setting}>
      <PageFrame title={title} help={t('authSetting.help')} actions={!search.get('tab') && add}>
        <GuardBanner />
        {!chosen.adding && (
          <DetailTabs
            tabs={[
              { key: 'settings', label: t('tab.settings'), children: <SettingsList onOpen={chosen.show} /> },
              { key: 'policy', label: t('tab.policy'), children: <PolicyPanel /> },
              { key: 'wechat', label: t('tab.wechat'), children: <WechatPanel /> },
              { key: 'app', label: t('tab.app'), children: <AppPanel onOpen={chosen.show} /> },
              { key: 'preview', label: t('tab.preview'), children: <LoginPreview /> },
            ]}
          />
        )}
        {chosen.adding && adding.granted && !kind && <KindCards onChoose={(word) => setSearch({ add: word })} />}
        {chosen.adding && adding.granted && kind && (
          <SettingWizard key={kind} kind={kind} onDone={(id) => setSearch({ id, show: 'test' })} onCancel={() => setSearch({})} />
        )}
        {chosen.id !== undefined && <SettingDrawer key={chosen.id} id={chosen.id} onClose={chosen.close} />}
      </PageFrame>
    </SubjectContext>
  );
}
