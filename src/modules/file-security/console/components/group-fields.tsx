import { Checkbox, Input, InputNumber, Select } from 'antd';
import { useId, type ReactElement, type ReactNode } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { RoleConfig } from '../../common/config-groups.ts';
import { markPlaces, screenPlaces, unlockKinds, type ConfigGroup } from '../../common/words.ts';

interface FieldsProps<G extends ConfigGroup> {
  value: NonNullable<RoleConfig[G]>;
  disabled: boolean;
  onChange: (value: NonNullable<RoleConfig[G]>) => void;
}

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0);
const variables = [
  '{name}',
  '{account}',
  '{employeeNo}',
  '{department}',
  '{mobile}',
  '{device}',
  '{date}',
  '{time}',
  '{address}',
  '{code}',
];

interface RowProps {
  label: string;
  help?: string;
  /** It stands in a line of its own. */
  wide?: boolean;
  children: (id: string) => ReactNode;
}

function Row({ label, help, wide = false, children }: RowProps): ReactElement {
  const id = useId();
  return (
    <div className={wide ? 'fs-field fs-whole' : 'fs-field'}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {help !== undefined && <small>{help}</small>}
    </div>
  );
}

interface NumberRowProps {
  label: string;
  value: number;
  range: readonly [number, number];
  disabled: boolean;
  onChange: (value: number) => void;
}

function NumberRow({ label, value, range: [min, max], disabled, onChange }: NumberRowProps): ReactElement {
  return (
    <Row label={label}>
      {(id) => <InputNumber id={id} min={min} max={max} disabled={disabled} value={value} onChange={(next) => onChange(next ?? min)} />}
    </Row>
  );
}

function Flag({
  label,
  value,
  disabled,
  onChange,
}: {
  label: string;
  value: 0 | 1;
  disabled: boolean;
  onChange: (value: 0 | 1) => void;
}): ReactElement {
  return (
    <Checkbox disabled={disabled} checked={value === 1} onChange={({ target }) => onChange(flag(target.checked))}>
      {label}
    </Checkbox>
  );
}

function BindFields({ value, disabled, onChange }: FieldsProps<'bind'>): ReactElement {
  const t = useT('file-security');
  const kinds = ['phone', 'tablet', 'computer'] as const;
  return (
    <>
      {kinds.map((kind) => (
        <NumberRow
          key={kind}
          label={t(`group.field.${kind}`)}
          value={value.maxDevices[kind]}
          range={[0, 20]}
          disabled={disabled}
          onChange={(n) => onChange({ ...value, maxDevices: { ...value.maxDevices, [kind]: n } })}
        />
      ))}
      <Row label={t('group.field.mode')} help={t('group.bind.help')}>
        {(id) => (
          <Select
            id={id}
            disabled={disabled}
            value={value.mode}
            options={(['auto', 'approve', 'registered'] as const).map((mode) => ({ value: mode, label: t(`group.mode.${mode}`) }))}
            onChange={(mode) => onChange({ ...value, mode })}
          />
        )}
      </Row>
      <div className="fs-flags">
        <Flag
          label={t('group.field.requireHardwareKey')}
          value={value.requireHardwareKey}
          disabled={disabled}
          onChange={(requireHardwareKey) => onChange({ ...value, requireHardwareKey })}
        />
        <Flag
          label={t('group.field.privateDevices')}
          value={value.privateDevices}
          disabled={disabled}
          onChange={(privateDevices) => onChange({ ...value, privateDevices })}
        />
      </div>
    </>
  );
}

function UnbindFields({ value, disabled, onChange }: FieldsProps<'unbind'>): ReactElement {
  const t = useT('file-security');
  return (
    <>
      <div className="fs-flags">
        <Flag
          label={t('group.field.selfUnbind')}
          value={value.selfUnbind}
          disabled={disabled}
          onChange={(selfUnbind) => onChange({ ...value, selfUnbind })}
        />
        <Flag
          label={t('group.field.needsApproval')}
          value={value.needsApproval}
          disabled={disabled}
          onChange={(needsApproval) => onChange({ ...value, needsApproval })}
        />
      </div>
      <NumberRow
        label={t('group.field.coolDownHours')}
        value={value.coolDownHours}
        range={[0, 8760]}
        disabled={disabled}
        onChange={(coolDownHours) => onChange({ ...value, coolDownHours })}
      />
      <Row label={t('group.field.eraseOnUnbind')}>
        {(id) => (
          <Select
            id={id}
            disabled={disabled}
            value={String(value.eraseOnUnbind)}
            options={[
              { value: 'null', label: t('group.erase.null') },
              { value: '1', label: t('group.yes') },
              { value: '0', label: t('group.no') },
            ]}
            onChange={(erase) => onChange({ ...value, eraseOnUnbind: erase === 'null' ? null : flag(erase === '1') })}
          />
        )}
      </Row>
    </>
  );
}

