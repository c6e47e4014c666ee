import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useJob } from '#kit/console/jobs/use-job.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { bytesText } from '#kit/console/table/formats.ts';
import {
  archiveDecide,
  archiveDelete,
  type ArchiveDetail,
  archiveGet,
  archiveList,
  archiveRestore,
  archiveVerify,
} from '../../common/cleaning/archive.contract.ts';
import { archiveChanges } from '../../common/cleaning/archive-changes.contract.ts';
import { clientLoginList, consoleLoginList } from '../../common/login-log.contract.ts';
import { operationList } from '../../common/operation-log.contract.ts';
import { readList } from '../../common/read-log.contract.ts';
import { archive } from './cleaning.subjects.ts';
import { SecondPerson } from './second-person.tsx';
import { useTimeText } from '../components/use-time-text.ts';
import { atOf } from '../components/at.tsx';

const R = fieldsOf(archiveRestore.input);

const facts: readonly Fact<ArchiveDetail>[] = [
  { name: 'name' },
  { name: 'state', as: 'enum' },
  { name: 'from', show: ({ from }) => atOf(from) },
  { name: 'to', show: ({ to }) => atOf(to) },
  { name: 'rows', as: 'number' },
  { name: 'bytes', as: 'bytes' },
  { name: 'sha256', as: 'code' },
  { name: 'target' },
  { name: 'createdAt', show: ({ createdAt }) => atOf(createdAt) },
  { name: 'verifiedAt', show: ({ verifiedAt }) => atOf(verifiedAt) },
  { name: 'keepUntil', show: ({ keepUntil }) => atOf(keepUntil) },
  { name: 'restoredUntil', show: ({ restoredUntil }) => atOf(restoredUntil) },
];

const touched = [archiveList, archiveGet];

const ArchivedChanges = later('archived-changes', async () => (await import('./archived-changes.tsx')).ArchivedChanges);

/** Lists in which a restored archive is read; the journal has none but its own beside the archive. */
const lists = {
  operation: { path: '/logs_system_operation', endpoint: operationList, query: '' },
  consoleLogin: { path: '/logs_system_login/console_login', endpoint: consoleLoginList, query: '' },
  clientLogin: { path: '/logs_system_login/client_login', endpoint: clientLoginList, query: '' },
  read: { path: '/logs_system_operation', endpoint: readList, query: 'view=reads&' },
} as const;

/** One archive: what it holds, and the ways to prove, read and remove it. */
export function ArchiveDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('logs');
  const [doing, setDoing] = useState<'restore' | 'delete'>();
  const [jobId, setJobId] = useState<string>();
  const may = useMay();
  const read = useRead(archiveGet, { id });
  const restore = useActionName(archiveRestore);
  const remove = useActionName(archiveDelete);
  useJob(jobId, () => {
    setJobId(undefined);
    void invalidate(...touched);
  });
  const begun = (job: { jobId: string }): void => {
    setJobId(job.jobId);
    void invalidate(listJobs);
  };
  const { data } = read;
  const there = data?.state === 'verified' || data?.state === 'restored' || data?.state === 'missing';
  const reasonOf = (values: Readonly<Record<string, unknown>>): string => String(values['reason'] ?? '');
  const done = (): void => setDoing(undefined);
  return (
    <>
      <DetailDrawer
        subject={archive}
        read={read}
        title={(row) => row.part}
        actions={(row) => (
          <>
            {there && (
              <ActionButton endpoint={archiveVerify} input={{ id }} names={[row.part]} onDone={begun}>
                {t('archive.do.verify')}
              </ActionButton>
            )}
            {row.state === 'verified' && row.list !== null && restore.granted && (
              <Button loading={jobId !== undefined} onClick={() => setDoing('restore')}>
                {t('action.restore')}
              </Button>
            )}
            {there && !row.asked && remove.granted && (
              <Button danger onClick={() => setDoing('delete')}>
                {t('action.delete')}
              </Button>
            )}
          </>
        )}
        tabs={(row) => [
          { key: 'facts', label: row.part, children: <ArchiveBody row={row} /> },
          ...(row.list === 'change' && row.state === 'restored' && may(archiveChanges)
            ? [{ key: 'changes', label: t('home.series.changes'), children: <ArchivedChanges id={id} /> }]
            : []),
        ]}
        onClose={onClose}
      />
      {doing === 'restore' && (
        <FormDialog
          endpoint={archiveRestore}
          initial={{}}
          input={(values) => ({ id, reason: reasonOf(values) })}
          onSaved={begun}
          onClose={done}
        >
          <R.reason as="area" />
        </FormDialog>
      )}
      {doing === 'delete' && data && (
        <FormDialog
          endpoint={archiveDelete}
          initial={{}}
          input={(values) => ({ id, version: data.version, reason: reasonOf(values) })}
          invalidates={touched}
          onClose={done}
        >
          <R.reason as="area" />
        </FormDialog>
      )}
    </>
  );
}

function ArchiveBody({ row }: { row: ArchiveDetail }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const timeText = useTimeText();
  const may = useMay();
  const { asked, id, version } = row;
  const list = row.list === null || row.list === 'change' ? undefined : lists[row.list];
  return (
    <>
      {asked && (
        <SecondPerson
          endpoint={archiveDecide}
          own={asked.own}
          name={row.part}
          input={(approve) => ({ id, version, approve })}
          invalidates={touched}
        >
          {t('archive.asked', { name: asked.name, at: timeText(asked.at), reason: asked.reason })}
        </SecondPerson>
      )}
      {row.state === 'restored' && list && may(list.endpoint) && (
        <p>
          <Link to={`${list.path}?${list.query}archive=${id}`}>{t('archive.read')}</Link>
        </p>
      )}
      <Facts row={row} facts={facts} />
      <section className="wl-part">
        <h3>{t('archive.files')}</h3>
        <ul className="wlc-parts">
          {row.files.map(({ name, hash, size }) => (
            <li key={name}>
              {name}, {bytesText(size, language)}
              <br />
              <code>{hash}</code>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
