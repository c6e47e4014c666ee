import { PlusOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { targetList, targetSave, targetTest, type TargetView } from '../../common/cleaning/archive.contract.ts';
import { cleanupMechanism } from '../../common/cleaning/cleaning.permissions.ts';
import { target } from './cleaning.subjects.ts';
import { useTimeText } from '../components/use-time-text.ts';

const F = fieldsOf(targetSave.input);

const columns: readonly Column<TargetView, typeof target>[] = [
  { name: 'name', width: 200 },
  { name: 'store', as: 'enum', width: 170 },
  { name: 'host', cell: (row) => placeOf(row), width: 320 },
  { name: 'lastTest', cell: (row) => <LastTest row={row} />, width: 260 },
];

const placeOf = (row: TargetView): string =>
  row.store === 'folder'
    ? (row.folder ?? '')
    : `${row.host ?? ''}${row.port === null ? '' : `:${row.port}`}/${row.bucket ?? ''}/${row.prefix ?? ''}`;

/** Places that archives can be written to. */
export function TargetPanel(): ReactElement {
  const t = useT('logs');
  const list = useList(targetList);
  const save = useActionName(targetSave);
  const [editing, setEditing] = useState<TargetView | 'new'>();
  return (
    <>
      <ListPanel
        subject={target}
        list={list}
        columns={columns}
        filters={
          save.granted && (
            <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setEditing('new')}>
              {t('target.add')}
            </Button>
          )
        }
        rowActions={(row) => (
          <RowActions name={row.name}>
            <ActionButton endpoint={targetTest} input={{ id: row.id }} names={[row.name]} invalidates={[targetList]} type="text" />
            <Permit code={cleanupMechanism.button.saveArchiveTarget}>
              <Button type="text" onClick={() => setEditing(row)}>
                {t('verb.update')}
              </Button>
            </Permit>
          </RowActions>
        )}
        empty={<EmptyState title={t('target.empty')} hint={t('target.emptyHint')} />}
      />
      {editing !== undefined && <TargetForm row={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function LastTest({ row }: { row: TargetView }): ReactElement {
  const t = useT('logs');
  const timeText = useTimeText();
  const { lastTest } = row;
  if (!lastTest) return <span className="wl-soft">{t('target.untested')}</span>;
  const at = timeText(lastTest.at);
  return (
    <span className="wlc-state" data-state={lastTest.ok ? 'verified' : 'failed'}>
      {lastTest.ok ? t('target.testOk', { at }) : t('target.testBad', { at, reason: lastTest.reason ?? '' })}
    </span>
  );
}

function TargetForm({ row, onClose }: { row: TargetView | undefined; onClose: () => void }): ReactElement {
  const t = useT('logs');
  const { name, store, host, port, bucket, prefix, region, tls, key, folder } = row ?? { store: 's3' as const, tls: true };
  return (
    <DrawerForm
      subject={target}
      title={row?.name ?? t('target.add')}
      endpoint={targetSave}
      initial={{ name, store, host, port, bucket, prefix, region, tls, key, folder }}
      {...(row && { target: { id: row.id, version: row.version } })}
      invalidates={[targetList]}
      onClose={onClose}
    >
      <F.name />
      <F.store as="radio" />
      <PlaceFields />
    </DrawerForm>
  );
}

function PlaceFields(): ReactElement {
  const t = useT('logs');
  const form = Form.useFormInstance();
  const store: unknown = Form.useWatch('store', form);
  if (store === 'folder') return <F.folder help="ARCHIVE_FOLDERS" />;
  return (
    <>
      <F.host />
      <F.port />
      <F.tls />
      <F.bucket />
      <F.prefix />
      <F.region />
      <F.key />
      <F.secret as="secret" help={t('target.objectLock')} />
    </>
  );
}
