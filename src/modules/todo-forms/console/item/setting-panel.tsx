import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { todoSettingGet, todoSettingUpdate } from '../../common/item/setting.contract.ts';
import { todoSettingSubject } from './subjects.ts';

const F = fieldsOf(todoSettingUpdate.input);

/** How to-dos work for everybody. */
export function TodoSettingPanel(): ReactElement {
  const t = useT('todo-forms');
  return (
    <SubjectContext value={todoSettingSubject}>
      <SettingsPanel title={t('tab.setting')} subject={todoSettingSubject} get={todoSettingGet} update={todoSettingUpdate}>
        <SettingsGroup title={t('setting.quiet')} hint={t('setting.quietHint')}>
          <F.quietFrom />
          <F.quietTo />
        </SettingsGroup>
        <SettingsGroup title={t('setting.reminders')}>
          <F.dueReminders />
          <F.dailyReminders />
          <F.handReminders />
        </SettingsGroup>
        <SettingsGroup title={t('setting.times')}>
          <F.expireDays />
          <F.answerHours />
          <F.callDays />
        </SettingsGroup>
      </SettingsPanel>
    </SubjectContext>
  );
}
