import { Drawer } from 'antd';
import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { fileSettingsGet, fileSettingsUpdate } from '../../common/settings.contract.ts';
import { fileSecurity } from '../../common/permissions.ts';
import { settingsSubject } from '../subjects.ts';
import './file-security.css';

const F = fieldsOf(fileSettingsUpdate.input);

/** What else holds for all files. */
export function SettingsDrawer({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  return (
    <Drawer
      open
      title={t('fileSettings')}
      size={640}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      className="whk-drawer"
    >
      <div className="fs-wide">
        <SettingsPanel subject={settingsSubject} title={t('fileSettings')} get={fileSettingsGet} update={fileSettingsUpdate}>
          <SettingsGroup title={useCodeName(fileSecurity.button.decisions)} hint={t('fileSettings.help')}>
            <F.decisionDays />
          </SettingsGroup>
        </SettingsPanel>
      </div>
    </Drawer>
  );
}
