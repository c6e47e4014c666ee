import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { deviceUnmask, type DeviceDetail } from '../../common/device.contract.ts';
import { identifierKinds } from '../../common/device-words.ts';
import './devices.css';

type Kind = (typeof identifierKinds)[number];

/** What a device says it is called, masked; each kind is shown in full to who says why. */
export function Identifiers({ row }: { row: DeviceDetail }): ReactElement | null {
  const t = useT('devices');
  const { granted } = useActionName(deviceUnmask);
  const [asked, setAsked] = useState<Kind>();
  const [full, setFull] = useState<Partial<Record<Kind, readonly string[]>>>({});
  const held = identifierKinds.filter((kind) => row.identifiers.some((one) => one.kind === kind));
  if (held.length === 0) return null;
  return (
    <>
      <ul className="devices-identifiers">
        {held.map((kind) => (
          <li key={kind}>
            {t(`device.identifier.${kind}`)}{' '}
            <code>{(full[kind] ?? row.identifiers.flatMap((one) => (one.kind === kind ? [one.value] : []))).join(' · ')}</code>
            {granted && full[kind] === undefined && (
              <Button type="link" size="small" onClick={() => setAsked(kind)}>
                {t('unmask.show')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked !== undefined && (
        <Unmask
          id={row.id}
          kind={asked}
          onShown={(values) => setFull((before) => ({ ...before, [asked]: values }))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

const F = fieldsOf(deviceUnmask.input);

interface UnmaskProps {
  id: string;
  kind: Kind;
  onShown: (values: readonly string[]) => void;
  onClose: () => void;
}

function Unmask({ id, kind, onShown, onClose }: UnmaskProps): ReactElement {
  const t = useT('devices');
  return (
    <FormDialog
      endpoint={deviceUnmask}
      initial={{ reason: '' }}
      input={({ reason }) => ({ id, kind, reason: typeof reason === 'string' ? reason : '' })}
      title={t('unmask.title', { kind: t(`device.identifier.${kind}`) })}
      action={t('unmask.show')}
      message={null}
      onSaved={({ values }) => onShown(values)}
      onClose={onClose}
    >
      <F.reason label={t('field.reason')} help={t('unmask.hint')} wide />
    </FormDialog>
  );
}
