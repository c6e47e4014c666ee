import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/page/crud-panel.tsx';
import { accessSystem } from '../common/system.contract.ts';

/** Access systems. */
export default function AccessSystemsPage(): ReactElement {
  return <CrudPanel entity={accessSystem} columns={['name', 'code', 'ownerDeptName', 'interfaces', 'grants', 'keys', 'enabled']} />;
}
