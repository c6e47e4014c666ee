import type { ReactElement } from 'react';
import { LeaveView } from './leave-view.tsx';
import { TransferView } from './transfer-view.tsx';
import type { LifeView as View } from './use-life-view.ts';

/** The view that stands in place of the lists. */
export function LifeView({ view, onClose }: { view: View; onClose: () => void }): ReactElement {
  return view.view === 'transfer' ? <TransferView id={view.id} onClose={onClose} /> : <LeaveView ids={view.ids} onClose={onClose} />;
}
