import { Drawer } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import type { Subject } from '../page/subject.ts';
import { useNarrow } from '../page/use-narrow.ts';
import { HistoryTab } from './history-tab.tsx';

interface HistoryDrawerProps {
  /** What the object is called. */
  title: string;
  subject: Subject;
  kind: string;
  objectId: string;
  onClose: () => void;
}

/** The history of an object that has no drawer of its own. */
export function HistoryDrawer({ title, subject, kind, objectId, onClose }: HistoryDrawerProps): ReactElement {
  const t = useT('kit');
  const narrow = useNarrow();
  return (
    <Drawer
      open
      size={narrow ? '100%' : 640}
      title={`${t('history.title')}: ${title}`}
      onClose={onClose}
      closable={{ 'aria-label': t('form.close') }}
    >
      <HistoryTab subject={subject} kind={kind} objectId={objectId} />
    </Drawer>
  );
}
