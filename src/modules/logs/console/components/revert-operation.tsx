import { Alert, Checkbox, Input, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { conflictText } from '#kit/console/change/conflict-text.ts';
import { FieldDiffs } from '#kit/console/change/field-diffs.tsx';
import { useReverting } from '#kit/console/change/use-reverting.ts';
import { call } from '#kit/console/call/call.ts';
import { useNamespace, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import type { RevertView } from '#kit/common/change/journal.contract.ts';
import {
  operationGet,
  operationRevert,
  operationRevertPreview,
  type OperationDetailView,
  type OperationLine,
} from '../../common/operation-log.contract.ts';
import { LaterEdits } from './later-edits.tsx';

/** What reverting a row would do and which later edits stand against it, then the reverting: all of it or nothing. */
export function RevertOperation({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const off = useOff();
  const t = useT('logs');
  const [reason, setReason] = useState('');
  const [running, run] = useReverting(onClose);
  const row = useRead(operationGet, { id }).data;
  const choices = choicesOf(row);
  const [chosen, setChosen] = useState<string[]>();
  const request = { id, ...(chosen && chosen.length < choices.length && { fields: chosen }) };
  const preview = useRead(operationRevertPreview, request, { enabled: chosen === undefined || chosen.length > 0 });
  const namespaces = new Map(row?.lines.map((line) => [line.kind, line.namespace]));
  const able = chosen?.length !== 0 && preview.data !== undefined && preview.data.conflicts === 0 && preview.data.objects > 0;
  const undo = async () => {
    const { jobId, reverted } = await call(operationRevert, { ...request, ...(reason.trim() !== '' && { reason: reason.trim() }) });
    return { done: jobId === null ? t('operation.revertDone', { count: reverted }) : t('operation.revertStarted') };
  };
  return (
    <Modal
      open
      width={640}
      title={t('operation.revertTitle')}
      okText={able ? t('operation.revertDo', { count: preview.data.objects }) : t('operation.revertNothing')}
      cancelText={t('operation.cancel')}
      okButtonProps={{ ...off(!able && 'none'), loading: running, danger: true }}
      onOk={() => void run(undo)}
      onCancel={onClose}
    >
      {choices.length > 1 && (
        <FieldChoice line={choices[0]!.line} names={choices.map(({ name }) => name)} value={chosen} onChange={setChosen} />
      )}
      {preview.isPending && chosen?.length !== 0 && <WaitingForm lines={3} />}
      {preview.error && <ErrorState error={preview.error} retry={() => void preview.refetch()} />}
      {preview.data && preview.data.conflicts > 0 && (
        <Alert type="warning" showIcon title={t(preview.data.later.length > 0 ? 'operation.revertLater' : 'operation.revertRefused')} />
      )}
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

/** Fields that can be reverted one by one: those of changes of one kind, where nothing was made or deleted. */
function choicesOf(row: OperationDetailView | undefined): { name: string; line: OperationLine }[] {
  const lines = row?.lines ?? [];
  const [first] = lines;
  if (!first || row?.lineCount !== lines.length || lines.some(({ kind, action }) => kind !== first.kind || action !== 'change')) return [];
  const names = new Set(lines.flatMap(({ fields }) => fields.map(({ field }) => field)));
  return [...names].map((name) => ({ name, line: first }));
}

interface FieldChoiceProps {
  line: OperationLine;
  names: string[];
  /** All of them unless said. */
  value: string[] | undefined;
  onChange: (value: string[]) => void;
}

function FieldChoice({ line, names, value, onChange }: FieldChoiceProps): ReactElement {
  const t = useT('logs');
  useNamespace(line.namespace);
  const words = wordsOf(line);
  return (
    <div role="group" aria-label={t('operation.revertFields')} className="wl-revert-fields">
      <Checkbox.Group
        value={value ?? names}
        options={names.map((name) => ({ value: name, label: words.field(name) }))}
        onChange={(next) => onChange(next as string[])}
      />
    </div>
  );
}

function Reverted({ row, namespace }: { row: RevertView; namespace: string }): ReactElement {
  useNamespace(namespace);
  const words = wordsOf({ namespace, kind: row.kind });
  const kit = useT('kit');
  return (
    <li>
      <strong>{row.objectName}</strong>
      {row.conflict && <em>{conflictText(row.conflict, kit, words)}</em>}
      <FieldDiffs fields={row.fields} words={words} />
    </li>
  );
}
