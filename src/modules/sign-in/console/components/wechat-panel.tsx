import { Alert, Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { subject } from '#kit/console/page/subject.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { authSettingList } from '../../common/auth-setting.contract.ts';
import { wechatGet, wechatTest, wechatUpdate, wechatUses, type WechatUse } from '../../common/wechat.contract.ts';
import './sign-in.css';

const wechat = subject('sign-in', 'wechatConfig');
const F = fieldsOf(wechatUpdate.input);

/** The WeCom applications: the one by which people scan themselves in, and the one that tells them of warnings. */
export function WechatPanel(): ReactElement {
  const t = useT('sign-in');
  const [use, setUse] = useState<WechatUse>('login');
  const forNotices = use === 'notice';
  return (
    <div className="signin-wechat">
      <Segmented<WechatUse>
        aria-label={t('wechat.uses')}
        value={use}
        options={wechatUses.map((value) => ({ value, label: t(`wechat.${value}`) }))}
        onChange={setUse}
      />
      <WechatTest use={use} />
      <SettingsPanel
        key={use}
        title={t(`wechat.${use}`)}
        subject={wechat}
        get={wechatGet}
        update={wechatUpdate}
        target={{ use }}
        invalidates={[authSettingList]}
      >
        <SettingsGroup title={t('wechat.app')} hint={t(forNotices ? 'wechat.noticeHint' : 'wechat.appHint')}>
          <F.corpId as="text" />
          <F.agentId as="text" />
          <F.secret as="secret" />
          {forNotices && <F.match />}
        </SettingsGroup>
        <SettingsGroup title={t('wechat.service')} hint={t('wechat.serviceHint')}>
          <F.apiBase as="text" wide />
          {!forNotices && <F.loginBase as="text" wide />}
        </SettingsGroup>
      </SettingsPanel>
    </div>
  );
}

/** How the last test ended; until one was good nobody knows whether the real service takes these values. */
function WechatTest({ use }: { use: WechatUse }): ReactElement | null {
  const t = useT('sign-in');
  const [language] = useLanguage();
  const { data } = useRead(wechatGet, { use });
  if (!data) return null;
  const { lastTest } = data;
  const state = lastTest === null ? 'none' : lastTest.ok ? 'good' : 'bad';
  return (
    <Alert
      showIcon
      type={({ none: 'info', good: 'success', bad: 'error' } as const)[state]}
      title={t(`wechat.test.${state}`)}
      description={
        lastTest && `${timeText(lastTest.at, language)} · ${lastTest.errcode === null ? '' : `${lastTest.errcode} `}${lastTest.message}`
      }
      action={<ActionButton endpoint={wechatTest} input={{ use }} names={[]} invalidates={[wechatGet]} confirm="none" />}
    />
  );
}
