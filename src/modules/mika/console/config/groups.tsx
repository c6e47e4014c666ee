import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { call } from '#kit/console/call/call.ts';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import type { List } from '#kit/console/page/use-list.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { SubjectContext, subject } from '#kit/console/page/subject.ts';
import { sceneGroup, type scene, type SceneRow } from '../../common/scene.contract.ts';

const groupSubject = subject('mika', 'sceneGroup');
const F = entityFields(sceneGroup);

/** Opens the groups of scenes: choosing one narrows the list, and they are added, renamed, put in order and deleted here. */
export function Groups({ list }: { list: List<SceneRow, typeof scene.list> }): ReactElement {
  const t = useT('mika');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('group.title')}</Button>
      {open && <GroupsDrawer list={list} onClose={() => setOpen(false)} />}
    </>
  );
}

function GroupsDrawer({ list, onClose }: { list: List<SceneRow, typeof scene.list>; onClose: () => void }): ReactElement {
  const t = useT('mika');
  const kit = useT('kit');
  const may = useMay();
  const [adding, renaming] = [useActionName(sceneGroup.add).name, useActionName(sceneGroup.update).name];
  const narrow = useNarrow();
  const [language] = useLanguage();
  const [editing, setEditing] = useState<Editing>();
  const { data } = useRead(sceneGroup.list, { pageSize: 200 });
  const groups = data?.list ?? [];
  const choose = (groupId: string | undefined): void => {
    list.move({ filters: { groupId } });
    onClose();
  };
  const step = (at: number, by: -1 | 1): (() => void) | undefined => {
    const [one, other] = [groups[at], groups[at + by]];
    if (!one || !other) return undefined;
    const ids = by === -1 ? [one.id, other.id] : [other.id, one.id];
    // The error catalogue says why it was refused.
    return () =>
      void call(sceneGroup.reorder, { ids })
        .then(() => invalidate(sceneGroup.list))
        .catch(() => undefined);
  };
  return (
    <Drawer
      open
      title={t('group.title')}
      size={narrow ? '100%' : 480}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      extra={
        may(sceneGroup.add) && (
          <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setEditing('new')}>
            {adding}
          </Button>
        )
      }
    >
      <ul className="mika-lines mika-groups">
        <li>
          <Button type="text" onClick={() => choose(undefined)}>
            {t('group.all')}
          </Button>
        </li>
        {groups.map(({ id, version, name, scenes }, at) => (
          <li key={id}>
            <Button type="text" aria-current={list.state.filters['groupId'] === id} onClick={() => choose(id)}>
              {pick(name, language)} ({scenes})
            </Button>
            {may(sceneGroup.reorder) && <UpDown name={pick(name, language)} up={step(at, -1)} down={step(at, 1)} />}
            {may(sceneGroup.update) && (
              <Button
                type="text"
                size="small"
                icon={<EditOutlined />}
                aria-label={`${renaming}: ${pick(name, language)}`}
                onClick={() => setEditing({ id, version, name })}
              />
            )}
            <ActionButton
              endpoint={sceneGroup.delete}
              type="text"
              size="small"
              names={[pick(name, language)]}
              input={{ ids: [id] }}
              invalidates={[sceneGroup.list]}
            />
          </li>
        ))}
      </ul>
      {editing && <GroupDialog editing={editing} onClose={() => setEditing(undefined)} />}
    </Drawer>
  );
}

type Editing = 'new' | { id: string; version: number; name: Record<string, string | undefined> };

/** Adds or renames a group. */
function GroupDialog({ editing, onClose }: { editing: Editing; onClose: () => void }): ReactElement {
  return (
    <SubjectContext value={groupSubject}>
      {editing === 'new' ? (
        <FormDialog endpoint={sceneGroup.add} initial={{}} invalidates={[sceneGroup.list]} onClose={onClose}>
          <F.name />
        </FormDialog>
      ) : (
        <FormDialog
          endpoint={sceneGroup.update}
          initial={{ name: editing.name }}
          input={({ name }) => ({ id: editing.id, version: editing.version, name: name as { zh_CN: string } })}
          invalidates={[sceneGroup.list]}
          onClose={onClose}
        >
          <F.name />
        </FormDialog>
      )}
    </SubjectContext>
  );
}
