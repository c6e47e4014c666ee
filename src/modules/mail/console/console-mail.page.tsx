import type { ReactElement } from 'react';
import { Outlet } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { mailState, outboxPause, outboxResume } from '../common/mail-outbox.contract.ts';
import { consoleMail } from '../common/permissions.ts';
import { SendingStateStrip } from './components/sending-state.tsx';

/** The console's mail: how the sending stands, above its pages. */
export default function ConsoleMailPage(): ReactElement {
  const t = useT('mail');
  const title = useCodeName(consoleMail.code);
  const { data } = useRead(mailState, {}, { every: 10_000 });
  const actions = data && (
    <ActionButton endpoint={data.pausedAt === null ? outboxPause : outboxResume} input={{}} invalidates={[mailState]} />
  );
  return (
    <>
      <PageHeader title={title} help={t('mailConfig.help')} actions={actions} />
      <SendingStateStrip state={data} />
      <Outlet />
    </>
  );
}