function UnlockFields({ value, disabled, onChange }: FieldsProps<'signUnlock'>): ReactElement {
  const t = useT('file-security');
  return (
    <>
      <div className="fs-flags">
        <Flag
          label={t('group.field.signUnlockEnabled')}
          value={value.signUnlockEnabled}
          disabled={disabled}
          onChange={(signUnlockEnabled) => onChange({ ...value, signUnlockEnabled })}
        />
      </div>
      <div className="fs-field fs-whole" role="group" aria-label={t('group.field.kinds')}>
        <span>{t('group.field.kinds')}</span>
        <Checkbox.Group
          disabled={disabled}
          value={value.kinds}
          options={unlockKinds.map((kind) => ({ value: kind, label: t(`group.kind.${kind}`) }))}
          onChange={(kinds) => onChange({ ...value, kinds })}
        />
      </div>
      <NumberRow
        label={t('group.field.lockAfterMinutes')}
        value={value.lockAfterMinutes}
        range={[1, 1440]}
        disabled={disabled}
        onChange={(lockAfterMinutes) => onChange({ ...value, lockAfterMinutes })}
      />
      <NumberRow
        label={t('group.field.maxFailures')}
        value={value.maxFailures}
        range={[1, 20]}
        disabled={disabled}
        onChange={(maxFailures) => onChange({ ...value, maxFailures })}
      />
    </>
  );
}

function ScreenFields({ value, disabled, onChange }: FieldsProps<'screenshot'>): ReactElement {
  const t = useT('file-security');
  return (
    <>
      <div className="fs-flags">
        <Flag
          label={t('group.field.prevent')}
          value={value.prevent}
          disabled={disabled}
          onChange={(prevent) => onChange({ ...value, prevent })}
        />
        <Flag
          label={t('group.field.report')}
          value={value.report}
          disabled={disabled}
          onChange={(report) => onChange({ ...value, report })}
        />
      </div>
      <div className="fs-field fs-whole" role="group" aria-label={t('group.field.places')}>
        <span>{t('group.field.places')}</span>
        <Checkbox.Group
          disabled={disabled}
          value={value.places}
          options={screenPlaces.map((place) => ({ value: place, label: t(`group.place.${place}`) }))}
          onChange={(places) => onChange({ ...value, places })}
        />
      </div>
    </>
  );
}

function MarkFields({ value, disabled, onChange }: FieldsProps<'watermark'>): ReactElement {
  const t = useT('file-security');
  return (
    <>
      <div className="fs-flags">
        <Flag label={t('group.field.on')} value={value.on} disabled={disabled} onChange={(on) => onChange({ ...value, on })} />
      </div>
      <div className="fs-field fs-whole" role="group" aria-label={t('group.field.places')}>
        <span>{t('group.field.places')}</span>
        <Checkbox.Group
          disabled={disabled}
          value={value.places}
          options={markPlaces.map((place) => ({ value: place, label: t(`group.place.${place}`) }))}
          onChange={(places) => onChange({ ...value, places })}
        />
      </div>
      <Row wide label={t('group.field.template')} help={t('group.template.help', { vars: variables.join(' ') })}>
        {(id) => (
          <Input
            id={id}
            maxLength={200}
            disabled={disabled}
            value={value.template}
            onChange={({ target }) => onChange({ ...value, template: target.value })}
          />
        )}
      </Row>
      <NumberRow
        label={t('group.field.opacity')}
        value={value.opacity}
        range={[5, 40]}
        disabled={disabled}
        onChange={(opacity) => onChange({ ...value, opacity })}
      />
      <NumberRow
        label={t('group.field.size')}
        value={value.size}
        range={[10, 32]}
        disabled={disabled}
        onChange={(size) => onChange({ ...value, size })}
      />
      <NumberRow
        label={t('group.field.angle')}
        value={value.angle}
        range={[-60, 60]}
        disabled={disabled}
        onChange={(angle) => onChange({ ...value, angle })}
      />
    </>
  );
}

const parts: { readonly [G in ConfigGroup]: (props: FieldsProps<G>) => ReactElement } = {
  bind: BindFields,
  unbind: UnbindFields,
  signUnlock: UnlockFields,
  screenshot: ScreenFields,
  watermark: MarkFields,
};

/** The settings of one group. */
export function GroupFields<G extends ConfigGroup>({ code, ...props }: FieldsProps<G> & { code: G }): ReactElement {
  const Part = parts[code] as (props: FieldsProps<G>) => ReactElement;
  return (
    <div className="fs-fields">
      <Part {...props} />
    </div>
  );
}
