import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { bytesText, numberText } from '#kit/console/table/formats.ts';
import { archiveGet } from '../../common/cleaning/archive.contract.ts';
import {
  clearCancel,
  type CleaningDetail,
  clearConfigGet,
  clearConfigList,
  clearLogGet,
  clearLogList,
  clearLogRetry,
} from '../../common/cleaning/clear.contract.ts';
import { cleaningRecord } from './cleaning.subjects.ts';
import { ApprovalLink } from '../components/approval-link.tsx';
import { atOf } from '../components/at.tsx';

const facts: readonly Fact<CleaningDetail>[] = [
  { name: 'state', as: 'enum' },
  { name: 'error' },
  { name: 'trigger', as: 'enum' },
  { name: 'by' },
  { name: 'mode', as: 'enum' },
  { name: 'keepDays', as: 'number' },
  { name: 'from', show: ({ from }) => atOf(from) },
  { name: 'to', show: ({ to }) => atOf(to) },
  { name: 'rowsEstimated', as: 'number' },
  { name: 'rowsRemoved', as: 'number' },
  { name: 'rowsHeld', as: 'number' },
  { name: 'bytesFreed', as: 'bytes' },
  { name: 'createdAt', show: ({ createdAt }) => atOf(createdAt) },
  { name: 'startedAt', show: ({ startedAt }) => atOf(startedAt) },
  { name: 'dropAt', show: ({ dropAt }) => atOf(dropAt) },
  { name: 'endedAt', show: ({ endedAt }) => atOf(endedAt) },
  { name: 'approvalId', show: ({ approvalId }) => approvalId !== null && <ApprovalLink id={approvalId} /> },
];

const touched = [clearLogList, clearLogGet, clearConfigList, clearConfigGet, listJobs];
const open: readonly string[] = ['planned', 'estimated', 'archiving', 'verified'];

/** One cleaning: its months, archives and what is left of their seals. */
export function RecordDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('logs');
  const read = useRead(clearLogGet, { id });
  return (
    <DetailDrawer
      subject={cleaningRecord}
      read={read}
      title={(row) => row.name}
      actions={(row) => (
        <>
          {row.state === 'failed' && <ActionButton endpoint={clearLogRetry} input={{ id }} names={[row.name]} invalidates={touched} />}
          {(open.includes(row.state) || row.dropAt !== null) && (
            <ActionButton endpoint={clearCancel} input={{ id }} names={[row.name]} invalidates={touched}>
              {t('cleaning.cancel')}
            </ActionButton>
          )}
        </>
      )}
      tabs={(row) => [{ key: 'facts', label: row.name, children: <RecordBody row={row} /> }]}
      onClose={onClose}
    />
  );
}

function RecordBody({ row }: { row: CleaningDetail }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const may = useMay();
  const number = (value: number): string => numberText(value, language);
  return (
    <>
      <Facts row={row} facts={facts} />
      {row.parts.length > 0 && (
        <section className="wl-part">
          <h3>{t('cleaning.parts')}</h3>
          <ul className="wlc-parts">
            {row.parts.map((part) => (
              <li key={part.part}>
                <strong>{part.part}</strong>{' '}
                <span className="wlc-state" data-state={part.state}>
                  {t(`cleaning.part.${part.state}`)}
                </span>
                <br />
                {t('cleaning.partLine', { rows: number(part.rows), bytes: bytesText(part.bytes, language), held: number(part.rowsHeld) })}
                {part.sha256 !== null && (
                  <>
                    <br />
                    <code>{part.sha256}</code>{' '}
                    {may(archiveGet) && (
                      <Link to={`/logs_cleaning/cleanup_mechanism?view=archives&id=${part.archiveId}`}>{t('archive')}</Link>
                    )}
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {row.seals.length > 0 && (
        <section className="wl-part">
          <h3>{t('cleaning.seals')}</h3>
          <ul className="wlc-parts">
            {row.seals.map(({ fromSeq, toSeq, hash }) => (
              <li key={fromSeq}>
                {t('cleaning.sealsLine', { from: number(fromSeq), to: number(toSeq) })}
                <br />
                <code>{hash}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
