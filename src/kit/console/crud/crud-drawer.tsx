import type { ReactElement, ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import { DetailDrawer, type Reading } from '../page/detail-drawer.tsx';
import type { Subject } from '../page/subject.ts';
import { idOf } from '../page/use-selection.ts';

interface CrudDrawerProps {
  subject: Subject;
  read: Reading<object>;
  /** Kind in the journal. */
  journal: string;
  nameOf: (object: object) => string;
  actions: (object: object) => ReactNode;
  facts: (object: object) => ReactNode;
  onClose: () => void;
}

/** One object of a page: what is known of it, and its history with the way back. */
export function CrudDrawer({ subject, read, journal, nameOf, actions, facts, onClose }: CrudDrawerProps): ReactElement {
  const t = useT('kit');
  return (
    <DetailDrawer
      subject={subject}
      read={read}
      title={nameOf}
      actions={actions}
      tabs={(object) => [{ key: 'facts', label: t('page.details'), children: facts(object) }]}
      history={(object) => ({ kind: journal, objectId: idOf(object) })}
      onClose={onClose}
    />
  );
}
