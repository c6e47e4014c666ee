import type { ReactElement } from 'react';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { SourceList } from './source-list.tsx';
import { useSourceView } from './use-source-view.ts';

const waiting = <WaitingForm lines={8} />;
const AddSource = later('source-add', async () => (await import('./edit/add-source.tsx')).AddSource, waiting);
const EditSource = later('source-edit', async () => (await import('./edit/edit-source.tsx')).EditSource, waiting);
const SourceLog = later('source-log', async () => (await import('./log/source-log.tsx')).SourceLog, waiting);
const SourceEvents = later('source-events', async () => (await import('./log/source-events.tsx')).SourceEvents, waiting);
const RunPage = later('source-run', async () => (await import('./run/run-page.tsx')).RunPage, waiting);

/** Sources of people: their list, one of them in six steps, its runs, and one run with its plan. */
export default function SourcesPage(): ReactElement {
  const [shown, show] = useSourceView();
  const toList = (): void => show({ view: 'list' });
  const toLog = (id: string): void => show({ view: 'log', id });
  const toEdit = (id: string): void => show({ view: 'edit', id });
  const toRun = (id: string, runId: string): void => show({ view: 'run', id, runId });
  switch (shown.view) {
    case 'add':
      return <AddSource onSaved={toEdit} onClose={toList} />;
    case 'edit':
      return <EditSource key={shown.id} id={shown.id} onClose={() => toLog(shown.id)} />;
    case 'log':
      return (
        <SourceLog
          key={shown.id}
          id={shown.id}
          onRun={(runId) => toRun(shown.id, runId)}
          onEdit={() => toEdit(shown.id)}
          onEvents={() => show({ view: 'events', id: shown.id })}
          onClose={toList}
        />
      );
    case 'events':
      return <SourceEvents key={shown.id} id={shown.id} onClose={() => toLog(shown.id)} />;
    case 'run':
      return (
        <RunPage
          key={shown.runId}
          runId={shown.runId}
          onRun={(runId) => toRun(shown.id, runId)}
          onDeleted={toList}
          onClose={() => toLog(shown.id)}
        />
      );
    default:
      return <SourceList onAdd={() => show({ view: 'add' })} onOpen={toLog} onEdit={toEdit} onRun={toRun} />;
  }
}
