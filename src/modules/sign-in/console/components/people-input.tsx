import { Radio } from 'antd';
import { useId, type ReactElement } from 'react';
import type { PeopleGroups } from '#kit/common/session/sign-in-policy.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { idsOf } from '#kit/console/pickers/picked.ts';
import { pickerSources } from '#kit/console/pickers/picker-source.ts';
import { CrowdPicker, DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import { sysRole } from '#modules/system/common/role.contract.ts';

interface PeopleInputProps {
  id?: string;
  disabled?: boolean;
  value?: PeopleGroups | null;
  onChange?: (value: PeopleGroups | null) => void;
}

const nobody: PeopleGroups = { roleIds: [], departmentIds: [], crowdIds: [] };

/** For whom a way is: everybody, or who holds a role or is in a department or crowd. */
export function PeopleInput({ id, disabled = false, value = null, onChange }: PeopleInputProps): ReactElement {
  const t = useT('sign-in');
  const key = useId();
  const set = (part: Partial<PeopleGroups>): void => onChange?.({ ...nobody, ...value, ...part });
  return (
    <div className="signin-people" id={id}>
      <Radio.Group
        disabled={disabled}
        value={value === null ? 'everyone' : 'chosen'}
        options={(['everyone', 'chosen'] as const).map((one) => ({ value: one, label: t(`people.${one}`) }))}
        onChange={(event) => onChange?.(event.target.value === 'everyone' ? null : nobody)}
      />
      {value && (
        <>
          <div>
            <label htmlFor={key}>{t('people.roles')}</label>
            <RolePicker
              id={key}
              search={sysRole.search}
              multiple
              disabled={disabled}
              value={value.roleIds}
              onChange={(picked) => set({ roleIds: [...idsOf(picked)] })}
            />
          </div>
          <div>
            <span>{t('people.departments')}</span>
            <DepartmentPicker
              multiple
              disabled={disabled}
              aria-label={t('people.departments')}
              value={value.departmentIds}
              onChange={(picked) => set({ departmentIds: [...idsOf(picked)] })}
            />
          </div>
          {pickerSources().crowd && (
            <div>
              <span>{t('people.crowds')}</span>
              <CrowdPicker
                multiple
                disabled={disabled}
                aria-label={t('people.crowds')}
                value={value.crowdIds}
                onChange={(picked) => set({ crowdIds: [...idsOf(picked)] })}
              />
            </div>
          )}
        </>
      )}
    </div>
  );
}
