import { Segmented, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import {
  noticePersonAdd,
  noticePersonGet,
  noticePersonList,
  noticePersonUpdate,
  type NoticePersonRow,
} from '../../common/notice-person.contract.ts';
import { noticePerson } from '../subjects.ts';
import { SubscriptionInput } from './subscription-input.tsx';
import { QuietInput } from './weekly-input.tsx';

const A = fieldsOf(noticePersonAdd.input);
const F = fieldsOf(noticePersonUpdate.input);
const readings = [noticePersonList, noticePersonGet];

type Way = NoticePersonRow['way'];
const ways: readonly Way[] = ['employee', 'mail', 'webhook'];
const channelsOf = { employee: ['console', 'mail', 'im', 'wechat'], mail: ['mail'], webhook: ['webhook'] } as const;

interface ChannelsProps {
  way: Way;
  value?: string[];
  onChange?: (value: string[]) => void;
  id?: string;
}

/** The channels that a way has, in the order in which they were chosen. */
function ChannelsInput({ way, value, onChange, id }: ChannelsProps): ReactElement {
  const t = useT('warnings');
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      value={value ?? []}
      options={channelsOf[way].map((channel) => ({ value: channel, label: t(`noticePerson.channel.${channel}`) }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}

interface NextProps {
  without?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
  id?: string;
}

/** Another notice person. */
function NextInput({ without, value, onChange, id }: NextProps): ReactElement {
  const { data } = useRead(noticePersonList, { pageSize: 1000 });
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? undefined}
      options={(data?.list ?? []).filter((one) => one.id !== without).map((one) => ({ value: one.id, label: one.name }))}
      onChange={(next?: string) => onChange?.(next ?? null)}
    />
  );
}

/** A new notice person: an employee, an outside address, or another system. */
export function PersonAddForm({ onClose, onSaved }: { onClose: () => void; onSaved: (id: string) => void }): ReactElement {
  const t = useT('warnings');
  const [way, setWay] = useState<Way>('employee');
  return (
    <DrawerForm
      key={way}
      endpoint={noticePersonAdd}
      subject={noticePerson}
      initial={{
        // Where WeCom is set up somebody says so.
        channels: channelsOf[way].filter((channel) => channel !== 'wechat'),
        subscriptions: [{ kind: '*', module: null, minSeverity: 'warning', delayMinutes: 0, channels: null }],
        quiet: null,
        ...(way === 'webhook' && { webhookPreset: 'plain' }),
      }}
      invalidates={readings}
      onSaved={({ id }) => onSaved(id)}
      onClose={onClose}
    >
      <div className="whk-wide">
        <Segmented<Way>
          aria-label={t('noticePerson.field.way')}
          value={way}
          options={ways.map((value) => ({ value, label: t(`noticePerson.way.${value}`) }))}
          onChange={setWay}
        />
        <p className="ww-soft">{t('noticePerson.wayHelp')}</p>
      </div>
      {way === 'employee' && (
        <A.employeeId>
          <EmployeePicker />
        </A.employeeId>
      )}
      {way !== 'employee' && <A.name />}
      {way === 'mail' && <A.email help={t('noticePerson.emailHelp')} />}
      {way === 'webhook' && (
        <>
          <A.webhookUrl as="text" wide />
          <A.webhookPreset help={t('noticePerson.robotNote')} />
          <A.webhookSecret as="secret" help={t('noticePerson.secretHelp')} />
        </>
      )}
      <A.channels>
        <ChannelsInput way={way} />
      </A.channels>
      <A.language />
      <A.subscriptions wide>
        <SubscriptionInput />
      </A.subscriptions>
      <A.quiet wide>
        <QuietInput />
      </A.quiet>
      <A.timeZone as="text" help={t('noticePerson.zoneHelp')} />
      <A.escalateTo>
        <NextInput />
      </A.escalateTo>
      <A.escalateAfterMinutes />
      <A.expiresAt as="time" />
      <A.licence />
    </DrawerForm>
  );
}

/** Changes a notice person; who it is stays. */
export function PersonForm({ person, onClose }: { person: NoticePersonRow; onClose: () => void }): ReactElement {
  const t = useT('warnings');
  const { way } = person;
  return (
    <DrawerForm
      endpoint={noticePersonUpdate}
      subject={noticePerson}
      title={person.name}
      initial={{
        ...(way !== 'employee' && { name: person.name }),
        ...(way === 'mail' && { email: person.email }),
        ...(way === 'webhook' && { webhookUrl: person.webhookUrl, webhookPreset: person.webhookPreset }),
        channels: person.channels,
        subscriptions: person.subscriptions,
        language: person.language,
        timeZone: person.timeZone,
        quiet: person.quiet,
        escalateTo: person.escalateTo,
        escalateAfterMinutes: person.escalateAfterMinutes,
        expiresAt: person.expiresAt,
        licence: person.licence,
      }}
      target={{ id: person.id, version: person.version }}
      invalidates={readings}
      onClose={onClose}
    >
      {way !== 'employee' && <F.name />}
      {way === 'mail' && <F.email help={t('noticePerson.emailHelp')} />}
      {way === 'webhook' && (
        <>
          <F.webhookUrl as="text" wide />
          <F.webhookPreset help={t('noticePerson.robotNote')} />
          <F.webhookSecret as="secret" help={t('noticePerson.secretHelp')} />
        </>
      )}
      <F.channels>
        <ChannelsInput way={way} />
      </F.channels>
      <F.language />
      <F.subscriptions wide>
        <SubscriptionInput />
      </F.subscriptions>
      <F.quiet wide>
        <QuietInput />
      </F.quiet>
      <F.timeZone as="text" help={t('noticePerson.zoneHelp')} />
      <F.escalateTo>
        <NextInput without={person.id} />
      </F.escalateTo>
      <F.escalateAfterMinutes />
      <F.expiresAt as="time" />
      <F.licence />
    </DrawerForm>
  );
}
