import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingForm, WaitingRows } from '#kit/console/states/waiting.tsx';
import './components/terminal-settings.css';

const PhoneSettingPanel = later(
  'phone-setting',
  async () => (await import('./components/phone-setting.tsx')).PhoneSettingPanel,
  <WaitingForm lines={6} />,
);
const SmsGatewayPanel = later(
  'sms-gateway',
  async () => (await import('./components/sms-gateway.tsx')).SmsGatewayPanel,
  <WaitingForm lines={6} />,
);
const Submissions = later('phone-submissions', async () => (await import('./components/submissions.tsx')).Submissions, <WaitingRows />);

/** Who is asked for a mobile number, and what was submitted. */
export default function SubmitPhonePage(): ReactElement {
  const t = useT('terminal-settings');
  return (
    <DetailTabs
      tabs={[
        { key: 'setting', label: t('phoneSetting'), children: <PhoneSettingPanel /> },
        { key: 'submissions', label: t('phoneSubmission'), children: <Submissions /> },
        { key: 'gateway', label: t('smsGateway'), children: <SmsGatewayPanel /> },
      ]}
    />
  );
}
