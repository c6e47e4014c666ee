import { Alert, DatePicker, Form, Input, Select } from 'antd';
import { useEffect, useEffectEvent, useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { code } from '#kit/common/codes.ts';
import type { Input as InputOf, Reply } from '#kit/common/contract.ts';
import { platforms, type Platform } from '#kit/common/client/platforms.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useLanguage, useT, type T } from '#kit/console/i18n/use-t.ts';
import { PlatformSelect } from '#kit/console/form/platform-select.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { momentFormats, type Dayjs } from '#kit/console/theme/calendar.ts';
import { bindingList } from '../../common/binding.contract.ts';
import { SideDrawer } from './side-drawer.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { checkSignIn, type TraceStep } from '../../common/check.contract.ts';
import type { CheckName } from '../../common/device-words.ts';
import './devices.css';

type Checked = Reply<typeof checkSignIn>;

/** Refusals that are said at the field: no such code, one outside of the range, an address that is none. */
const told = [code.notFound, code.outOfRange, 18001] as const;

/** What a check is asked with, where no code is given. */
interface Requested {
  empId?: string | undefined;
  deviceId?: string | undefined;
  platform: Platform | null;
  address: string;
  at: Dayjs | null;
}
interface Mistake {
  field: 'ref' | 'address';
  text: string;
}

const inputOf = ({ empId, deviceId, platform, address, at }: Requested): InputOf<typeof checkSignIn> => ({
  ...(empId !== undefined && { empId }),
  ...(deviceId === undefined ? platform !== null && { platform } : { deviceId }),
  ...(at !== null && { at: at.valueOf() }),
  ...(address.trim() !== '' && { address: address.trim() }),
});

/** Why somebody may sign in by a device or may not: asked again, or as it was when the code was given. */
export function CheckDrawer({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('devices');
  const [search] = useSearchParams();
  const [ref, setRef] = useState(search.get('ref') ?? '');
  const [request, setRequest] = useState<Requested>({ platform: 2, address: '', at: null });
  const [answer, setAnswer] = useState<Checked>();
  const [asking, setAsking] = useState(false);
  const [mistake, setMistake] = useState<Mistake>();
  const typed = ref.trim();
  const ask = async (): Promise<void> => {
    setAsking(true);
    setMistake(undefined);
    try {
      setAnswer(await call(checkSignIn, typed === '' ? inputOf(request) : { ref: typed }, { silent: told }));
    } catch (error) {
      setAnswer(undefined);
      if (!(error instanceof CallError)) throw error;
      if (told.some((one) => one === error.code))
        setMistake(typed === '' ? { field: 'address', text: error.msg } : { field: 'ref', text: t('check.noRef') });
    } finally {
      setAsking(false);
    }
  };
  // A code that stands in the address is asked about at once.
  const begin = useEffectEvent(() => typed !== '' && void ask());
  useEffect(() => {
    const soon = setTimeout(() => void begin());
    return () => clearTimeout(soon);
  }, []);
  return (
    <SideDrawer title={t('check.title')} onClose={onClose}>
      <Form layout="vertical" onFinish={() => void ask()}>
        <Form.Item label={t('check.ref')} htmlFor="check-ref" {...wrong(mistake, 'ref')}>
          <Input id="check-ref" value={ref} maxLength={20} allowClear onChange={(event) => setRef(event.target.value)} />
        </Form.Item>
        {typed === '' && (
          <RequestFields request={request} mistake={mistake} onChange={(part) => setRequest((before) => ({ ...before, ...part }))} />
        )}
        <OffButton type="primary" htmlType="submit" loading={asking} off={typed === '' && request.empId === undefined && 'fields'}>
          {t('check.ask')}
        </OffButton>
      </Form>
      {answer && <Answer answer={answer} />}
    </SideDrawer>
  );
}

interface RequestFieldsProps {
  request: Requested;
  mistake: Mistake | undefined;
  onChange: (part: Partial<Requested>) => void;
}

function RequestFields({ request, mistake, onChange }: RequestFieldsProps): ReactElement {
  const t = useT('devices');
  const { empId, deviceId } = request;
  const options = platforms.map((value) => ({ value, label: t(`platform.${value}`) }));
  return (
    <>
      <Form.Item label={t('deviceBinding.field.name')} htmlFor="check-person">
        <EmployeePicker
          id="check-person"
          value={empId ?? null}
          onChange={(one) => onChange({ empId: typeof one === 'string' ? one : undefined, deviceId: undefined })}
        />
      </Form.Item>
      {empId !== undefined && <OwnDevice key={empId} empId={empId} value={deviceId} onChange={(one) => onChange({ deviceId: one })} />}
      {deviceId === undefined && (
        <Form.Item label={t('check.platform')} htmlFor="check-platform">
          <PlatformSelect
            id="check-platform"
            options={options}
            value={request.platform}
            onChange={(one) => onChange({ platform: one as Platform | null })}
          />
        </Form.Item>
      )}
      <Form.Item label={t('check.address')} htmlFor="check-address" {...wrong(mistake, 'address')}>
        <Input
          id="check-address"
          value={request.address}
          maxLength={64}
          placeholder={deviceId === undefined ? t('check.noAddress') : t('check.lastAddress')}
          onChange={(event) => onChange({ address: event.target.value })}
        />
      </Form.Item>
      <Form.Item label={t('check.at')} htmlFor="check-at">
        <DatePicker
          id="check-at"
          showTime={{ format: 'HH:mm' }}
          format={momentFormats()}
          placeholder={t('check.now')}
          value={request.at}
          onChange={(at) => onChange({ at })}
        />
      </Form.Item>
    </>
  );
}

/** How a field says that what stands in it is wrong. */
const wrong = (mistake: Mistake | undefined, field: Mistake['field']) =>
  mistake?.field === field ? ({ validateStatus: 'error', help: mistake.text } as const) : {};

interface OwnDeviceProps {
  empId: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** One of the person's devices, or none for a new one. */
function OwnDevice({ empId, value, onChange }: OwnDeviceProps): ReactElement {
  const t = useT('devices');
  const { data } = useRead(bindingList, { empId, pageSize: 100 });
  const own = new Map((data?.list ?? []).filter(({ state }) => state !== 'unbound').map((one) => [one.deviceId, one.deviceName]));
  return (
    <Form.Item label={t('device')} htmlFor="check-device">
      <Select
        id="check-device"
        allowClear
        placeholder={t('check.newDevice')}
        {...(value !== undefined && { value })}
        options={[...own].map(([id, name]) => ({ value: id, label: name }))}
        onChange={(one: string | undefined) => onChange(one)}
      />
    </Form.Item>
  );
}

const tones = { allow: 'success', bind: 'success', enrol: 'info', pending: 'warning', refuse: 'error' } as const;

function Answer({ answer }: { answer: Checked }): ReactElement {
  const t = useT('devices');
  const [language] = useLanguage();
  // What was not looked at is no yes.
  const isOpen = answer.unchecked.length > 0;
  const unchecked = t('check.unchecked', { steps: answer.unchecked.map((name) => t(`step.${name}`)).join(' · ') });
  const about = [answer.person?.name, answer.device?.name, answer.address, answer.ruleName, timeText(answer.at, language)].filter(Boolean);
  return (
    <section className="devices-form" aria-label={t('check.answer')}>
      <Alert
        role="status"
        showIcon
        type={isOpen && tones[answer.verdict] === 'success' ? 'warning' : tones[answer.verdict]}
        title={t(isOpen && answer.verdict === 'allow' ? 'verdict.allowUnchecked' : `verdict.${answer.verdict}`)}
        description={
          <>
            {answer.message === '' ? about.join(' · ') : `${answer.message} · ${about.join(' · ')}`}
            {isOpen && <div>{unchecked}</div>}
          </>
        }
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
  const { checks } = step.params;
  const params = typeof checks === 'string' ? { ...step.params, checks: checksText(t, checks.split(', ')) } : step.params;
  return <span>{t(`found.${step.found}` as 'found.rule.holds', params as { rule: string })}</span>;
}

/** Names of checks as the reader knows them. */
const checksText = (t: T<'devices'>, names: readonly string[]): string =>
  names.map((one) => t(`check.${one as CheckName}`)).reduceRight((rest, first) => t('checks.joined', { first, rest }));
