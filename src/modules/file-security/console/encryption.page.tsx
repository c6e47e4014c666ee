import { InputNumber, Select, Tag } from 'antd';
import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { PageLink } from '#kit/console/shell/page-link.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { encryptionPage as keysPage } from '#modules/terminal-settings/common/permissions.ts';
import { encryptionFields, encryptionGet, encryptionUpdate, type FileEncryption } from '../common/encryption.contract.ts';
import { encryptionPage } from '../common/permissions.ts';
import { levels } from '../common/words.ts';
import './components/file-security.css';
import { KeyTools } from './components/key-tools.tsx';
import { LevelSelect } from './components/level-button.tsx';
import { encryptionSubject } from './subjects.ts';

const F = fieldsOf(encryptionFields);

interface InputProps<V> {
  value?: V;
  onChange?: (value: V) => void;
  disabled?: boolean;
  id?: string;
}

type Container = FileEncryption['container'];

function ContainerInput({ value, onChange, disabled = false, id }: InputProps<Container>): ReactElement {
  const t = useT('file-security');
  const now: Container = value ?? { 0: 'off', 1: 'off', 2: 'off', 3: 'off' };
  return (
    <div id={id} className="fs-fields fs-levels">
      {levels.map((level) => (
        <label key={level} className="fs-field">
          {t(`level.${level}`)}
          <Select
            disabled={disabled}
            value={now[level]}
            options={(['off', 'onDownload'] as const).map((mode) => ({ value: mode, label: t(`fileEncryption.container.${mode}`) }))}
            onChange={(mode) => onChange?.({ ...now, [level]: mode })}
          />
        </label>
      ))}
    </div>
  );
}

type Hours = FileEncryption['offlineHours'];

function HoursInput({ value, onChange, disabled = false, id }: InputProps<Hours>): ReactElement {
  const t = useT('file-security');
  const now: Hours = value ?? { 0: 168, 1: 168, 2: 72, 3: 24 };
  return (
    <div id={id} className="fs-fields fs-levels">
      {levels.map((level) => (
        <label key={level} className="fs-field">
          {t(`level.${level}`)}
          <InputNumber
            min={0}
            max={720}
            disabled={disabled}
            value={now[level]}
            onChange={(hours) => onChange?.({ ...now, [level]: hours ?? 0 })}
          />
        </label>
      ))}
    </div>
  );
}

const keyStates = ['pending', 'active', 'retiring', 'retired', 'destroyed'] as const;
const keyState = (state: string) => keyStates.find((one) => one === state) ?? 'retired';

/** How files are encrypted in the store and on the way to terminals. */
export default function EncryptionPage(): ReactElement {
  const t = useT('file-security');
  const keysName = useCodeName(keysPage.code);
  return (
    <SettingsPanel subject={encryptionSubject} title={useCodeName(encryptionPage.code)} get={encryptionGet} update={encryptionUpdate}>
      {({ store, keys }) => (
        <>
          <SettingsGroup title={t('fileEncryption.store')} hint={t('fileEncryption.help')}>
            <div className="fs-store">
              <ul className="fs-lines">
                <li>{t('fileEncryption.sealed', { count: store.sealed })}</li>
                {store.clear > 0 && <li>{t('fileEncryption.clear', { count: store.clear })}</li>}
                {keys.map(({ keyId, state, files }) => (
                  <li key={keyId}>
                    {t('fileEncryption.key')} <code>{keyId}</code> · {t('fileEncryption.keyFiles', { count: files })}{' '}
                    <Tag color={state === 'active' ? 'success' : 'default'}>{t(`fileEncryption.keyState.${keyState(state)}`)}</Tag>
                  </li>
                ))}
                <Permit code={keysPage.code}>
                  <li>
                    {t('fileEncryption.keys')}{' '}
                    <PageLink className="fs-link" to={keysPage.route ?? '/'} current={false}>
                      {keysName}
                    </PageLink>
                  </li>
                </Permit>
              </ul>
              <KeyTools />
            </div>
          </SettingsGroup>
          <SettingsGroup title={t('fileEncryption.onTerminals')}>
            <F.container wide help={t('fileEncryption.containerHelp')}>
              <ContainerInput />
            </F.container>
            <F.offlineHours wide help={t('fileEncryption.offlineHelp')}>
              <HoursInput />
            </F.offlineHours>
            <F.defaultLevel>
              <LevelSelect />
            </F.defaultLevel>
            <F.ticketSeconds help={t('fileEncryption.ticketHelp')} />
          </SettingsGroup>
        </>
      )}
    </SettingsPanel>
  );
}
