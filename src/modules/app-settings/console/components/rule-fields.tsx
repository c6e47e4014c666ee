import { Input, InputNumber } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { idsOf } from '#kit/console/pickers/picked.ts';
import { CrowdPicker, DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import type { ConfigRule } from '../../common/other-config.contract.ts';
import { PlatformsSelect } from './platforms-select.tsx';

/** For whom a rule holds: every part that is filled in must be met. */
export function RuleFields({ rule, onChange }: { rule: ConfigRule; onChange: (rule: ConfigRule) => void }): ReactElement {
  const t = useT('app-settings');
  const build = (name: 'fromBuild' | 'toBuild'): ReactElement => (
    <Input
      aria-label={t(`otherConfig.${name}`)}
      placeholder={t(`otherConfig.${name}`)}
      className="settings-build"
      maxLength={84}
      value={rule[name] ?? ''}
      onChange={({ target }) => onChange({ ...rule, [name]: target.value.trim() === '' ? null : target.value.trim() })}
    />
  );
  return (
    <>
      <PlatformsSelect
        label={t('field.platforms')}
        placeholder={t('otherConfig.anyPlatform')}
        value={rule.platforms}
        onChange={(platforms) => onChange({ ...rule, platforms })}
      />
      <div className="settings-bar">
        {build('fromBuild')}
        {build('toBuild')}
        <InputNumber
          aria-label={t('otherConfig.percent')}
          placeholder={t('otherConfig.percent')}
          className="settings-build"
          min={0}
          max={100}
          value={rule.percent}
          onChange={(percent) => onChange({ ...rule, percent })}
        />
      </div>
      <DepartmentPicker
        multiple
        aria-label={t('otherConfig.departments')}
        placeholder={t('otherConfig.departments')}
        value={rule.deptIds}
        onChange={(picked) => onChange({ ...rule, deptIds: [...idsOf(picked)] })}
      />
      <CrowdPicker
        multiple
        aria-label={t('otherConfig.crowds')}
        placeholder={t('otherConfig.crowds')}
        value={rule.crowdIds}
        onChange={(picked) => onChange({ ...rule, crowdIds: [...idsOf(picked)] })}
      />
    </>
  );
}
