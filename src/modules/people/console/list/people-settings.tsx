import type { ReactElement } from 'react';
import { Button } from 'antd';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsHistory, SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { employeeGet, employeeList } from '../../common/employee.contract.ts';
import { settingGet, settingUpdate } from '../../common/setting.contract.ts';
import { peopleSetting } from '../subjects.ts';

const F = fieldsOf(settingUpdate.input);

/** What is set about people, as a view of their page. */
export function PeopleSettings({ onBack }: { onBack: () => void }): ReactElement {
  const t = useT('user-centre');
  const title = t('peopleSetting');
  return (
    <PageFrame
      title={title}
      help={t('peopleSetting.help')}
      actions={
        <>
          <SettingsHistory subject={peopleSetting} get={settingGet} title={title} />
          <Button onClick={onBack}>{t('people.back')}</Button>
        </>
      }
    >
      <SettingsPanel
        subject={peopleSetting}
        title={title}
        get={settingGet}
        update={settingUpdate}
        invalidates={[employeeList, employeeGet]}
      >
        <SettingsGroup title={t('peopleSetting.group.privacy')} hint={t('peopleSetting.maskHelp')}>
          <F.maskedFields wide />
        </SettingsGroup>
        <SettingsGroup title={t('peopleSetting.group.numbers')}>
          <F.mobileRepeats help={t('peopleSetting.repeatsHelp')} />
          <F.numberFormat help={t('peopleSetting.formatHelp')} />
        </SettingsGroup>
        <SettingsGroup title={t('peopleSetting.group.keeping')}>
          <F.linkHours help={t('peopleSetting.linkHelp')} />
          <F.accountReuseDays help={t('peopleSetting.reuseHelp')} />
          <F.recycleDays help={t('peopleSetting.recycleHelp')} />
        </SettingsGroup>
        <SettingsGroup title={t('peopleSetting.group.defaults')}>
          <F.locale />
          <F.timeZone help={t('peopleSetting.zoneHelp')} />
        </SettingsGroup>
      </SettingsPanel>
    </PageFrame>
  );
}
