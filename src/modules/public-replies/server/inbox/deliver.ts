import { sql } from 'kysely';
import type { CoreServices, Services } from '#kit/server/services.ts';
import type { MessageKind } from '#modules/messaging/common/words.ts';
import { deliverFromAccount } from '#modules/messaging/server/public.ts';
import { noteInAccounts } from '#modules/public-accounts/server/public.ts';

/** An answer that is kept and goes out once its transaction holds. */
export interface Outgoing {
  readonly id: string;
  readonly snoId: string;
  readonly employeeId: string;
  readonly kind: MessageKind;
  readonly body: Readonly<Record<string, unknown>>;
}

/** From so long after it was kept an answer is delivered by upkeep: the request that kept it had its time. */
const waitMillis = 15_000;
/** An answer that reached nobody in this time is given up. */
const giveUpMillis = 24 * 3_600_000;
const mostAtOnce = 200;

/** What stands in the chat of an answer: the copy of its content stays with the account. */
export const deliveredBody = ({ frozen: _frozen, ...body }: Readonly<Record<string, unknown>>): Record<string, unknown> => body;

/**
 * Brings kept answers into the chats of their people, each once however often it is asked. Where messaging does not take them now they stay
 * in the conversation that terminals read, the log of the account says so, and upkeep tries again for a day.
 */
export async function deliverKept(services: CoreServices, messages: readonly Outgoing[]): Promise<void> {
  if (messages.length === 0) return;
  try {
    await deliver(services, messages);
  } catch (error) {
    services.log.warn({ err: error }, 'The messaging service did not take the answers of a public account');
    await noteInAccounts(
      services.database.db,
      messages.map(({ snoId, employeeId }) => ({
        snoId,
        tab: 'delivery',
        kind: 'reply',
        employeeId,
        result: 'failed',
        reason: 'serviceDown',
      })),
    );
  }
}

/** Delivers what was kept and has not been delivered, by a process that ended or while messaging was down. */
export async function deliverAgain(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const { rows } = await sql<Outgoing>`select id, sno_id as "snoId", employee_id as "employeeId", kind, body from user_message
    where direction = 'out' and delivered_at is null and at between ${now - giveUpMillis} and ${now - waitMillis}
    order by at, id limit ${mostAtOnce}`.execute(db);
  if (rows.length === 0) return;
  try {
    await deliver(services, rows);
  } catch (error) {
    services.log.debug({ err: error }, 'Answers of public accounts still wait for the messaging service');
  }
}

async function deliver(services: CoreServices, messages: readonly Outgoing[]): Promise<void> {
  await deliverFromAccount(
    services,
    messages.map(({ id, snoId, employeeId, kind, body }) => ({
      key: `reply ${id}`,
      accountId: snoId,
      employeeId,
      kind,
      body: deliveredBody(body),
    })),
  );
  // Whom it can't reach (who has left) is not tried again.
  await sql`update user_message set delivered_at = ${services.now()} where id = any(${messages.map(({ id }) => id)}::uuid[])`.execute(
    services.database.db,
  );
}
