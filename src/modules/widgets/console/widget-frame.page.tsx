import type { ReactElement } from 'react';
import { Outlet } from 'react-router';

/** The frame of widgets: the list, one widget, or one version. */
export default function WidgetFramePage(): ReactElement {
  return <Outlet />;
}
