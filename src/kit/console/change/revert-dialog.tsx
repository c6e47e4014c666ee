import { Alert, Modal, Radio } from 'antd';
import { useState, type ReactElement } from 'react';
import { getBatch, listBatches, listJournal, previewRevert, revertChanges, type JournalView } from '#kit/common/change/journal.contract.ts';
import { useOff } from '../action/off-button.tsx';
import { call } from '../call/call.ts';
import { useT } from '../i18n/use-t.ts';
import { useRead } from '../page/query.ts';
import { useWords, type Subject } from '../page/subject.ts';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { conflictText } from './conflict-text.ts';
import { FieldDiffs } from './field-diffs.tsx';
import { useReverting } from './use-reverting.ts';

interface RevertDialogProps {
  line: JournalView;
  subject: Subject;
  onClose: () => void;
}

/** What undoing would do and what stands against it, then the undoing: of one line, or of the whole batch it came in. */
export function RevertDialog({ line, subject, onClose }: RevertDialogProps): ReactElement {
  const off = useOff();
  const t = useT('kit');
  const words = useWords(subject);
  const [whole, setWhole] = useState(false);
  const [running, run] = useReverting(onClose);
  const batch = useRead(getBatch, { id: line.batchId });
  const size = Object.values(batch.data?.counts ?? {}).reduce((sum, count) => sum + (count ?? 0), 0);
  const target = whole ? { batchId: line.batchId } : { operationIds: [line.id] };
  const preview = useRead(previewRevert, target);
  const able = (preview.data?.objects ?? 0) - (preview.data?.conflicts ?? 0);
  const undo = async () => {
    const { reverted, conflicts, jobId } = await call(revertChanges, target);
    return {
      done: jobId === null ? t('history.revertedCount', { count: reverted }) : t('history.reverting'),
      left: conflicts.length > 0 ? t('history.conflicts', { count: conflicts.length }) : undefined,
    };
  };
  return (
    <Modal
      open
      width={640}
      title={t('history.revertTitle')}
      okText={able > 0 ? t('history.revertDo', { count: able }) : t('history.revertNothing')}
      cancelText={t('form.cancel')}
      okButtonProps={{ ...off(able === 0 && 'none'), loading: running }}
      onOk={() => void run(undo)}
      onCancel={onClose}
    >
      {size > 1 && (
        <Radio.Group
          value={whole}
          onChange={(event) => setWhole(event.target.value === true)}
          options={[
            { value: false, label: t('history.revertOne', { name: line.objectName }) },
            { value: true, label: `${t('history.revertBatch')} (${size})` },
          ]}
        />
      )}
      {preview.isPending && <WaitingForm lines={3} />}
      {preview.error && <ErrorState error={preview.error} retry={() => void preview.refetch()} />}
      {preview.data && preview.data.conflicts > 0 && (
        <Alert type="warning" showIcon title={t('history.conflicts', { count: preview.data.conflicts })} />
      )}
      <ul className="whk-reverts">
        {preview.data?.list.map((row) => (
          <li key={`${row.kind} ${row.objectId}`}>
            <strong>{row.objectName}</strong>
            {row.conflict && <em>{conflictText(row.conflict, t, words)}</em>}
            <FieldDiffs fields={row.fields} words={words} />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** The readings of the journal, for who changes something and shows the history beside it. */
export const journalReadings = [listJournal, listBatches] as const;
