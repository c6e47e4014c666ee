import type { ReactElement } from 'react';
import { ErasePanel } from './components/erase-panel.tsx';

/** Erasures as the help desk sees them. */
export default function DeviceErasePage(): ReactElement {
  return <ErasePanel />;
}
