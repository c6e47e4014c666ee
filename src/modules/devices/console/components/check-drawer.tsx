import { Alert, Form, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { platforms, type Platform } from '#kit/common/client/platforms.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { PlatformSelect } from '#kit/console/form/platform-select.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { SideDrawer } from './side-drawer.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { checkSignIn, type TraceStep } from '../../common/check.contract.ts';
import './devices.css';

type Checked = Reply<typeof checkSignIn>;

/** Why somebody may sign in by a device or may not: asked anew, or as it was when the code was given. */
export function CheckDrawer({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('devices');
  const [search] = useSearchParams();
  const [ref, setRef] = useState(search.get('ref') ?? '');
  const [empId, setEmpId] = useState<string>();
  const [platform, setPlatform] = useState<Platform | null>(2);
  const [address, setAddress] = useState('');
  const [answer, setAnswer] = useState<Checked>();
  const [asking, setAsking] = useState(false);
  const ask = async (): Promise<void> => {
    setAsking(true);
    try {
      const typed = ref.trim();
      const fresh = {
        ...(empId !== undefined && { empId }),
        ...(platform !== null && { platform }),
        ...(address.trim() !== '' && { address: address.trim() }),
      };
      setAnswer(await call(checkSignIn, typed === '' ? fresh : { ref: typed }));
    } finally {
      setAsking(false);
    }
  };
  const options = platforms.map((value) => ({ value, label: t(`device.platform.${value}`) }));
  return (
    <SideDrawer title={t('check.title')} onClose={onClose}>
      <Form layout="vertical" onFinish={() => void ask().catch(() => setAnswer(undefined))}>
        <Form.Item label={t('check.ref')} htmlFor="check-ref">
          <Input id="check-ref" value={ref} maxLength={20} allowClear onChange={(event) => setRef(event.target.value)} />
        </Form.Item>
        {ref.trim() === '' && (
          <>
            <Form.Item label={t('deviceBinding.field.name')} htmlFor="check-person">
              <EmployeePicker
                id="check-person"
                value={empId ?? null}
                onChange={(one) => setEmpId(typeof one === 'string' ? one : undefined)}
              />
            </Form.Item>
            <Form.Item label={t('check.platform')} htmlFor="check-platform">
              <PlatformSelect
                id="check-platform"
                options={options}
                value={platform}
                onChange={(one) => setPlatform(one as Platform | null)}
              />
            </Form.Item>
            <Form.Item label={t('check.address')} htmlFor="check-address">
              <Input id="check-address" value={address} maxLength={64} onChange={(event) => setAddress(event.target.value)} />
            </Form.Item>
          </>
        )}
        <OffButton type="primary" htmlType="submit" loading={asking} off={ref.trim() === '' && empId === undefined && 'fields'}>
          {t('check.ask')}
        </OffButton>
      </Form>
      {answer && <Answer answer={answer} />}
    </SideDrawer>
  );
}

const tones = { allow: 'success', bind: 'success', enrol: 'info', pending: 'warning', refuse: 'error' } as const;

function Answer({ answer }: { answer: Checked }): ReactElement {
  const t = useT('devices');
  const [language] = useLanguage();
  const about = [answer.person?.name, answer.device?.name, answer.address, answer.ruleName, timeText(answer.at, language)].filter(Boolean);
  return (
    <section aria-label={t('check.answer')}>
      <Alert
        role="status"
        showIcon
        type={tones[answer.verdict]}
        title={t(`verdict.${answer.verdict}`)}
        description={answer.message === '' ? about.join(' · ') : `${answer.message} · ${about.join(' · ')}`}
      />
      <ol className="devices-steps">
        {answer.steps.map((step) => (
          <li key={step.step} data-deciding={step.step === answer.deciding}>
            <span>{step.step}</span>
            <strong>{t(`step.${step.name}`)}</strong>
            <span>{t(`result.${step.result}`)}</span>
            <FoundText step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function FoundText({ step }: { step: TraceStep }): ReactElement {
  const t = useT('devices');
  return <span>{t(`found.${step.found}` as 'found.rule.holds', step.params as { rule: string })}</span>;
}
