import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/page/crud-panel.tsx';
import { interfacePrefix } from '../common/prefix.contract.ts';

/** Prefixes. */
export default function InterfacePrefixesPage(): ReactElement {
  return <CrudPanel entity={interfacePrefix} columns={['name', 'code', 'systemName', 'signIn', 'interfaces', 'enabled']} />;
}
