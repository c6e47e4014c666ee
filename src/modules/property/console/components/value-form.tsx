import type { ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { wireValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Input } from '#kit/common/contract.ts';
import type { PropertyRow } from '../../common/property.contract.ts';
import { propertyValueSet, valueDraft, type ValueRow } from '../../common/value.contract.ts';
import { readings } from '../readings.ts';
import { propertyValue } from '../subjects.ts';
import { ScopeFields } from './scope-field.tsx';
import { ValueInput } from './value-input.tsx';

const F = fieldsOf(valueDraft);

interface ValueFormProps {
  property: PropertyRow;
  /** The value that is changed; without it one is set where there is none. */
  row?: ValueRow | undefined;
  onClose: () => void;
}

/** Sets the value of a property at a scope. */
export function ValueForm({ property, row, onClose }: ValueFormProps): ReactElement {
  const t = useT('property');
  const { id: propertyId, type, rules, secret } = property;
  const hints = { json: t('value.jsonHelp'), duration: t('value.durationHelp'), list: t('value.listHelp') };
  const help = secret ? t('value.secretHelp') : hints[type as keyof typeof hints];
  const initial = row
    ? { value: secret ? undefined : row.value, priority: row.priority, from: row.from, until: row.until, enabled: row.enabled }
    : { scopeKind: 'site', scopeId: '', value: secret ? undefined : property.default, priority: 0, enabled: true };
  const input = (_changed: FormValues, all: FormValues): Input<typeof propertyValueSet> => {
    const { value, ...rest } = wireValues(valueDraft, all);
    const scope = row ? { scopeKind: row.scopeKind, scopeId: row.scopeId } : rest['scopeKind'] === 'site' ? { scopeId: '' } : {};
    return { ...rest, ...scope, propertyId, ...(!(secret && !value) && { value }) } as Input<typeof propertyValueSet>;
  };
  return (
    <DrawerForm
      endpoint={propertyValueSet}
      subject={propertyValue}
      title={property.key}
      initial={initial}
      input={input}
      {...(row && { target: { version: row.version } })}
      invalidates={readings}
      onClose={onClose}
    >
      {!row && <ScopeFields />}
      <F.value wide {...(help !== undefined && { help })}>
        <ValueInput type={type} rules={rules} secret={secret} />
      </F.value>
      <F.enabled as="switch" />
      <F.priority />
      <F.from as="time" />
      <F.until as="time" />
      <F.reason />
    </DrawerForm>
  );
}
