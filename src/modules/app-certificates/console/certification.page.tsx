import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { download } from '#kit/console/call/download.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { subject } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { certCalls, certDownload, certificateKinds, type CertificateKind, type CertificateRow } from '../common/certificate.contract.ts';
import { certificationPage } from '../common/permissions.ts';
import { Ending } from './components/ending.tsx';

const UploadDrawer = later('certificate-upload', async () => (await import('./components/upload-drawer.tsx')).UploadDrawer);
const certificateSubject = subject('app-certificates', 'appCertificate');
const colours = { valid: 'blue', expiring: 'gold', expired: 'error', replaced: 'default' } as const;

/** Push certificates, main certificates and profiles of an app. */
export default function CertificationPage(): ReactElement {
  const t = useT('app-certificates');
  const { id = '' } = useParams();
  return (
    <>
      <DetailTabs
        name="kind"
        tabs={certificateKinds.map((kind) => ({ key: kind, label: t(`section.${kind}`), children: <Section key={kind} kind={kind} /> }))}
      />
      <Ending appId={id} />
    </>
  );
}

function Section({ kind }: { kind: CertificateKind }): ReactElement {
  const t = useT('app-certificates');
  const { id: appId = '' } = useParams();
  const calls = certCalls[kind];
  const list = useList(calls.list, { fixed: { appId }, name: kind });
  const [open, setOpen] = useState<CertificateRow | 'new'>();
  return (
    <>
      <ListPanel<CertificateRow, typeof certificateSubject>
        subject={certificateSubject}
        list={list}
        columns={columnsOf(kind)}
        filters={
          <>
            <EnumFilter list={list} name="replaced" />
            <Permit code={certificationPage.button.add}>
              <Button type="primary" icon={<UploadOutlined aria-hidden="true" />} onClick={() => setOpen('new')}>
                {t(`upload.add.${kind}`)}
              </Button>
            </Permit>
          </>
        }
        rowActions={(row) => (
          <RowActions name={row.name}>
            {row.state !== 'replaced' && (
              <Permit code={certificationPage.button.replace}>
                {(name) => (
                  <Button type="text" onClick={() => setOpen(row)}>
                    {name}
                  </Button>
                )}
              </Permit>
            )}
            <Permit code={certificationPage.button.download}>
              {(name) => (
                <Button
                  type="text"
                  icon={<DownloadOutlined aria-hidden="true" />}
                  onClick={() => void download(certDownload, { id: row.id }, { fallbackName: 'certificate.pem' }).catch(() => undefined)}
                >
                  {name}
                </Button>
              )}
            </Permit>
            <ActionButton endpoint={calls.delete} type="text" names={[row.name]} input={{ ids: [row.id] }} invalidates={[calls.list]} />
          </RowActions>
        )}
        empty={<EmptyState title={t(`section.empty.${kind}`)} {...(kind !== 'profile' && { hint: t('upload.passwordHint') })} />}
      />
      {open && <UploadDrawer kind={kind} appId={appId} {...(open !== 'new' && { row: open })} onClose={() => setOpen(undefined)} />}
    </>
  );
}

type Columns = readonly Column<CertificateRow, typeof certificateSubject>[];

function columnsOf(kind: CertificateKind): Columns {
  const own: Columns =
    kind === 'push'
      ? [
          { name: 'topics', sortable: false, cell: (row) => row.topics.join(', ') },
          { name: 'environment', as: 'enum', sortable: false },
        ]
      : kind === 'profile'
        ? [
            { name: 'identity', as: 'code', sortable: false },
            { name: 'profileKind', as: 'enum', sortable: false },
            { name: 'devices', as: 'number', sortable: false },
            { name: 'joins', sortable: false },
          ]
        : [];
  return [
    { name: 'name', sortable: false },
    { name: 'state', sortable: false, cell: (row) => <State row={row} /> },
    ...own,
    { name: 'teamId', as: 'code', sortable: false },
    { name: 'serial', as: 'code', sortable: false, optional: true },
    { name: 'notBefore', as: 'time', sortable: false, optional: true },
    { name: 'notAfter', as: 'time' },
    { name: 'daysLeft', as: 'number', sortable: false },
  ];
}

function State({ row }: { row: CertificateRow }): ReactElement {
  const t = useT('app-certificates');
  return <Tag color={colours[row.state]}>{t(`appCertificate.state.${row.state}`)}</Tag>;
}
