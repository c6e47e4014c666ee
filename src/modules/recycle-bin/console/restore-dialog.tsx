import { Alert, Checkbox, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { FieldDiffs } from '#kit/console/change/field-diffs.tsx';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { textIfAny } from '#kit/console/i18n/i18n.ts';
import { useNamespace, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import { queryClient } from '#kit/console/shell/query-client.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import type { Reply } from '#kit/common/contract.ts';
import { recycleList, recycleRestore, recycleRestorePreview, type DeletedRow } from '../common/recycle.contract.ts';
import './recycle-bin.css';

type Planned = Reply<typeof recycleRestorePreview>['list'][number];

/** What would come back, what stands against it, and the choices that would help; then the restoring. */
export function RestoreDialog({ rows, onClose }: { rows: readonly DeletedRow[]; onClose: () => void }): ReactElement {
  const t = useT('recycle-bin');
  const k = useT('kit');
  const { name } = useActionName(recycleRestore);
  const [suffix, setSuffix] = useState(false);
  const [parents, setParents] = useState(false);
  const wish = { ids: rows.map(({ id }) => id), suffix, parents };
  const preview = useRead(recycleRestorePreview, wish);
  const { save, saving } = useSave(recycleRestore, {
    invalidates: [recycleList],
    message: k('action.done', { action: name }),
    onSaved: () => {
      onClose();
      // Whatever is on screen elsewhere may show what came back.
      void queryClient.invalidateQueries();
    },
    onHeld: onClose,
  });
  const { data } = preview;
  return (
    <Modal
      open
      width={640}
      title={t('restore.title')}
      okText={data && data.restored > 0 ? t('restore.do', { count: data.restored }) : t('restore.nothing')}
      cancelText={k('form.cancel')}
      okButtonProps={{ disabled: !data || data.restored === 0, loading: saving }}
      onOk={() => void save(wish)}
      onCancel={onClose}
    >
      {preview.isPending && <WaitingForm lines={3} />}
      {preview.error && <ErrorState error={preview.error} retry={() => void preview.refetch()} />}
      {data && data.conflicts > 0 && <Alert type="warning" showIcon title={t('restore.conflicts', { count: data.conflicts })} />}
      <div className="wr-choices">
        {(suffix || data?.suffixHelps) && (
          <Checkbox checked={suffix} onChange={(event) => setSuffix(event.target.checked)}>
            {t('restore.suffix')}
          </Checkbox>
        )}
        {(parents || (data && data.parents.length > 0)) && (
          <Checkbox checked={parents} onChange={(event) => setParents(event.target.checked)}>
            {t('restore.parents', { names: (data?.parents ?? []).map((one) => one.name).join(', ') })}
          </Checkbox>
        )}
      </div>
      <ul className="whk-reverts">
        {data?.list.map((row) => (
          <Line key={`${row.kind} ${row.objectId}`} row={row} />
        ))}
      </ul>
    </Modal>
  );
}

const fewFields = 3;

function Line({ row }: { row: Planned }): ReactElement {
  useNamespace(row.namespace);
  const words = wordsOf(row);
  const k = useT('kit');
  const { conflict } = row;
  return (
    <li>
      <strong>{row.objectName}</strong> <span className="wr-soft">{words.kind()}</span>
      {conflict && (
        <em>
          {textIfAny('kit', `history.conflict.${conflict.reason}`, {
            fields: conflict.fields.map((field) => words.field(field)).join(', '),
            names: conflict.usedBy.map((one) => one.name).join(', '),
            messages: conflict.messages.join(' '),
          })}
        </em>
      )}
      {!conflict && row.fields.length > fewFields ? (
        <details>
          <summary>{k('history.fields', { count: row.fields.length })}</summary>
          <FieldDiffs fields={row.fields} words={words} />
        </details>
      ) : (
        !conflict && <FieldDiffs fields={row.fields} words={words} />
      )}
    </li>
  );
}
