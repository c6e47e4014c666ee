import { DeleteOutlined, EditOutlined, FolderOutlined } from '@ant-design/icons';
import { Button, Drawer, Empty, Form, Input, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { call } from '#kit/console/call/call.ts';
import { useRunning } from '#kit/console/call/use-running.ts';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { groupDelete, materialGroup, type GroupRow } from '../../common/material.contract.ts';
import type { ContentKind } from '../../common/words.ts';
import { useGroups } from './group-select.tsx';

interface GroupsProps {
  snoId: string;
  kind: ContentKind;
}

/** The button that opens the groups of a kind of content. */
export function GroupsButton(props: GroupsProps): ReactElement | null {
  const t = useT('public-content');
  const [open, setOpen] = useState(false);
  const may = useMay()(materialGroup.add);
  if (!may) return null;
  return (
    <>
      <Button icon={<FolderOutlined aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('group.list')}
      </Button>
      {open && <GroupsDrawer {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function GroupsDrawer({ snoId, kind, onClose }: GroupsProps & { onClose: () => void }): ReactElement {
  const t = useT('public-content');
  const kit = useT('kit');
  const groups = useGroups(snoId, kind);
  const [running, run] = useRunning();
  const [name, setName] = useState('');
  const [renamed, setRenamed] = useState<GroupRow>();
  const [removed, setRemoved] = useState<GroupRow>();
  const add = (): Promise<void> =>
    run(async () => {
      await call(materialGroup.add, { snoId, kind, name });
      setName('');
      await invalidate(materialGroup.list);
    });
  const move = (from: number, to: number) => (): void =>
    void run(async () => {
      const ids = groups.map(({ id }) => id);
      ids.splice(to, 0, ...ids.splice(from, 1));
      await call(materialGroup.reorder, { ids });
      await invalidate(materialGroup.list);
    });
  return (
    <Drawer open title={t('group.list')} onClose={onClose} closable={{ 'aria-label': kit('form.close') }}>
      <form
        className="mpm-line"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') void add();
        }}
      >
        <Input
          value={name}
          maxLength={40}
          aria-label={t('group.name')}
          placeholder={t('group.name')}
          onChange={(event) => setName(event.target.value)}
        />
        <Button htmlType="submit" type="primary" loading={running} disabled={name.trim() === ''}>
          {t('group.add')}
        </Button>
      </form>
      {groups.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('group.empty')} />}
      <ul className="mpm-groups">
        {groups.map((group, at) => (
          <li key={group.id} className="mpm-line">
            <span className="mpm-grow">
              {group.name} <small>({group.items})</small>
            </span>
            <UpDown
              name={group.name}
              up={at === 0 || running ? undefined : move(at, at - 1)}
              down={at === groups.length - 1 || running ? undefined : move(at, at + 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<EditOutlined />}
              aria-label={`${t('group.rename')}: ${group.name}`}
              onClick={() => setRenamed(group)}
            />
            <Button
              type="text"
              size="small"
              danger
              icon={<DeleteOutlined />}
              aria-label={`${t('group.delete')}: ${group.name}`}
              onClick={() => setRemoved(group)}
            />
          </li>
        ))}
      </ul>
      {renamed && <RenameDialog group={renamed} onClose={() => setRenamed(undefined)} />}
      {removed && (
        <RemoveDialog group={removed} others={groups.filter(({ id }) => id !== removed.id)} onClose={() => setRemoved(undefined)} />
      )}
    </Drawer>
  );
}

function RenameDialog({ group, onClose }: { group: GroupRow; onClose: () => void }): ReactElement {
  const t = useT('public-content');
  return (
    <FormDialog
      endpoint={materialGroup.update}
      title={t('group.rename')}
      initial={{ name: group.name }}
      input={(values) => ({ id: group.id, version: group.version, name: String(values['name']) })}
      invalidates={[materialGroup.list]}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('group.name')} rules={[{ required: true }]}>
        <Input maxLength={40} />
      </Form.Item>
    </FormDialog>
  );
}

interface RemoveProps {
  group: GroupRow;
  /** Groups that could take what is in it. */
  others: readonly GroupRow[];
  onClose: () => void;
}

function RemoveDialog({ group, others, onClose }: RemoveProps): ReactElement {
  const t = useT('public-content');
  return (
    <FormDialog
      endpoint={groupDelete}
      title={t('group.delete')}
      action={t('group.delete')}
      initial={{ moveTo: null }}
      input={(values) => ({ ids: [group.id], moveTo: (values['moveTo'] as string | undefined) ?? null })}
      invalidates={[materialGroup.list]}
      onClose={onClose}
    >
      <p>{t('group.deleteHint', { name: group.name, n: group.items })}</p>
      <Form.Item name="moveTo" label={t('group.moveTo')}>
        <Select allowClear placeholder={t('group.none')} options={others.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
    </FormDialog>
  );
}
