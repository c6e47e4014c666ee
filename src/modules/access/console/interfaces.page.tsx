import type { ReactElement } from 'react';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingForm, WaitingRows } from '#kit/console/states/waiting.tsx';

const InterfaceList = later('interface-list', async () => (await import('./components/interface-list.tsx')).InterfaceList, <WaitingRows />);
const Workbench = later(
  'interface-workbench',
  async () => (await import('./components/workbench.tsx')).Workbench,
  <WaitingForm lines={8} />,
);

/** Interfaces: the list, or the workbench of the one that is chosen. */
export default function InterfacesPage(): ReactElement {
  const chosen = useChosen();
  if (chosen.id !== undefined) return <Workbench key={chosen.id} id={chosen.id} onClose={chosen.close} />;
  return <InterfaceList chosen={chosen} />;
}
