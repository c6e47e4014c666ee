import { Drawer } from 'antd';
import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { mpmSettingGet, mpmSettingUpdate } from '../../common/setting.contract.ts';
import { QuietHoursInput } from '../account/quiet-hours-input.tsx';
import { CapInput } from '../account/rule-inputs.tsx';
import { settingSubject } from '../subjects.ts';

const F = fieldsOf(mpmSettingUpdate.input);
const mostOverAll: [number, number] = [100, 300];

/** What holds for all accounts. */
export function PlatformSettings({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('public-accounts');
  const kit = useT('kit');
  const narrow = useNarrow();
  return (
    <Drawer open title={t('mpmSetting')} size={narrow ? '100%' : 720} closable={{ 'aria-label': kit('form.close') }} onClose={onClose}>
      <SubjectContext value={settingSubject}>
        <SettingsPanel title={t('mpmSetting')} subject={settingSubject} get={mpmSettingGet} update={mpmSettingUpdate}>
          <SettingsGroup title={t('setting.hours')} hint={t('setting.hoursHint')}>
            <F.quietHours wide>
              <QuietHoursInput />
            </F.quietHours>
            <F.cap wide help={t('cap.hint')}>
              <CapInput most={mostOverAll} />
            </F.cap>
          </SettingsGroup>
          <SettingsGroup title={t('setting.approval')}>
            <F.approveAbove />
            <F.urgentNeedsApproval />
          </SettingsGroup>
          <SettingsGroup title={t('setting.keeping')}>
            <F.targetDays />
            <F.expireHours />
            <F.recallBadge />
          </SettingsGroup>
        </SettingsPanel>
      </SubjectContext>
    </Drawer>
  );
}
