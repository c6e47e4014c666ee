import { Checkbox } from 'antd';
import { useState, type ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { storedValues } from '#kit/console/form/form-values.ts';
import { advert, type AdvertKind, type AdvertRow } from '../../common/advert.contract.ts';
import { advertSubject } from '../subjects.ts';
import { PictureInput } from './picture-input.tsx';

const F = entityFields(advert);
const monthMillis = 30 * 86_400_000;

interface AdvertDrawerProps {
  appId: string;
  kind: AdvertKind;
  row?: AdvertRow;
  onClose: () => void;
}

/** An advert that is made or changed. */
export function AdvertDrawer({ appId, kind, row, onClose }: AdvertDrawerProps): ReactElement {
  const [now] = useState(() => Date.now());
  const fields = (
    <>
      <F.title />
      <F.fileId>
        <PictureInput />
      </F.fileId>
      <F.startTime as="time" />
      <F.endTime as="time" />
      <F.deptIds />
      <F.mobileEnable>
        <OneZero />
      </F.mobileEnable>
      <F.pcEnable>
        <OneZero />
      </F.pcEnable>
      <F.link as="text" placeholder="https://" />
      <F.pcLink as="text" placeholder="https://" />
      {kind === 'launch' && (
        <>
          <F.seconds />
          <F.skip>
            <OneZero />
          </F.skip>
          <F.perDay />
        </>
      )}
    </>
  );
  const shared = { subject: advertSubject, invalidates: [advert.list, advert.get], undoable: true, onClose };
  if (row)
    return (
      <DrawerForm
        {...shared}
        endpoint={advert.update}
        initial={storedValues(advert.update.input, row)}
        target={{ id: row.id, version: row.version }}
        valuesOf={(current) => storedValues(advert.update.input, current)}
      >
        {fields}
      </DrawerForm>
    );
  const initial = {
    appId,
    kind,
    startTime: now,
    endTime: now + monthMillis,
    mobileEnable: 1,
    pcEnable: 1,
    seconds: 3,
    skip: 1,
    perDay: 0,
    fileId: null,
    deptIds: [],
  };
  return (
    <DrawerForm {...shared} endpoint={advert.add} initial={initial}>
      {fields}
    </DrawerForm>
  );
}

interface OneZeroProps {
  readonly id?: string;
  readonly value?: number;
  readonly disabled?: boolean;
  readonly onChange?: (value: 0 | 1) => void;
}

/** A box for what is 1 or 0 on the wire. */
export function OneZero({ id, value, disabled, onChange }: OneZeroProps): ReactElement {
  return (
    <Checkbox
      {...(id !== undefined && { id })}
      checked={value === 1}
      disabled={disabled ?? false}
      onChange={({ target }) => onChange?.(target.checked ? 1 : 0)}
    />
  );
}
