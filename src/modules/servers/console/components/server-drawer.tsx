import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EditButton, ObjectActions } from '#kit/console/crud/crud-actions.tsx';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { addressText } from '../../common/server-facts.ts';
import { serverGet, serverUpdate, serverUsedBy, type ServerRow } from '../../common/server.contract.ts';
import { serverConfig } from '../subjects.ts';
import { CheckTab } from './check-tab.tsx';
import { EditServer } from './server-form.tsx';
import { DrainButton, serverEndpoints, State } from './server-parts.tsx';

/** One server: what it is, its check with the certificates, who uses it, its history. */
export function ServerDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('servers');
  const [editing, setEditing] = useState(false);
  const read = useRead(serverGet, { id });
  const uses = useRead(serverUsedBy, { id });
  return (
    <>
      <DetailDrawer<Reply<typeof serverGet>>
        subject={serverConfig}
        read={read}
        title={({ name }) => name}
        head={(row) => ({ state: <State row={row} />, path: row.code })}
        onClose={onClose}
        actions={(row) => (
          <>
            <EditButton endpoint={serverUpdate} type="primary" onClick={() => setEditing(true)} />
            <ObjectActions endpoints={serverEndpoints} id={id} name={row.name} object={row} onRemoved={onClose}>
              <DrainButton row={row} />
            </ObjectActions>
          </>
        )}
        tabs={(row) => [
          { key: 'facts', label: t('page.details'), children: <Facts row={row} facts={facts} /> },
          { key: 'check', label: t('tab.check'), children: <CheckTab row={row} /> },
          { key: 'usedBy', label: t('tab.usedBy'), count: uses.data?.list.length, children: <UsedBy id={id} /> },
        ]}
        history={() => ({ kind: 'serverConfig', objectId: id })}
      />
      {editing && read.data && <EditServer row={read.data} onClose={() => setEditing(false)} />}
    </>
  );
}

const facts: readonly Fact<ServerRow>[] = [
  { name: 'kind', as: 'enum' },
  {
    name: 'addresses',
    show: (row) => (
      <ul>
        {row.addresses.map((one) => (
          <li key={addressText(one)}>{addressText(one)}</li>
        ))}
      </ul>
    ),
  },
  { name: 'weight', as: 'number' },
  { name: 'latencyP95', as: 'number' },
  { name: 'certificateEndsAt', as: 'time' },
  { name: 'checkedAt', as: 'time' },
  { name: 'pinnedKeys' },
  { name: 'hasSecret', show: ({ hasSecret }) => (hasSecret ? '••••' : '—') },
  { name: 'note' },
  { name: 'updatedAt', as: 'time' },
];

function UsedBy({ id }: { id: string }): ReactElement {
  const t = useT('servers');
  const { data, error, refetch } = useRead(serverUsedBy, { id });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={3} />;
  if (data.list.length === 0) return <EmptyState title={t('usedBy.none')} />;
  return (
    <ul>
      {data.list.map(({ platform, draft, published, last }) => (
        <li key={platform}>
          {t(`platform.${platform}`)} (
          {[...(draft ? [t('usedBy.draft')] : []), ...(published ? [t('usedBy.published')] : []), ...(last ? [t('usedBy.last')] : [])].join(
            ', ',
          )}
          )
        </li>
      ))}
    </ul>
  );
}
