import type { ReactElement } from 'react';
import { Outlet } from 'react-router';

/** Frame of the tests of apps. */
export default function TestsPage(): ReactElement {
  return <Outlet />;
}
