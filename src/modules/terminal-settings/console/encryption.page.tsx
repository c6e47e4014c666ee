import type { ReactElement } from 'react';
import { useState } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { journalReadings } from '#kit/console/change/revert-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { Button } from 'antd';
import * as contract from '../common/encryption.contract.ts';
import { encryptionPage as page } from '../common/permissions.ts';
import { Purposes } from './components/purposes.tsx';
import { keySubject } from './subjects.ts';
import './components/terminal-settings.css';

const KeyDrawer = later('encryption-key', async () => (await import('./components/key-drawer.tsx')).KeyDrawer);
const ExportDialog = later('encryption-export', async () => (await import('./components/key-forms.tsx')).ExportDialog);

const readings = [contract.encryptionGet, contract.keyList, ...journalReadings];

/** Keys of the enterprise: how each purpose stands, and every key with what it still protects. */
export default function EncryptionPage(): ReactElement {
  const t = useT('terminal-settings');
  const list = useList(contract.keyList);
  const [shown, setShown] = useState<contract.KeyView>();
  const [exported, setExported] = useState<contract.KeyView>();
  const columns: readonly Column<contract.KeyView, typeof keySubject>[] = [
    { name: 'keyId', as: 'code', sortable: false },
    { name: 'purpose', as: 'enum' },
    { name: 'state', cell: (row) => <KeyMark state={row.state} /> },
    { name: 'algorithm', as: 'code', sortable: false },
    { name: 'activeAt', as: 'time' },
    { name: 'rotatesAt', as: 'time', sortable: false },
    {
      name: 'terminals',
      sortable: false,
      cell: ({ terminals }) => (terminals === null || terminals.seen === 0 ? '—' : t('key.percent', { percent: terminals.percent })),
    },
    { name: 'left', as: 'number', sortable: false },
    { name: 'createdAt', as: 'time', optional: true },
  ];
  return (
    <>
      <Purposes readings={readings} />
      <ListPanel
        subject={keySubject}
        list={list}
        columns={columns}
        onOpen={setShown}
        filters={
          <>
            <EnumFilter list={list} name="purpose" />
            <EnumFilter list={list} name="state" />
          </>
        }
        rowActions={(row) => (
          <RowActions name={row.keyId}>
            {row.state === 'retiring' && (
              <ActionButton
                type="text"
                size="small"
                endpoint={contract.encryptionRetire}
                input={{ id: row.id, version: row.version }}
                names={[row.keyId]}
                invalidates={readings}
              />
            )}
            {row.state === 'retired' && (
              <ActionButton
                type="text"
                size="small"
                endpoint={contract.encryptionDestroy}
                input={{ id: row.id, version: row.version }}
                names={[row.keyId]}
                confirm="type"
                impact={t('key.destroyHint')}
                invalidates={readings}
              />
            )}
            {row.state !== 'destroyed' && (
              <Permit code={page.button.export}>
                {(name) => (
                  <Button type="text" size="small" onClick={() => setExported(row)}>
                    {name}
                  </Button>
                )}
              </Permit>
            )}
          </RowActions>
        )}
      />
      {shown && <KeyDrawer view={shown} onClose={() => setShown(undefined)} />}
      {exported && <ExportDialog view={exported} onClose={() => setExported(undefined)} />}
    </>
  );
}

const tones = { pending: 'warn', active: 'ok', retiring: 'warn', retired: 'idle', destroyed: 'bad' } as const;

function KeyMark({ state }: { state: contract.KeyState }): ReactElement {
  const t = useT('terminal-settings');
  return (
    <span className="ts-mark" data-tone={tones[state]}>
      {t(`encryptionKey.state.${state}`)}
    </span>
  );
}
