import type { UseQueryResult } from '@tanstack/react-query';
import { Drawer } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { DetailTabs, type DetailTab } from '../tabs/detail-tabs.tsx';
import { useHistoryTab, type Journaled } from '../object/history-of.tsx';
import { ObjectHead, type ObjectWords } from '../object/object-head.tsx';
import { SubjectContext, type Subject } from './subject.ts';
import { drawerTab } from './use-chosen.ts';
import { useNarrow } from './use-narrow.ts';

/** What a drawer needs of a reading. */
export type Reading<T> = Pick<UseQueryResult<T>, 'data' | 'error'> & { refetch: () => unknown };

interface DetailDrawerProps<T> {
  subject: Subject;
  read: Reading<T>;
  title: (object: T) => ReactNode;
  /** What stands about the name: portrait, state, where it is. */
  head?: (object: T) => Omit<ObjectWords, 'name'>;
  /** Buttons beside the title. */
  actions?: (object: T) => ReactNode;
  /** One tab is shown without its name. */
  tabs: (object: T) => readonly DetailTab[];
  /** The last tab: what was changed on it, with the way back. */
  history?: (object: T) => Journaled;
  /** Name of the tab in the address; that of drawers unless said. */
  tabName?: string;
  onClose: () => void;
}

/** One object in a drawer: waiting, what went wrong, or its head and its tabs. On a page of its own it is `ObjectPage`, of the same parts. */
export function DetailDrawer<T>(props: DetailDrawerProps<T>): ReactElement {
  const { subject, read, title, head, actions, tabs, history, tabName = drawerTab, onClose } = props;
  const t = useT('kit');
  const narrow = useNarrow();
  const { data, error } = read;
  const last = useHistoryTab(subject, data === undefined ? undefined : history?.(data));
  const all = data === undefined ? [] : [...tabs(data), ...last];
  return (
    <SubjectContext value={subject}>
      <Drawer
        open
        size={narrow ? '100%' : 720}
        title={data === undefined ? t('page.details') : <ObjectHead as="strong" name={title(data)} {...head?.(data)} />}
        extra={data !== undefined && actions && <span className="whk-header-actions">{actions(data)}</span>}
        onClose={onClose}
        closable={{ 'aria-label': t('form.close') }}
      >
        {error && <ErrorState error={error} retry={() => void read.refetch()} />}
        {data === undefined && !error && <WaitingForm lines={8} />}
        {all.length === 1 && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard (WCAG 2.1.1), also where nothing in it can be chosen
          <section className="whk-drawer-one" tabIndex={0} aria-label={t('page.details')}>
            {all[0]?.children}
          </section>
        )}
        {all.length > 1 && <DetailTabs name={tabName} tabs={all} />}
      </Drawer>
    </SubjectContext>
  );
}
