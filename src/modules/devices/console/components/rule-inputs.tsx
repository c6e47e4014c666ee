import { Button, Input, InputNumber, Select, Switch } from 'antd';
import type { ReactElement } from 'react';
import { platforms, type Platform } from '#kit/common/client/platforms.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ipGroup } from '#modules/address-groups/common/ip-group.contract.ts';
import { checkActions, checkNames, type Hours, type Networks, type RuleCheck } from '../../common/device-words.ts';
import './devices.css';

interface InputOf<V> {
  id?: string;
  value?: V;
  onChange?: (value: V) => void;
}

/** Chooses platforms. */
export function PlatformsInput({ id, value, onChange }: InputOf<Platform[]>): ReactElement {
  const t = useT('devices');
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      value={value ?? []}
      options={platforms.map((one) => ({ value: one, label: t(`platform.${one}`) }))}
      onChange={(all: Platform[]) => onChange?.(all)}
    />
  );
}

/** Lines of text, each a value. */
export function TagsInput({ id, value, onChange }: InputOf<string[]>): ReactElement {
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ' ', '\n']}
      value={value ?? []}
      onChange={(all: string[]) => onChange?.(all)}
    />
  );
}

/** Input of the address groups from which it is allowed; none chosen: from everywhere. */
export function NetworksInput({ id, value, onChange }: InputOf<Networks | null>): ReactElement {
  const t = useT('devices');
  const { data } = useRead(ipGroup.list, { pageSize: 200 });
  const groupIds = value?.groupIds ?? [];
  const inside = value?.inside ?? true;
  const give = (next: Networks): void => onChange?.(next.groupIds.length === 0 ? null : next);
  return (
    <div className="devices-form">
      <Select
        {...(id !== undefined && { id })}
        mode="multiple"
        allowClear
        placeholder={t('networks.any')}
        value={groupIds}
        options={(data?.list ?? []).map((one) => ({ value: one.id, label: one.name }))}
        onChange={(all: string[]) => give({ inside, groupIds: all })}
      />
      {groupIds.length > 0 && (
        <span>
          <Switch
            checked={inside}
            checkedChildren={t('networks.inside')}
            unCheckedChildren={t('networks.outside')}
            aria-label={t('networks.inside')}
            onChange={(on) => give({ inside: on, groupIds })}
          />
        </span>
      )}
    </div>
  );
}

const days = [1, 2, 3, 4, 5, 6, 7] as const;
const working: Hours = {
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  windows: [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '20:00' }],
};

/** At which hours; off: always. */
export function HoursInput({ id, value, onChange }: InputOf<Hours | null>): ReactElement {
  const t = useT('devices');
  const window = value?.windows[0];
  const change = (part: Partial<NonNullable<typeof window>>): void => {
    if (value && window) onChange?.({ ...value, windows: [{ ...window, ...part }, ...value.windows.slice(1)] });
  };
  return (
    <div className="devices-form">
      <span>
        <Switch
          {...(id !== undefined && { id })}
          checked={value !== null && value !== undefined}
          onChange={(on) => onChange?.(on ? working : null)}
        />
      </span>
      {value && window && (
        <>
          <Select
            mode="multiple"
            aria-label={t('hours.days')}
            value={window.days}
            options={days.map((day) => ({ value: day, label: t(`hours.day.${day}`) }))}
            onChange={(all: number[]) => all.length > 0 && change({ days: all })}
          />
          <span>
            <Input
              aria-label={t('field.from')}
              value={window.from}
              maxLength={5}
              onChange={(event) => change({ from: event.target.value })}
            />
            <Input aria-label={t('field.to')} value={window.to} maxLength={5} onChange={(event) => change({ to: event.target.value })} />
          </span>
          <Input
            aria-label={t('hours.zone')}
            value={value.zone}
            maxLength={60}
            onChange={(event) => onChange?.({ ...value, zone: event.target.value })}
          />
        </>
      )}
    </div>
  );
}

const fresh: RuleCheck = { check: 'screenLock', platforms: [], value: '', action: 'warn', graceHours: 24 };
const compared: ReadonlySet<string> = new Set(['systemVersion', 'patchLevel', 'terminalVersion']);

/** What is looked at of a device, and what follows. */
export function ChecksInput({ value = [], onChange }: InputOf<RuleCheck[]>): ReactElement {
  const t = useT('devices');
  const change = (at: number, part: Partial<RuleCheck>): void =>
    onChange?.(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div className="devices-form">
      {value.map((one, at) => (
        <fieldset key={`${at} ${one.check}`} className="devices-check" aria-label={t(`check.${one.check}`)}>
          <Select
            aria-label={t('checks.what')}
            value={one.check}
            options={checkNames.map((name) => ({ value: name, label: t(`check.${name}`) }))}
            onChange={(check) => change(at, { check })}
          />
          {compared.has(one.check) && (
            <Input
              aria-label={t('checks.least')}
              placeholder={t('checks.least')}
              maxLength={50}
              value={one.value}
              onChange={(event) => change(at, { value: event.target.value })}
            />
          )}
          <Select
            aria-label={t('checks.then')}
            value={one.action}
            options={checkActions.map((name) => ({ value: name, label: t(`checks.action.${name}`) }))}
            onChange={(action) => change(at, { action })}
          />
          <InputNumber
            aria-label={t('checks.grace')}
            min={0}
            max={720}
            value={one.graceHours}
            suffix={t('checks.hours')}
            onChange={(hours) => change(at, { graceHours: hours ?? 0 })}
          />
          <Button
            type="text"
            danger
            aria-label={t('checks.remove', { name: t(`check.${one.check}`) })}
            onClick={() => onChange?.(value.filter((_, index) => index !== at))}
          >
            ×
          </Button>
        </fieldset>
      ))}
      <OffButton off={value.length >= 30 && 'most'} onClick={() => onChange?.([...value, fresh])}>
        {t('checks.add')}
      </OffButton>
    </div>
  );
}
