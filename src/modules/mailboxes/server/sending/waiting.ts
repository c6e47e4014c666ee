import { sql } from 'kysely';
import type { ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { clientMailAccounts } from '../../common/terminal/read.contract.ts';
import { subjectPlace, type MailSendingTable } from '../terminal/mail.table.ts';

/** Mails that were given up are shown for so long. */
const failedMillis = 7 * 86_400_000;
const mostShown = 100;

/** Mails of a person that wait, and those that were given up lately. */
export async function waitingOf({ db, services, caller }: ClientCall): Promise<ClientReply<typeof clientMailAccounts>['waiting']> {
  const { rows } = await sql<MailSendingTable>`select * from mail_sending where employee_id = ${caller.uid}::uuid
    and (state in ('waiting', 'sending') or (state = 'failed' and ended_at > ${services.now() - failedMillis}))
    order by queued_at desc limit ${mostShown}`.execute(db);
  return rows.flatMap(({ id, client_id, account_id, subject, state, next_at, attempts, failure, words }) =>
    state === 'waiting' || state === 'sending' || state === 'failed'
      ? [
          {
            id: client_id,
            accountId: account_id,
            subject: services.secrets.open(subject, subjectPlace(id)),
            state,
            sendsAt: next_at,
            attempts,
            failure,
            words,
          },
        ]
      : [],
  );
}
