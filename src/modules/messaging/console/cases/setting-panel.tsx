import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { settingGet, settingUpdate } from '../../common/setting.contract.ts';
import { settingSubject } from '../subjects.ts';

const F = fieldsOf(settingUpdate.input);

/** How messaging works for everybody. */
export function SettingPanel(): ReactElement {
  const t = useT('messaging');
  return (
    <SubjectContext value={settingSubject}>
      <SettingsPanel title={t('view.setting')} subject={settingSubject} get={settingGet} update={settingUpdate}>
        <SettingsGroup title={t('setting.messages')}>
          <F.recallMinutes />
          <F.editMinutes />
          <F.textLimit />
          <F.readMarks />
          <F.historyDays />
          <F.pushPreview />
        </SettingsGroup>
        <SettingsGroup title={t('setting.rates')}>
          <F.perTenSeconds />
          <F.perHour />
          <F.groupPerSecond />
          <F.mentionAllBy />
          <F.mentionAllPerDay />
        </SettingsGroup>
        <SettingsGroup title={t('setting.cases')}>
          <F.caseApproval />
          <F.caseMaxDays />
          <F.undoDays />
        </SettingsGroup>
      </SettingsPanel>
    </SubjectContext>
  );
}
