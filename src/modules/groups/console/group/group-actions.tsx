import { Button, Form, Modal, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { ImpactLine } from '#kit/console/form/impact-line.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import {
  group,
  groupBan,
  groupBatchUpdate,
  groupChangeType,
  groupMemberRemove,
  groupMerge,
  groupMessage,
  groupNotice,
  groupTransfer,
  groupUnban,
  type GroupRow,
} from '../../common/group.contract.ts';
import { historyRules, joinModes, speakRules } from '../../common/words.ts';
import { BoardDialog } from './board-dialog.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import { TypeDialog } from './type-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

type Open = 'transfer' | 'message' | 'merge' | 'change' | 'remove' | 'type' | 'notice';

/** What can be done with several groups at once. */
export function GroupBulk({ rows, onDone }: { rows: readonly GroupRow[]; onDone: () => void }): ReactElement {
  const t = useT('groups');
  const may = useMay();
  const [open, setOpen] = useState<Open>();
  const ids = rows.map(({ id }) => id);
  const names = rows.map(({ name }) => name);
  const close = (): void => setOpen(undefined);
  const common = { input: { ids }, names, invalidates: [group.list, group.get], onDone };
  const ends = { ids, onClose: close, onDone };
  return (
    <>
      <ActionButton endpoint={groupBan} {...common} />
      <ActionButton endpoint={groupUnban} {...common} />
      {may(groupTransfer) && <Button onClick={() => setOpen('transfer')}>{t('bulk.transfer')}</Button>}
      {may(groupMessage) && <Button onClick={() => setOpen('message')}>{t('bulk.message')}</Button>}
      {may(groupNotice) && <Button onClick={() => setOpen('notice')}>{t('bulk.notice')}</Button>}
      {may(groupBatchUpdate) && <Button onClick={() => setOpen('change')}>{t('bulk.change')}</Button>}
      {may(groupChangeType) && <Button onClick={() => setOpen('type')}>{t('bulk.type')}</Button>}
      {may(groupMerge) && rows.length > 1 && rows.length <= 11 && <Button onClick={() => setOpen('merge')}>{t('bulk.merge')}</Button>}
      {may(groupMemberRemove) && <Button onClick={() => setOpen('remove')}>{t('bulk.remove')}</Button>}
      {open === 'remove' && <RemoveDialog {...ends} />}
      {open === 'type' && <TypeDialog {...ends} />}
      {open === 'transfer' && <TransferDialog {...ends} />}
      {open === 'message' && <NoticeDialog {...ends} />}
      {open === 'notice' && <BoardDialog {...ends} />}
      {open === 'change' && <ChangeDialog {...ends} />}
      {open === 'merge' && <MergeDialog rows={rows} onClose={close} onDone={onDone} />}
    </>
  );
}

interface DialogProps {
  ids: string[];
  onClose: () => void;
  onDone: () => void;
}

function TransferDialog({ ids, onClose, onDone }: DialogProps): ReactElement {
  const off = useOff();
  const t = useT('groups');
  const kit = useT('kit');
  const id = useId();
  const [ownerId, setOwner] = useState<string>();
  const { save, saving } = useSave(groupTransfer, {
    invalidates: [group.list, group.get],
    onSaved: () => {
      onDone();
      onClose();
    },
  });
  const request = ownerId === undefined ? undefined : { ids, ownerId };
  return (
    <Modal
      open
      title={t('bulk.transfer')}
      okText={t('bulk.transfer')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, ...off(!request && 'fields') }}
      onOk={() => request && void save(request)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('imGroup.field.ownerId')} htmlFor={id}>
          <EmployeePicker
            id={id}
            value={ownerId ?? null}
            onChange={(picked) => setOwner(typeof picked === 'string' ? picked : undefined)}
          />
        </Form.Item>
      </Form>
      <ImpactLine endpoint={groupTransfer} input={saving ? undefined : request} />
    </Modal>
  );
}

function ChangeDialog({ ids, onClose, onDone }: DialogProps): ReactElement {
  const off = useOff();
  const t = useT('groups');
  const kit = useT('kit');
  const base = useId();
  const [request, setRequest] = useState<{
    joinMode?: (typeof joinModes)[number];
    speak?: (typeof speakRules)[number];
    historyForNew?: (typeof historyRules)[number];
  }>({});
  const { save, saving } = useSave(groupBatchUpdate, {
    invalidates: [group.list, group.get],
    onSaved: () => {
      onDone();
      onClose();
    },
  });
  const chosen = Object.keys(request).length > 0;
  return (
    <Modal
      open
      title={t('bulk.change')}
      okText={kit('form.save')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, ...off(!chosen && 'choice') }}
      onOk={() => void save({ ids, ...request })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('imGroup.field.joinMode')} htmlFor={`${base}j`} extra={t('bulk.unchanged')}>
          <Select
            id={`${base}j`}
            value={request.joinMode ?? null}
            options={joinModes.map((value) => ({ value, label: t(`imGroup.joinMode.${value}`) }))}
            onChange={(joinMode) => joinMode && setRequest({ ...request, joinMode })}
          />
        </Form.Item>
        <Form.Item label={t('imGroup.field.speak')} htmlFor={`${base}s`}>
          <Select
            id={`${base}s`}
            value={request.speak ?? null}
            options={speakRules.map((value) => ({ value, label: t(`imGroup.speak.${value}`) }))}
            onChange={(speak) => speak && setRequest({ ...request, speak })}
          />
        </Form.Item>
        <Form.Item label={t('imGroup.field.historyForNew')} htmlFor={`${base}h`}>
          <Select
            id={`${base}h`}
            value={request.historyForNew ?? null}
            options={historyRules.map((value) => ({ value, label: t(`imGroup.historyForNew.${value}`) }))}
            onChange={(historyForNew) => historyForNew && setRequest({ ...request, historyForNew })}
          />
        </Form.Item>
      </Form>
      <ImpactLine endpoint={groupBatchUpdate} input={chosen && !saving ? { ids, ...request } : undefined} />
    </Modal>
  );
}

function MergeDialog({ rows, onClose, onDone }: { rows: readonly GroupRow[]; onClose: () => void; onDone: () => void }): ReactElement {
  const off = useOff();
  const t = useT('groups');
  const kit = useT('kit');
  const id = useId();
  const [targetId, setTarget] = useState<string>();
  const { save, saving } = useSave(groupMerge, {
    invalidates: [group.list, group.get],
    onSaved: () => {
      onDone();
      onClose();
    },
  });
  const sources = rows.filter((row) => row.id !== targetId);
  const people = sources.reduce((sum, { members }) => sum + members, 0);
  return (
    <Modal
      open
      title={t('bulk.merge')}
      okText={t('bulk.merge')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ danger: true, loading: saving, ...off(targetId === undefined && 'choice') }}
      onOk={() => targetId !== undefined && void save({ targetId, sourceIds: sources.map((row) => row.id) })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('bulk.target')} htmlFor={id}>
          <Select<string>
            id={id}
            value={targetId ?? null}
            options={rows.map((row) => ({ value: row.id, label: `${row.name} (${row.number})` }))}
            onChange={setTarget}
          />
        </Form.Item>
      </Form>
      {targetId !== undefined && <p role="status">{t('bulk.mergeEffect', { groups: sources.length, people })}</p>}
    </Modal>
  );
}
