import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { fileConfigGet, fileConfigUpdate } from '../common/file-config.contract.ts';
import { fileConfigPage } from '../common/permissions.ts';
import { KeepDaysInput } from './components/keep-days-input.tsx';
import { LimitsInput } from './components/limits-input.tsx';
import { configSubject } from './subjects.ts';
import './components/files.css';

const F = fieldsOf(fileConfigUpdate.input);
const CheckDialog = later('mf-check', async () => (await import('./components/check-dialog.tsx')).CheckDialog);

/** What holds for files in chats, and what it would say to somebody. */
export default function FileConfigPage(): ReactElement {
  const t = useT('message-files');
  const title = useCodeName(fileConfigPage.code);
  const [checking, setChecking] = useState(false);
  return (
    <SubjectContext value={configSubject}>
      <div className="mf-tools">
        <Permit code={fileConfigPage.button.check}>{(name) => <Button onClick={() => setChecking(true)}>{name}</Button>}</Permit>
      </div>
      <SettingsPanel title={title} subject={configSubject} get={fileConfigGet} update={fileConfigUpdate}>
        <SettingsGroup title={t('config.limits')} hint={t('config.limitsHint')}>
          <F.limits wide>
            <LimitsInput />
          </F.limits>
        </SettingsGroup>
        <SettingsGroup title={t('config.storage')} hint={t('config.storageHint')}>
          <F.quotaPerson />
          <F.quotaGroup />
          <F.keepDays wide>
            <KeepDaysInput />
          </F.keepDays>
          <F.undoDays />
        </SettingsGroup>
        <SettingsGroup title={t('config.media')} hint={t('config.mediaHint')}>
          <F.imageQuality />
          <F.imageEdge />
          <F.keepOriginal />
          <F.voiceSeconds />
          <F.resumableAbove />
          <F.previewOn />
        </SettingsGroup>
      </SettingsPanel>
      {checking && <CheckDialog onClose={() => setChecking(false)} />}
    </SubjectContext>
  );
}
