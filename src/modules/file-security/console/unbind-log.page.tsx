import type { ReactElement } from 'react';
import { UnbindPanel } from '#modules/devices/console/public.ts';

/** Bindings of devices that ended: whose, by whom, why, and what became of the data. */
export default function UnbindLogPage(): ReactElement {
  return <UnbindPanel />;
}
