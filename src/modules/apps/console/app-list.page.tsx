import type { ReactElement } from 'react';
import { CrudPage } from '#kit/console/page/crud-page.tsx';
import { app } from '../common/app.contract.ts';
import { appListPage } from '../common/permissions.ts';

/** The apps of the company. */
export default function AppListPage(): ReactElement {
  return <CrudPage page={appListPage} entity={app} columns={['name', 'appKey', 'status', 'ownerDeptName', 'updatedAt']} />;
}
