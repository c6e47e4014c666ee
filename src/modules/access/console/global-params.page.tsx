import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/page/crud-panel.tsx';
import { globalParam } from '../common/global-param.contract.ts';

/** Parameters that interfaces name. */
export default function GlobalParamsPage(): ReactElement {
  return <CrudPanel entity={globalParam} columns={['name', 'group', 'kind', 'value', 'usedBy', 'enabled']} />;
}
