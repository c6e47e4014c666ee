import { Input } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { PlatformSelect } from './scope-field.tsx';

/** For whom or what is resolved. */
export interface SubjectRequest {
  empId?: string | undefined;
  departmentId?: string | undefined;
  app?: string | undefined;
  platform?: '1' | '2' | '4' | '5' | '8' | undefined;
}

/** Fields for whom and what is looked at. */
export function SubjectChoice({ value, onChange }: { value: SubjectRequest; onChange: (value: SubjectRequest) => void }): ReactElement {
  const t = useT('property');
  const one = (picked: unknown): string | undefined => (typeof picked === 'string' && picked !== '' ? picked : undefined);
  return (
    <div className="wp-subject">
      <label>
        {t('at.employee')}
        <EmployeePicker
          aria-label={t('at.employee')}
          value={value.empId ?? null}
          onChange={(picked) => onChange({ ...value, empId: one(picked) })}
        />
      </label>
      {value.empId === undefined && (
        <label>
          {t('field.departmentId')}
          <DepartmentPicker
            aria-label={t('field.departmentId')}
            value={value.departmentId ?? null}
            onChange={(picked) => onChange({ ...value, departmentId: one(picked) })}
          />
        </label>
      )}
      <label>
        {t('at.app')}
        <Input
          maxLength={64}
          value={value.app ?? ''}
          onChange={(event) => onChange({ ...value, app: one(event.target.value.replace(/[^A-Za-z0-9_-]/g, '')) })}
        />
      </label>
      <label>
        {t('field.platform')}
        <PlatformSelect
          value={value.platform ?? ''}
          onChange={(picked) => onChange({ ...value, platform: one(picked) as SubjectRequest['platform'] })}
        />
      </label>
    </div>
  );
}
