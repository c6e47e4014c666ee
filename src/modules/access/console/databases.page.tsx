import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/page/crud-panel.tsx';
import { database } from '../common/connection.contract.ts';

/** Databases. */
export default function DatabasesPage(): ReactElement {
  return <CrudPanel entity={database} columns={['name', 'kind', 'host', 'database', 'account', 'allowWrite', 'usedBy', 'enabled']} />;
}
