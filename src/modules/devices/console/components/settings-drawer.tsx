import { Alert } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import * as contract from '../../common/settings.contract.ts';
import { terminalPolicyGet, terminalPolicyUpdate } from '../../common/terminal-policy.contract.ts';
import { bindConfigSubject, gestureSubject, terminalPolicySubject } from '../subjects.ts';
import { OnOff } from './on-off.tsx';
import { SideDrawer } from './side-drawer.tsx';

const B = fieldsOf(contract.bindConfigUpdate.input);
const P = fieldsOf(terminalPolicyUpdate.input);
const G = fieldsOf(contract.gestureConfigUpdate.input);

/** Settings that hold for all devices: binding, unlocking, what unbinding erases. */
export function SettingsDrawer({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('devices');
  return (
    <SideDrawer title={t('settings.title')} onClose={onClose}>
      <DetailTabs
        name="settings"
        tabs={[
          { key: 'bind', label: t('bindConfig'), children: <BindSettings /> },
          { key: 'gesture', label: t('gestureConfig'), children: <GestureSettings /> },
          { key: 'terminals', label: t('terminalPolicy'), children: <TerminalSettings /> },
          { key: 'erase', label: t('unbindErase'), children: <UnbindErase /> },
        ]}
      />
    </SideDrawer>
  );
}

function BindSettings(): ReactElement {
  const t = useT('devices');
  return (
    <SettingsPanel subject={bindConfigSubject} title={t('bindConfig')} get={contract.bindConfigGet} update={contract.bindConfigUpdate}>
      <SettingsGroup title={t('bindConfig')} hint={t('bindConfig.help')}>
        <B.enabled>
          <OnOff />
        </B.enabled>
        <B.registerFirst>
          <OnOff />
        </B.registerFirst>
        <B.newDeviceNotice>
          <OnOff />
        </B.newDeviceNotice>
        <B.approvers>
          <EmployeePicker multiple />
        </B.approvers>
        <B.approveByMail>
          <OnOff />
        </B.approveByMail>
        <B.remindHours />
        <B.checkInMinutes />
        <B.retireDays />
      </SettingsGroup>
    </SettingsPanel>
  );
}

function GestureSettings(): ReactElement {
  const t = useT('devices');
  return (
    <SettingsPanel
      subject={gestureSubject}
      title={t('gestureConfig')}
      get={contract.gestureConfigGet}
      update={contract.gestureConfigUpdate}
    >
      <SettingsGroup title={t('gestureConfig')} hint={t('gestureConfig.help')}>
        <G.enabled>
          <OnOff />
        </G.enabled>
        <G.kinds as="checks" />
        <G.minPoints />
        <G.pinLength />
        <G.trackVisible>
          <OnOff />
        </G.trackVisible>
        <G.maxFailures />
        <G.onFailure />
        <G.lockAfterMinutes />
        <G.biometricDays />
        <G.resetBy />
      </SettingsGroup>
    </SettingsPanel>
  );
}

function TerminalSettings(): ReactElement {
  const t = useT('devices');
  return (
    <SettingsPanel subject={terminalPolicySubject} title={t('terminalPolicy')} get={terminalPolicyGet} update={terminalPolicyUpdate}>
      <SettingsGroup title={t('terminalPolicy')} hint={t('terminalPolicy.help')}>
        <P.accessMinutes />
        <P.refreshDays />
        <P.refreshWholeDays />
        <P.qrLogin />
        <P.browserLogin />
      </SettingsGroup>
    </SettingsPanel>
  );
}

function UnbindErase(): ReactElement | null {
  const t = useT('devices');
  const { data } = useRead(contract.unbindEraseGet, {});
  const [changed, setChanged] = useState(false);
  if (!data) return null;
  const next = data.value === 1 ? 0 : 1;
  return (
    <>
      <p>
        {t('unbindErase.field.value')}: <strong>{t(`unbindErase.value.${data.value}`)}</strong>
      </p>
      <ActionButton
        endpoint={contract.unbindEraseUpdate}
        input={{ value: next, version: data.version }}
        names={[t('unbindErase')]}
        confirm="ask"
        invalidates={[contract.unbindEraseGet]}
        onDone={() => setChanged(true)}
      >
        {t(next === 1 ? 'unbindErase.on' : 'unbindErase.off')}
      </ActionButton>
      {changed && <Alert role="status" type="success" title={t('unbindErase.changed')} />}
    </>
  );
}
