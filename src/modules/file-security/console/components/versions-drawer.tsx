import { Button, Drawer, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { setDiff, setGet, setList, setRestore } from '../../common/draft.contract.ts';
import { setSubject } from '../subjects.ts';
import { changeColours, draftReadings } from './draft-drawer.tsx';

/** Published versions; the content of each can be brought into the draft. */
export function VersionsDrawer({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  const [shown, setShown] = useState<number>();
  const list = useList(setList, { name: 'set', inAddress: false });
  return (
    <Drawer
      open
      title={t('draft.versions')}
      size={1080}
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
          { name: 'note', wrap: true, width: 240, sortable: false },
          { name: 'publishedAt', as: 'time', sortable: false },
          { name: 'publishedBy', sortable: false },
          { name: 'rules', as: 'number', sortable: false },
          { name: 'sends', as: 'number', sortable: false },
        ]}
        rowActions={(row) => (
          <>
            <Button type="text" onClick={() => setShown(row.number)}>
              {t('set.open')}
            </Button>
            <ActionButton
              type="text"
              endpoint={setRestore}
              names={[String(row.number)]}
              input={{ number: row.number }}
              invalidates={draftReadings}
            />
          </>
        )}
      />
      {shown !== undefined && <Version number={shown} />}
    </Drawer>
  );
}

/** What a version holds, and how the draft differs from it. */
function Version({ number }: { number: number }): ReactElement | null {
  const t = useT('file-security');
  const { data } = useRead(setGet, { number });
  const { data: diff } = useRead(setDiff, { from: number });
  if (!data || !diff) return null;
  const rows = [...data.rules, ...data.sends];
  return (
    <section aria-label={t('set.title', { number })}>
      <h3>{t('set.title', { number })}</h3>
      <ul className="fs-lines">
        {rows.map(({ id, name, sentence }) => (
          <li key={id}>
            <strong>{name}</strong> {sentence}
          </li>
        ))}
        {rows.length === 0 && <li>{t('set.empty')}</li>}
      </ul>
      <h3>{t('set.compare')}</h3>
      <ul className="fs-lines">
        {diff.list.map(({ id, name, change, before, after }) => (
          <li key={id}>
            <Tag color={changeColours[change]}>{t(`draft.change.${change}`)}</Tag> <strong>{name || t('outerNet')}</strong>{' '}
            {after || before}
          </li>
        ))}
        {diff.list.length === 0 && <li>{t('set.same')}</li>}
      </ul>
    </section>
  );
}
