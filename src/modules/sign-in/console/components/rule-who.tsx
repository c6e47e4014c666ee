import { Select } from 'antd';
import type { ReactElement } from 'react';
import type { AddressRule } from '#kit/common/session/sign-in-policy.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { idsOf } from '#kit/console/pickers/picked.ts';
import { pickerSources } from '#kit/console/pickers/picker-source.ts';
import { CrowdPicker, DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import { sysRole } from '#modules/system/common/role.contract.ts';

/** A rule about no group. */
export const nobody = { roleIds: [], departmentIds: [], crowdIds: [] };

interface RuleWhoProps {
  rule: AddressRule;
  /** A label with the number of the rule. */
  named: (label: string) => string;
  onChange: (part: Partial<AddressRule>) => void;
}

/** About whom a rule is: everyone, or chosen roles, departments or, where there are any, crowds. */
export function RuleWho({ rule, named, onChange }: RuleWhoProps): ReactElement {
  const t = useT('sign-in');
  const kinds = ['everyone', 'roles', 'departments', ...(pickerSources().crowd ? (['crowds'] as const) : [])] as const;
  return (
    <div>
      <span>{t('rule.who')}</span>
      <Select
        aria-label={named(t('rule.who'))}
        value={rule.who}
        options={kinds.map((one) => ({ value: one, label: t(`rule.who.${one}`) }))}
        onChange={(who) => onChange({ who, ...nobody })}
      />
      {rule.who === 'roles' && (
        <RolePicker
          search={sysRole.search}
          multiple
          aria-label={named(t('rule.who.roles'))}
          value={rule.roleIds}
          onChange={(picked) => onChange({ roleIds: [...idsOf(picked)] })}
        />
      )}
      {rule.who === 'departments' && (
        <DepartmentPicker
          multiple
          aria-label={named(t('rule.who.departments'))}
          value={rule.departmentIds}
          onChange={(picked) => onChange({ departmentIds: [...idsOf(picked)] })}
        />
      )}
      {rule.who === 'crowds' && (
        <CrowdPicker
          multiple
          aria-label={named(t('rule.who.crowds'))}
          value={rule.crowdIds}
          onChange={(picked) => onChange({ crowdIds: [...idsOf(picked)] })}
        />
      )}
    </div>
  );
}
