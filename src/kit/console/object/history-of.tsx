import { HistoryTab } from '../change/history-tab.tsx';
import { useT } from '../i18n/use-t.ts';
import type { DetailTab } from '../tabs/detail-tabs.tsx';
import type { Subject } from '../page/subject.ts';

/** Where the journal holds what was changed on an object. */
export interface Journaled {
  kind: string;
  objectId: string;
}

/** The last tab of an object: what was changed on it, newest first, with the way back. */
export function useHistoryTab(subject: Subject, of: Journaled | undefined): readonly DetailTab[] {
  const t = useT('kit');
  return of ? [{ key: 'history', label: t('history.title'), children: <HistoryTab subject={subject} {...of} /> }] : [];
}
