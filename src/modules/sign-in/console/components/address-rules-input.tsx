import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, DatePicker, Input, Radio, Select, Tag } from 'antd';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { momentFormats, dayjs } from '#kit/console/theme/calendar.ts';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import type { AddressRule, AddressRules } from '#kit/common/session/sign-in-policy.ts';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { anyDevice, RuleDevice } from './rule-device.tsx';
import { nobody, RuleWho } from './rule-who.tsx';

interface AddressRulesInputProps {
  id?: string;
  value?: AddressRules;
  onChange?: (value: AddressRules) => void;
}

/** Name in the page's own address of the network address that a rule is requested. */
export const addressInMind = 'address';
const newRule: AddressRule = { networks: [], days: [], from: null, until: null, who: 'everyone', ...nobody, ...anyDevice, action: 'allow' };
const week = [1, 2, 3, 4, 5, 6, 7] as const;
const none: AddressRules = { rules: [], otherwise: 'allow' };

/** The rules in their order, and what holds where none fits. */
export function AddressRulesInput({ id, value = none, onChange }: AddressRulesInputProps): ReactElement {
  const t = useT('sign-in');
  const { rules, otherwise } = value;
  // Who comes from a sign-in of the log has its address in mind.
  const [search] = useSearchParams();
  const address = search.get(addressInMind);
  const meant = address !== null && !rules.some(({ networks }) => networks.includes(address)) ? address : null;
  const put = (next: readonly AddressRule[]): void => onChange?.({ rules: [...next], otherwise });
  const move = (at: number, by: -1 | 1): void => {
    const next = [...rules];
    const [rule] = next.splice(at, 1);
    if (rule) next.splice(at + by, 0, rule);
    put(next);
  };
  return (
    <div className="signin-rules" id={id}>
      <ol>
        {rules.map((rule, at) => (
          // Rules have no names of their own: their place is what they are known by.
          <li key={at}>
            <RuleFields rule={rule} number={at + 1} onChange={(next) => put(rules.map((one, place) => (place === at ? next : one)))} />
            <span className="signin-rule-tools">
              <UpDown
                name={t('rule.name', { n: at + 1 })}
                up={at === 0 ? undefined : () => move(at, -1)}
                down={at === rules.length - 1 ? undefined : () => move(at, 1)}
              />
              <Button
                type="text"
                danger
                icon={<DeleteOutlined aria-hidden="true" />}
                aria-label={t('rule.remove', { n: at + 1 })}
                onClick={() => put(rules.filter((_one, place) => place !== at))}
              />
            </span>
          </li>
        ))}
      </ol>
      <div className="signin-rules-foot">
        <OffButton icon={<PlusOutlined aria-hidden="true" />} off={rules.length >= 99 && 'most'} onClick={() => put([...rules, newRule])}>
          {t('rule.add')}
        </OffButton>
        {meant !== null && (
          <OffButton
            type="primary"
            icon={<PlusOutlined aria-hidden="true" />}
            off={rules.length >= 99 && 'most'}
            onClick={() => put([{ ...newRule, networks: [meant], action: 'deny' }, ...rules])}
          >
            {t('rule.addFor', { address: meant })}
          </OffButton>
        )}
        <label>
          {t('rule.otherwise')}{' '}
          <Radio.Group
            value={otherwise}
            onChange={(event) => onChange?.({ rules, otherwise: event.target.value as AddressRules['otherwise'] })}
            options={(['allow', 'deny'] as const).map((one) => ({ value: one, label: t(`rule.action.${one}`) }))}
          />
        </label>
      </div>
    </div>
  );
}

function RuleFields({
  rule,
  number,
  onChange,
}: {
  rule: AddressRule;
  number: number;
  onChange: (rule: AddressRule) => void;
}): ReactElement {
  const t = useT('sign-in');
  const set = (part: Partial<AddressRule>): void => onChange({ ...rule, ...part });
  const named = (label: string): string => t('rule.named', { n: number, label });
  return (
    <div className="signin-rule">
      <label>
        <span>{t('rule.networks')}</span>
        <Select
          mode="tags"
          tokenSeparators={[',', ' ', ';']}
          aria-label={named(t('rule.networks'))}
          placeholder={t('rule.everywhere')}
          value={rule.networks}
          open={false}
          onChange={(networks) => set({ networks })}
        />
      </label>
      <div>
        <span>{t('rule.days')}</span>
        <Checkbox.Group
          value={rule.days}
          options={week.map((day) => ({ value: day, label: t(`rule.day.${day}`) }))}
          onChange={(days) => set({ days: days.toSorted((one, other) => one - other) })}
        />
      </div>
      <div>
        <span>{t('rule.hours')}</span>
        <span className="signin-rule-hours">
          {(['from', 'until'] as const).map((end) => (
            <Input
              key={end}
              type="time"
              aria-label={named(t(`rule.${end}`))}
              value={rule[end] ?? ''}
              onChange={(event) => set({ [end]: event.target.value || null })}
            />
          ))}
        </span>
      </div>
      <RuleWho rule={rule} named={named} onChange={set} />
      <RuleDevice rule={rule} named={named} onChange={set} />
      <div>
        <span>{t('rule.action')}</span>
        <Select
          aria-label={named(t('rule.action'))}
          value={rule.action}
          options={(['allow', 'deny', 'factor'] as const).map((one) => ({ value: one, label: t(`rule.action.${one}`) }))}
          onChange={(action) => set({ action })}
        />
      </div>
      <RuleEnd rule={rule} label={named(t('rule.expiresAt'))} onChange={onChange} />
    </div>
  );
}

interface RuleEndProps {
  rule: AddressRule;
  label: string;
  onChange: (rule: AddressRule) => void;
}

/** Until when a rule holds, and that it has ended. */
function RuleEnd({ rule, label, onChange }: RuleEndProps): ReactElement {
  const t = useT('sign-in');
  // Whether it has ended is seen as of the moment when the form was opened.
  const [opened] = useState(() => Date.now());
  const { expiresAt, ...lasting } = rule;
  return (
    <div>
      <span>
        {t('rule.expiresAt')}
        {expiresAt !== undefined && expiresAt <= opened && (
          <Tag className="signin-rule-ended" variant="filled">
            {t('rule.ended')}
          </Tag>
        )}
      </span>
      <DatePicker
        showTime={{ format: 'HH:mm' }}
        format={momentFormats()}
        aria-label={label}
        placeholder={t('rule.expiresHelp')}
        value={expiresAt === undefined ? null : dayjs(expiresAt)}
        onChange={(end) => onChange(end ? { ...lasting, expiresAt: end.valueOf() } : lasting)}
      />
    </div>
  );
}
