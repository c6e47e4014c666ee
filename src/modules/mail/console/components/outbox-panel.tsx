import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import type { Fact } from '#kit/console/page/facts.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { LogPanel } from '#kit/console/page/log-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useSlices } from '#kit/console/page/use-slices.ts';
import type { Column } from '#kit/console/table/column.ts';
import {
  mailState,
  outboxCancel,
  outboxExport,
  outboxGet,
  outboxList,
  outboxRetry,
  outboxUnsuppress,
  suppressionList,
  type OutboxFull,
  type OutboxView,
} from '../../common/mail-outbox.contract.ts';
import { outbox } from '../subjects.ts';
import { Talk } from './talk.tsx';
import './mail.css';

const columns: readonly Column<OutboxView, typeof outbox>[] = [
  { name: 'template', width: 180 },
  { name: 'to', as: 'code', width: 210 },
  { name: 'state', cell: (row) => <StateMark row={row} />, width: 120 },
  { name: 'queuedAt', as: 'time', width: 165 },
  { name: 'sentAt', as: 'time', width: 165 },
  { name: 'attempts', as: 'number', width: 90 },
  { name: 'failure', width: 200 },
  { name: 'answer', width: 240, optional: true },
  { name: 'language', as: 'enum', width: 110, optional: true },
];

const facts: readonly Fact<OutboxView>[] = [
  { name: 'to', as: 'code' },
  { name: 'language', as: 'enum' },
  { name: 'state', show: (row) => <StateMark row={row} /> },
  { name: 'failure' },
  { name: 'answer' },
  { name: 'attempts', as: 'number' },
  { name: 'queuedAt', as: 'time' },
  { name: 'nextAt', as: 'time' },
  { name: 'sentAt', as: 'time' },
];

/** Mails that are to leave or have left. */
export function OutboxPanel(): ReactElement {
  const list = useSlices(outboxList, { searchKey: 'recipient' });
  return (
    <LogPanel
      subject={outbox}
      list={list}
      get={outboxGet}
      columns={columns}
      facts={facts}
      filters={(slices) => (
        <>
          <SearchFilter list={slices} name="recipient" />
          <SearchFilter list={slices} name="template" />
          <EnumFilter list={slices} name="state" />
          <ExportButton endpoint={outboxExport} input={(format) => ({ format, filter: { ...slices.asked } })} />
        </>
      )}
      detail={(row) => <MailDetail id={row.id} />}
    />
  );
}

const tones = {
  queued: 'idle',
  sending: 'idle',
  deferred: 'warn',
  sent: 'ok',
  failed: 'bad',
  suppressed: 'bad',
  cancelled: 'idle',
} as const;

/** How a mail stands, in its colour. */
function StateMark({ row }: { row: OutboxView }): ReactElement {
  const t = useT('mail');
  return (
    <span className="mail-mark" data-tone={tones[row.state]}>
      {t(`outbox.state.${row.state}`)}
    </span>
  );
}

const changedBy = [outboxList, outboxGet, mailState, suppressionList];

function MailDetail({ id }: { id: string }): ReactElement | null {
  const t = useT('mail');
  const { data } = useRead(outboxGet, { id });
  if (!data) return null;
  const waits = data.state === 'queued' || data.state === 'deferred';
  const again = data.resendable && ['deferred', 'failed', 'suppressed', 'cancelled'].includes(data.state);
  return (
    <>
      <div className="mail-tools">
        {again && <ActionButton endpoint={outboxRetry} input={{ ids: [id] }} names={[data.to]} invalidates={changedBy} />}
        {waits && <ActionButton endpoint={outboxCancel} input={{ ids: [id] }} names={[data.to]} invalidates={changedBy} />}
        {data.suppressionId !== null && (
          <ActionButton endpoint={outboxUnsuppress} input={{ ids: [data.suppressionId] }} names={[data.to]} invalidates={changedBy} />
        )}
      </div>
      <Route mail={data} />
      {!data.resendable && data.endedAt !== null && <p className="mail-soft">{t('outbox.erased')}</p>}
      <Talk steps={data.dialogue} />
    </>
  );
}

function Route({ mail }: { mail: OutboxFull }): ReactElement {
  const t = useT('mail');
  return (
    <p className="mail-route">
      {mail.server !== null && (
        <span>
          {t('outbox.field.server')} <code>{mail.server}</code>
        </span>
      )}
      {mail.messageId !== null && (
        <span>
          {t('outbox.field.messageId')} <code>{mail.messageId}</code>
        </span>
      )}
    </p>
  );
}
