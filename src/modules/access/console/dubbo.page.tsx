import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/page/crud-panel.tsx';
import { dubbo } from '../common/connection.contract.ts';

/** Dubbo connections. */
export default function DubboPage(): ReactElement {
  return <CrudPanel entity={dubbo} columns={['name', 'mode', 'usedBy', 'enabled']} />;
}
