import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsHistory, SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { mailSetting, mailSettingGet, mailSettingUpdate } from '../../common/boxes/setting.contract.ts';
import { settingSubject } from './subjects.ts';
import './boxes.css';

const F = fieldsOf(mailSetting.change);

/** What holds for mail on all terminals. */
export function SettingPanel(): ReactElement {
  const t = useT('mailboxes');
  const title = t('tab.setting');
  return (
    <>
      <div className="mail-tools">
        <SettingsHistory subject={settingSubject} get={mailSettingGet} title={title} />
      </div>
      <SettingsPanel subject={settingSubject} title={title} get={mailSettingGet} update={mailSettingUpdate}>
        <SettingsGroup title={t('setting.reading')}>
          <F.blockRemoteImages help={t('setting.imagesHint')} />
          <F.externalBanner as="local" wide help={t('setting.bannerHint')} />
          <F.notify help={t('setting.notifyHint')} />
          <F.keepCacheDays help={t('setting.cacheHint')} />
        </SettingsGroup>
        <SettingsGroup title={t('setting.sending')}>
          <F.undoSendSeconds help={t('setting.undoHint')} />
          <F.sendLaterDays help={t('setting.laterHint')} />
        </SettingsGroup>
      </SettingsPanel>
    </>
  );
}
