import { Alert, App, Checkbox, Modal, Radio } from 'antd';
import { useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
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
import { recycleList, recycleRestore, recycleRestorePreview } from '../common/recycle.contract.ts';
import { MissingParents, type Replaced } from './missing-parents.tsx';
import './recycle-bin.css';

type Preview = Reply<typeof recycleRestorePreview>;
type Planned = Preview['list'][number];

/** Deletions that are requested back: some of the list, or all of one batch. */
export type RequestedValue = { ids: string[] } | { batchId: string };

/** What to do where a name is taken. */
const ways = ['leave', 'suffix', 'merge'] as const;
type Way = (typeof ways)[number];

/** What would come back, what stands against it, and the choices that would help; then the restoring. */
export function RestoreDialog({ requested, onClose }: { requested: RequestedValue; onClose: () => void }): ReactElement {
  const off = useOff();
  const t = useT('recycle-bin');
  const k = useT('kit');
  const { message } = App.useApp();
  const { name } = useActionName(recycleRestore);
  const [way, setWay] = useState<Way>('leave');
  const [parents, setParents] = useState(false);
  const [replaced, setReplaced] = useState<Replaced>(new Map());
  const instead = [...replaced].flatMap(([id, { to }]) => (to === null ? [] : [{ id, to }]));
  const request = { ...requested, suffix: way === 'suffix', merge: way === 'merge', parents, instead };
  const preview = useRead(recycleRestorePreview, request);
  const { save, saving } = useSave(recycleRestore, {
    invalidates: [recycleList],
    message: null,
    onSaved: ({ jobId, conflicts }) => {
      void message.success(jobId === null ? k('action.done', { action: name }) : t('restore.begun'));
      if (conflicts.length > 0) void message.warning(t('restore.conflicts', { count: conflicts.length }));
      onClose();
      // Whatever is on screen elsewhere may show what came back.
      void queryClient.invalidateQueries();
    },
    onHeld: onClose,
  });
  const { data } = preview;
  const able = data ? (data.job ? data.total : data.restored) : 0;
  return (
    <Modal
      open
      width={640}
      title={t('action.restore')}
      okText={able > 0 ? t('restore.do', { count: able }) : t('restore.nothing')}
      cancelText={k('form.cancel')}
      okButtonProps={{ ...off(able === 0 && 'none'), loading: saving }}
      onOk={() => void save(request)}
      onCancel={onClose}
    >
      {preview.isPending && <WaitingForm lines={3} />}
      {preview.error && <ErrorState error={preview.error} retry={() => void preview.refetch()} />}
      {data?.job && <Alert type="info" showIcon title={t('restore.job', { count: data.total })} />}
      {data && data.conflicts > 0 && <Alert type="warning" showIcon title={t('restore.conflicts', { count: data.conflicts })} />}
      <div className="wr-choices">
        <Taken data={data} way={way} onChange={setWay} />
        {(parents || data?.parents.some(({ id }) => id !== null)) && (
          <Checkbox checked={parents} onChange={(event) => setParents(event.target.checked)}>
            {t('restore.parents', { names: (data?.parents ?? []).flatMap((one) => (one.id === null ? [] : [one.name])).join(', ') })}
          </Checkbox>
        )}
        <Gone data={data} instead={instead} />
        {!parents && <MissingParents found={data?.parents ?? []} replaced={replaced} onChange={setReplaced} />}
      </div>
      <ul className="whk-reverts">
        {data?.list.map((row) => (
          <Line key={`${row.kind} ${row.objectId}`} row={row} />
        ))}
      </ul>
    </Modal>
  );
}

/** What to do where a name is taken; once chosen it stays on screen, so that it can be unchosen. */
function Taken({ data, way, onChange }: { data: Preview | undefined; way: Way; onChange: (way: Way) => void }): ReactElement | null {
  const t = useT('recycle-bin');
  const merges = way === 'merge' || (data?.mergeWith.length ?? 0) > 0;
  const renames = way === 'suffix' || data?.suffixHelps === true;
  if (!merges && !renames && way === 'leave') return null;
  const shown = ways.filter((one) => one === 'leave' || way !== 'leave' || (one === 'merge' ? merges : renames));
  return (
    <fieldset className="wr-taken">
      <legend>{t('restore.taken')}</legend>
      <Radio.Group
        vertical
        value={way}
        onChange={(event) => onChange(ways.find((one) => one === event.target.value) ?? 'leave')}
        options={shown.map((one) => ({ value: one, label: t(`restore.taken.${one}`) }))}
      />
      {way === 'leave' && merges && <p className="wr-soft">{t('restore.mergeHint', { names: (data?.mergeWith ?? []).join(', ') })}</p>}
    </fieldset>
  );
}

/** Who belonged to it and is gone for good: it comes back without them. */
function Gone({ data, instead }: { data: Preview | undefined; instead: readonly { id: string }[] }): ReactElement | null {
  const t = useT('recycle-bin');
  const gone = (data?.parents ?? []).filter(
    ({ id, objectId, replaceable }) => id === null && !replaceable && !instead.some((one) => one.id === objectId),
  );
  return gone.length === 0 ? null : <p className="wr-soft">{t('restore.gone', { names: gone.map(({ name }) => name).join(', ') })}</p>;
}

const fewFields = 3;

function Line({ row }: { row: Planned }): ReactElement {
  useNamespace(row.namespace);
  const words = wordsOf(row);
  const t = useT('recycle-bin');
  const k = useT('kit');
  const { conflict } = row;
  return (
    <li>
      <strong>{row.objectName}</strong> <span className="wr-soft">{words.kind()}</span>
      {row.action === 'change' && <span className="wr-soft"> {t('restore.united')}</span>}
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
