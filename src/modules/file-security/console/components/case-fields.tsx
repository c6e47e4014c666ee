import { Checkbox, DatePicker, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { dayjs, momentFormats } from '#kit/console/theme/calendar.ts';
import type { FileCase } from '../../common/case.ts';
import { deviceForms, deviceOwnerships, fileActions, fileTypes, kindOf, levels } from '../../common/words.ts';
import { Field } from './field.tsx';
import './file-security.css';
import { SizeInput } from './size-input.tsx';

interface CaseFieldsProps {
  value: Omit<FileCase, 'employeeId'> & { employeeId?: string };
  onChange: (part: Partial<FileCase>) => void;
}

/** Who does what with which file, from where. */
export function CaseFields({ value, onChange }: CaseFieldsProps): ReactElement {
  const t = useT('file-security');
  const { file } = value;
  const sends = kindOf(value.action) === 'send';
  const one = (picked: unknown): string | undefined => (typeof picked === 'string' ? picked : undefined);
  return (
    <div className="fs-fields">
      <Field label={t('simulate.field.employeeId')}>
        {(id) => (
          <EmployeePicker
            id={id}
            value={value.employeeId ?? null}
            onChange={(picked) => {
              const employeeId = one(picked);
              if (employeeId !== undefined) onChange({ employeeId });
            }}
          />
        )}
      </Field>
      <Field label={t('field.action')}>
        {(id) => (
          <Select
            id={id}
            value={value.action}
            options={fileActions.map((action) => ({ value: action, label: t(`fileRule.actions.${action}`) }))}
            onChange={(action) => onChange({ action })}
          />
        )}
      </Field>
      <Field label={t('field.platform')}>
        {(id) => (
          <Select
            id={id}
            value={value.platform}
            options={platforms.map((platform) => ({ value: platform, label: platformNames[platform] }))}
            onChange={(platform) => onChange({ platform })}
          />
        )}
      </Field>
      <Field label={t('field.address')} help={t('simulate.addressHelp')}>
        {(id) => (
          <Input id={id} maxLength={64} value={value.address} onChange={({ target }) => onChange({ address: target.value.trim() })} />
        )}
      </Field>
      <Field label={t('field.at')} help={t('simulate.atHelp')}>
        {(id) => (
          <DatePicker
            id={id}
            showTime={{ format: 'HH:mm' }}
            format={momentFormats()}
            placeholder={momentFormats()[0]}
            value={value.at === null ? null : dayjs(value.at)}
            onChange={(at) => onChange({ at: at ? at.valueOf() : null })}
          />
        )}
      </Field>
      <DeviceFields value={value.device} onChange={(device) => onChange({ device, deviceId: null })} />
      <FileFields value={file} onChange={(changed) => onChange({ file: changed })} />
      {sends && (
        <>
          <Field label={t('simulate.field.recipientIds')}>
            {(id) => (
              <EmployeePicker
                id={id}
                multiple
                value={value.recipientIds}
                onChange={(picked) => onChange({ recipientIds: Array.isArray(picked) ? picked : [] })}
              />
            )}
          </Field>
          <Checkbox className="fs-whole" checked={value.external} onChange={({ target }) => onChange({ external: target.checked })}>
            {t('simulate.field.external')}
          </Checkbox>
        </>
      )}
    </div>
  );
}

interface FileFieldsProps {
  value: FileCase['file'];
  onChange: (value: FileCase['file']) => void;
}

const described = { ownership: 'unknown', formFactor: 'phone', compliant: true, bound: true, hardwareKey: false } as const;

interface DeviceFieldsProps {
  value: FileCase['device'];
  onChange: (value: FileCase['device']) => void;
}

/** A described device; without it nothing is known of one. */
function DeviceFields({ value, onChange }: DeviceFieldsProps): ReactElement {
  const t = useT('file-security');
  return (
    <>
      <Checkbox className="fs-whole" checked={value !== null} onChange={({ target }) => onChange(target.checked ? described : null)}>
        {t('device.known')}
      </Checkbox>
      {value && (
        <>
          <Field label={t('device.ownership')}>
            {(id) => (
              <Select
                id={id}
                value={value.ownership}
                options={deviceOwnerships.map((one) => ({ value: one, label: t(`device.ownership.${one}`) }))}
                onChange={(ownership) => onChange({ ...value, ownership })}
              />
            )}
          </Field>
          <Field label={t('device.formFactor')}>
            {(id) => (
              <Select
                id={id}
                value={value.formFactor}
                options={deviceForms.map((one) => ({ value: one, label: t(`device.formFactor.${one}`) }))}
                onChange={(formFactor) => onChange({ ...value, formFactor })}
              />
            )}
          </Field>
          <div className="fs-flags">
            {(['compliant', 'bound', 'hardwareKey'] as const).map((name) => (
              <Checkbox key={name} checked={value[name]} onChange={({ target }) => onChange({ ...value, [name]: target.checked })}>
                {t(`device.is.${name}`)}
              </Checkbox>
            ))}
          </div>
        </>
      )}
    </>
  );
}

/** A made-up file by its name, type, size and level. */
function FileFields({ value, onChange }: FileFieldsProps): ReactElement {
  const t = useT('file-security');
  const change = (part: Partial<FileCase['file']>): void => onChange({ ...value, ...part, fileId: null });
  return (
    <>
      <Field label={t('simulate.field.fileName')}>
        {(id) => <Input id={id} maxLength={255} value={value.name} onChange={({ target }) => change({ name: target.value })} />}
      </Field>
      <Field label={t('simulate.field.fileType')}>
        {(id) => (
          <Select
            id={id}
            value={value.type}
            options={fileTypes.map((type) => ({ value: type, label: t(`fileTypes.${type}`) }))}
            onChange={(type) => change({ type })}
          />
        )}
      </Field>
      <Field label={t('field.size')}>
        {(id) => <SizeInput id={id} value={value.size} onChange={(size) => change({ size: size ?? 0 })} />}
      </Field>
      <Field label={t('simulate.field.fileLevel')}>
        {(id) => (
          <Select
            id={id}
            value={value.level}
            options={levels.map((level) => ({ value: level, label: t(`level.${level}`) }))}
            onChange={(level) => change({ level })}
          />
        )}
      </Field>
    </>
  );
}
