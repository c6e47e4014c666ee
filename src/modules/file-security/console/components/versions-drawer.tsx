import { Drawer } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { setList, setRestore } from '../../common/draft.contract.ts';
import { setSubject } from '../subjects.ts';
import { draftReadings } from './draft-drawer.tsx';

/** Published versions; the content of each can be brought into the draft. */
export function VersionsDrawer({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  const list = useList(setList, { name: 'set', inAddress: false });
  return (
    <Drawer
      open
      title={t('draft.versions')}
      size={900}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      className="whk-drawer"
    >
      <ListPanel
        subject={setSubject}
        list={list}
        columns={[
          { name: 'number', as: 'number', sortable: false },
          { name: 'inForce', as: 'enum', sortable: false },
          { name: 'note', wrap: true, sortable: false },
          { name: 'publishedAt', as: 'time', sortable: false },
          { name: 'publishedBy', sortable: false },
          { name: 'rules', as: 'number', sortable: false },
          { name: 'sends', as: 'number', sortable: false },
        ]}
        rowActions={(row) => (
          <ActionButton endpoint={setRestore} names={[String(row.number)]} input={{ number: row.number }} invalidates={draftReadings} />
        )}
      />
    </Drawer>
  );
}
