import type { ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { storedValues } from '#kit/console/form/form-values.ts';
import { pageConfig, type PageConfigRow } from '../../common/page.contract.ts';
import { configSubject } from '../subjects.ts';

const F = entityFields(pageConfig);

interface ConfigDrawerProps {
  appId: string;
  row?: PageConfigRow;
  onClose: () => void;
}

/** A page configuration that is made or changed: its name, terminal, audience and trial people. */
export function ConfigDrawer({ appId, row, onClose }: ConfigDrawerProps): ReactElement {
  const shared = { subject: configSubject, invalidates: [pageConfig.list, pageConfig.get], undoable: true, onClose };
  const fields = (
    <>
      <F.name />
      {!row && <F.terminal />}
      <F.rows />
      <F.trialIds />
    </>
  );
  if (row)
    return (
      <DrawerForm
        {...shared}
        endpoint={pageConfig.update}
        initial={storedValues(pageConfig.update.input, row)}
        target={{ id: row.id, version: row.version }}
        valuesOf={(current) => storedValues(pageConfig.update.input, current)}
      >
        {fields}
      </DrawerForm>
    );
  return (
    <DrawerForm {...shared} endpoint={pageConfig.add} initial={{ appId, terminal: 'mobile', rows: [], trialIds: [] }}>
      {fields}
    </DrawerForm>
  );
}
