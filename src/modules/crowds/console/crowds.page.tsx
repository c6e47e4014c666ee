import type { ReactElement } from 'react';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { CrowdList } from './crowd-list.tsx';
import { useCrowdView } from './use-crowd-view.ts';

const waiting = <WaitingForm lines={8} />;
const AddCrowd = later('crowd-editor', async () => (await import('./edit/crowd-editor.tsx')).AddCrowd, waiting);
const EditCrowd = later('crowd-editor', async () => (await import('./edit/crowd-editor.tsx')).EditCrowd, waiting);
const CrowdPage = later('crowd-detail', async () => (await import('./detail/crowd-detail.tsx')).CrowdPage, waiting);

/** Crowds: their list, one of them with its members and reasons, and the builder of its rule. */
export default function CrowdsPage(): ReactElement {
  const [shown, show] = useCrowdView();
  const toList = (): void => show({ view: 'list' });
  const toDetail = (id: string): void => show({ view: 'detail', id });
  switch (shown.view) {
    case 'add':
      return <AddCrowd onSaved={toDetail} onClose={toList} />;
    case 'edit':
      return <EditCrowd key={shown.id} id={shown.id} onSaved={() => toDetail(shown.id)} onClose={() => toDetail(shown.id)} />;
    case 'detail':
      return <CrowdPage key={shown.id} id={shown.id} onEdit={() => show({ view: 'edit', id: shown.id })} onClose={toList} />;
    default:
      return <CrowdList onAdd={() => show({ view: 'add' })} onOpen={toDetail} onEdit={(id) => show({ view: 'edit', id })} />;
  }
}
