import { Alert, Input, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { FieldDiffs } from '#kit/console/change/field-diffs.tsx';
import { useReverting } from '#kit/console/change/use-reverting.ts';
import { call } from '#kit/console/call/call.ts';
import { useNamespace, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import type { RevertView } from '#kit/common/change/journal.contract.ts';
import { operationGet, operationRevert, operationRevertPreview } from '../../common/operation-log.contract.ts';
import { LaterEdits } from './later-edits.tsx';

/** What reverting a row would do and which later edits stand against it, then the reverting: all of it or nothing. */
export function RevertOperation({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('logs');
  const [reason, setReason] = useState('');
  const [running, run] = useReverting(onClose);
  const preview = useRead(operationRevertPreview, { id });
  const namespaces = new Map(useRead(operationGet, { id }).data?.lines.map((line) => [line.kind, line.namespace]));
  const able = preview.data !== undefined && preview.data.conflicts === 0 && preview.data.objects > 0;
  const undo = async () => {
    const { jobId, reverted } = await call(operationRevert, { id, ...(reason.trim() !== '' && { reason: reason.trim() }) });
    return { done: jobId === null ? t('operation.revertDone', { count: reverted }) : t('operation.revertStarted') };
  };
  return (
    <Modal
      open
      width={640}
      title={t('operation.revertTitle')}
      okText={able ? t('operation.revertDo', { count: preview.data.objects }) : t('operation.revertNothing')}
      cancelText={t('operation.cancel')}
      okButtonProps={{ disabled: !able, loading: running, danger: true }}
      onOk={() => void run(undo)}
      onCancel={onClose}
    >
      {preview.isPending && <WaitingForm lines={3} />}
      {preview.error && <ErrorState error={preview.error} retry={() => void preview.refetch()} />}
      {preview.data && preview.data.conflicts > 0 && <Alert type="warning" showIcon title={t('operation.revertLater')} />}
      {preview.data && <LaterEdits edits={preview.data.later} />}
      <ul className="whk-reverts">
        {preview.data?.list.map((row) => (
          <Reverted key={`${row.kind} ${row.objectId}`} row={row} namespace={namespaces.get(row.kind) ?? 'kit'} />
        ))}
      </ul>
      {able && (
        <Input
          aria-label={t('operation.revertReason')}
          placeholder={t('operation.revertReason')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </Modal>
  );
}

function Reverted({ row, namespace }: { row: RevertView; namespace: string }): ReactElement {
  useNamespace(namespace);
  const words = wordsOf({ namespace, kind: row.kind });
  return (
    <li>
      <strong>{row.objectName}</strong>
      <FieldDiffs fields={row.fields} words={words} />
    </li>
  );
}
