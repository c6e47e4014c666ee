import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/page/crud-panel.tsx';
import { sap } from '../common/connection.contract.ts';

/** SAP systems. */
export default function SapPage(): ReactElement {
  return <CrudPanel entity={sap} columns={['name', 'mode', 'host', 'client', 'usedBy', 'enabled']} />;
}
