import { Form, Select } from 'antd';
import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsHistory, SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { phoneGet, phoneModes, phoneSave, phoneSettingChange } from '../../common/phone.contract.ts';
import { phoneSubject } from '../subjects.ts';
import { AudienceInput } from './audience-input.tsx';

const F = fieldsOf(phoneSettingChange);

/** The setting, with the page that a terminal would show beside it. */
export function PhoneSettingPanel(): ReactElement {
  const t = useT('terminal-settings');
  const title = t('phoneSetting');
  return (
    <>
      <div className="ts-tools">
        <SettingsHistory subject={phoneSubject} get={phoneGet} title={title} />
      </div>
      <SettingsPanel subject={phoneSubject} title={title} get={phoneGet} update={phoneSave}>
        <SettingsGroup title={t('phone.who')} hint={t('phone.whoHint')}>
          <F.mode />
          <F.skips help={t('phone.skipsHint')} />
          <F.audience wide help={t('audience.everyone')}>
            <AudienceInput />
          </F.audience>
          <F.onlyWhenEmpty />
          <F.againMonths help={t('phone.againHint')} />
        </SettingsGroup>
        <SettingsGroup title={t('phone.proof')} hint={t('phone.proofHint')}>
          <F.proof help={t('phone.smsHint')} />
          <F.regions wide help={t('phone.regionsHint')}>
            <Select mode="tags" tokenSeparators={[',', ' ']} placeholder="+86" open={false} suffixIcon={null} />
          </F.regions>
        </SettingsGroup>
        <SettingsGroup title={t('phone.preview')} hint={t('phone.previewHint')}>
          <Preview />
        </SettingsGroup>
      </SettingsPanel>
    </>
  );
}

/** What a terminal would ask, by what stands in the form. */
function Preview(): ReactElement {
  const t = useT('terminal-settings');
  const form = Form.useFormInstance();
  const chosen: unknown = Form.useWatch('mode', form);
  const proof: unknown = Form.useWatch('proof', form);
  const regions: unknown = Form.useWatch('regions', form);
  const skips = Number((Form.useWatch('skips', form) as unknown) ?? 0);
  const mode = phoneModes.find((one) => one === chosen) ?? 'off';
  const first = Array.isArray(regions) && regions.length > 0 ? String(regions[0]) : '+86';
  if (mode === 'off') return <p className="ts-soft">{t('phone.off')}</p>;
  return (
    <div className="ts-phone" role="img" aria-label={t('phone.preview')}>
      <div className="ts-phone-page">
        <strong>{t('phone.terminal.title')}</strong>
        <p>{t('phone.terminal.text')}</p>
        <span className="ts-phone-field">{first} 138 0000 0000</span>
        {proof === 'sms' && <small>{t('phone.terminal.sms')}</small>}
        {proof === 'approval' && <small>{t('phone.terminal.approval')}</small>}
        <span className="ts-phone-button">{t('phone.terminal.submit')}</span>
        {mode === 'ask' && skips > 0 && <span className="ts-phone-link">{t('phone.terminal.later', { n: skips })}</span>}
      </div>
    </div>
  );
}
