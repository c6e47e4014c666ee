import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import type { Reading } from '../page/detail-drawer.tsx';
import { DetailTabs, type DetailTab } from '../tabs/detail-tabs.tsx';
import { Facts, type Fact } from '../page/facts.tsx';
import { useHistoryTab, type Journaled } from './history-of.tsx';
import { ObjectHead, type ObjectWords } from './object-head.tsx';
import { SubjectContext, useWords, type Subject } from '../page/subject.ts';

interface ObjectPageProps<T extends object> {
  subject: Subject;
  read: Reading<T>;
  head: (object: T) => ObjectWords;
  actions?: (object: T) => ReactNode;
  /** Where one comes from: what it is called, and the way there. */
  back: { label: string; go: () => void };
  facts?: readonly Fact<T>[];
  /** What needs attention, above the facts. */
  notice?: (object: T) => ReactNode;
  tabs: (object: T) => readonly DetailTab[];
  /** The last tab: what was changed on it, with the way back. */
  history?: (object: T) => Journaled;
  /** Name of the tab in the address; `tab` unless said. */
  tabName?: string;
}

/** One object on a page of its own: head, what needs attention, facts, tabs and history. In a drawer it is `DetailDrawer`, of the same parts. */
export function ObjectPage<T extends object>(props: ObjectPageProps<T>): ReactElement {
  const { subject, read, head, actions, back, facts, notice, tabs, history, tabName } = props;
  const words = useWords(subject);
  const { data, error } = read;
  return (
    <SubjectContext value={subject}>
      <div className="whk-object-page">
        <BackLink {...back} />
        {data === undefined ? <ObjectHead as="h1" name={words.kind()} /> : <ObjectHead as="h1" {...head(data)} actions={actions?.(data)} />}
        {error && <ErrorState error={error} retry={() => void read.refetch()} />}
        {data === undefined && !error && <WaitingForm lines={8} />}
        {data !== undefined && (
          <>
            {notice?.(data)}
            {facts && (
              <section className="whk-panel whk-object-facts" aria-label={words.kind()}>
                <Facts row={data} facts={facts} />
              </section>
            )}
            <ObjectTabs subject={subject} tabs={tabs(data)} history={history?.(data)} name={tabName} />
          </>
        )}
      </div>
    </SubjectContext>
  );
}

interface ObjectTabsProps {
  subject: Subject;
  tabs: readonly DetailTab[];
  history: Journaled | undefined;
  name: string | undefined;
}

function ObjectTabs({ subject, tabs, history, name }: ObjectTabsProps): ReactElement {
  const last = useHistoryTab(subject, history);
  return <DetailTabs tabs={[...tabs, ...last]} {...(name !== undefined && { name })} />;
}

/** The way to where one came from, above the head of what one came to. */
export function BackLink({ label, go }: { label: string; go: () => void }): ReactElement {
  return (
    <Button type="link" className="whk-back" icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={go}>
      {label}
    </Button>
  );
}
