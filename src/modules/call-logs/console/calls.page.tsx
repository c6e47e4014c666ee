import type { ReactElement } from 'react';
import { LogPanel } from '#kit/console/page/log-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { later } from '#kit/console/shell/later.tsx';
import { callGet, callList } from '../common/call.contract.ts';
import { callColumns, callFacts } from './components/call-columns.tsx';
import { CallFilters } from './components/call-filters.tsx';
import './components/call-logs.css';
import { CallTail } from './components/call-tail.tsx';
import { interfaceCall } from './subjects.ts';

const CallDetail = later('call-detail', async () => (await import('./components/call-detail.tsx')).CallDetail);

/** Every call of an interface, the newest first, with its steps. */
export default function CallsPage(): ReactElement {
  const list = useSlices<typeof callList>(callList, { searchKey: 'text' });
  return (
    <SubjectContext value={interfaceCall}>
      <LogPanel
        subject={interfaceCall}
        list={list}
        get={callGet}
        columns={callColumns}
        facts={callFacts}
        filters={(slices) => <CallFilters list={slices} />}
        above={(slices) => <CallTail filters={slices.asked} />}
        detail={(row) => <CallDetail id={row.id} />}
      />
    </SubjectContext>
  );
}
