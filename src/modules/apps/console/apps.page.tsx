import type { ReactElement } from 'react';
import { Outlet } from 'react-router';

/** Frame of the list, of one app and of one version: each is a page of its own. */
export default function AppsPage(): ReactElement {
  return <Outlet />;
}
