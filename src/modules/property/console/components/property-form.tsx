import { Form } from 'antd';
import { useRef, type ReactElement } from 'react';
import type { Input } from '#kit/common/contract.ts';
import { propertyTypes, type PropertyType } from '#kit/common/property.ts';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { wireValues, type FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { propertyAdd, propertyDraft, propertyUpdate, type PropertyRow } from '../../common/property.contract.ts';
import { readings } from '../readings.ts';
import { property } from '../subjects.ts';
import { RulesInput } from './rules-input.tsx';
import { ValueInput } from './value-input.tsx';

const F = fieldsOf(propertyDraft);

/** A property that is added by hand. */
export function AddProperty({
  namespace,
  onSaved,
  onClose,
}: {
  namespace: string | undefined;
  onSaved: (id: string) => void;
  onClose: () => void;
}): ReactElement {
  const made = useRef<string>(undefined);
  const input = (_changed: FormValues, all: FormValues): Input<typeof propertyAdd> =>
    plain(wireValues(propertyDraft, all)) as Input<typeof propertyAdd>;
  return (
    <DrawerForm
      endpoint={propertyAdd}
      subject={property}
      initial={{ namespace, type: 'string', exposure: 'server', secret: false, deprecated: false, rules: null }}
      input={input}
      invalidates={readings}
      onSaved={({ id }) => {
        made.current = id;
      }}
      // One step in the address: from the form to what it made.
      onClose={() => (made.current === undefined ? onClose() : onSaved(made.current))}
    >
      <F.namespace />
      <F.key />
      <Shape />
    </DrawerForm>
  );
}

/** Changed fields of one that was added by hand. */
export function EditProperty({ row, onClose }: { row: PropertyRow; onClose: () => void }): ReactElement {
  const { id, version, type, rules, description, exposure, secret, deprecated } = row;
  return (
    <DrawerForm
      endpoint={propertyUpdate}
      subject={property}
      title={row.key}
      initial={{ type, default: row.default, rules, description, exposure, secret, deprecated }}
      target={{ id, version }}
      invalidates={readings}
      onClose={onClose}
    >
      <Shape />
    </DrawerForm>
  );
}

/** A secret has no default; an empty one is none. */
const plain = (values: Record<string, unknown>): Record<string, unknown> => ({
  ...values,
  default: values['secret'] === true ? null : (values['default'] ?? null),
});

function Shape(): ReactElement {
  const t = useT('property');
  const form = Form.useFormInstance();
  const typed: unknown = Form.useWatch('type', form);
  const secret: unknown = Form.useWatch('secret', form);
  const type: PropertyType = propertyTypes.find((one) => one === typed) ?? 'string';
  return (
    <>
      <F.type />
      <F.exposure />
      <F.description as="local" />
      {secret !== true && (
        <F.default wide {...(type === 'duration' && { help: t('value.durationHelp') })}>
          <ValueInput key={type} type={type} rules={null} secret={false} />
        </F.default>
      )}
      <F.rules wide>
        <RulesInput />
      </F.rules>
      <F.secret />
      <F.deprecated />
    </>
  );
}
