import { Select } from 'antd';
import type { ReactElement } from 'react';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { deviceStandings, type AddressRule } from '#kit/common/session/sign-in-policy.ts';
import { useT } from '#kit/console/i18n/use-t.ts';

/** A rule about whatever somebody signs in with. */
export const anyDevice: Pick<AddressRule, 'device' | 'platforms'> = { device: 'any', platforms: [] };

interface RuleDeviceProps {
  rule: AddressRule;
  /** A label with the number of the rule. */
  named: (label: string) => string;
  onChange: (part: Partial<AddressRule>) => void;
}

/** With what somebody signs in: terminals of some platforms, and how their device stands. */
export function RuleDevice({ rule, named, onChange }: RuleDeviceProps): ReactElement {
  const t = useT('sign-in');
  return (
    <div>
      <span>{t('rule.device')}</span>
      <Select
        aria-label={named(t('rule.device'))}
        value={rule.device}
        options={deviceStandings.map((one) => ({ value: one, label: t(`rule.device.${one}`) }))}
        onChange={(device) => onChange({ device })}
      />
      <Select
        mode="multiple"
        aria-label={named(t('rule.platforms'))}
        placeholder={t('rule.platforms.none')}
        value={rule.platforms}
        options={platforms.map((value) => ({ value, label: platformNames[value] }))}
        onChange={(chosen) => onChange({ platforms: chosen })}
      />
    </div>
  );
}
