import type { ReactElement } from 'react';
import { ErasePanel } from './components/erase-panel.tsx';

/** All erasures, also those that wait for a second person. */
export default function SafetyErasePage(): ReactElement {
  return <ErasePanel />;
}
