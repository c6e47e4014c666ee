import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { clock } from '#platform/clock.ts';
import type { UserMessageKind } from '../../common/inbox/words.ts';
import './inbox.table.ts';

/** What a fan wrote to an account. */
export interface Incoming {
  readonly snoId: string;
  readonly employeeId: string;
  /** The terminal's own id of it: the same one is kept once. */
  readonly clientId: string;
  readonly kind: UserMessageKind;
  readonly body: Readonly<Record<string, unknown>>;
  readonly at: number;
}

/** What an account answered. */
export interface Answer {
  readonly snoId: string;
  readonly employeeId: string;
  readonly kind: UserMessageKind;
  readonly body: Readonly<Record<string, unknown>>;
  readonly answeredBy: { readonly kind: 'rule' | 'employee'; readonly id: string; readonly name: string };
  /** The message that was answered. */
  readonly ref: string | null;
}

const longestShown = 200;

/** What stands for a message in lists: its text, or the name of what it carries. */
export function shownText(body: Readonly<Record<string, unknown>>): string {
  const said = [body['text'], body['title'], body['name']].find((one) => typeof one === 'string');
  return typeof said === 'string' ? said.slice(0, longestShown) : '';
}

/** Keeps what a fan wrote, once by its client id: the conversation is open, and waits since the first thing nobody has answered. */
export async function storeIncoming(
  tx: Tx,
  { snoId, employeeId, clientId, kind, body, at }: Incoming,
): Promise<{ id: string; isNew: boolean }> {
  const id = newId();
  const { rows } = await sql<{ id: string }>`insert into user_message (id, sno_id, employee_id, direction, kind, body, at, client_id)
    values (${id}::uuid, ${snoId}::uuid, ${employeeId}::uuid, 'in', ${kind}, ${JSON.stringify(body)}::jsonb, ${at}, ${clientId}::uuid)
    on conflict (employee_id, sno_id, client_id) where client_id is not null do nothing returning id`.execute(tx);
  if (rows.length === 0) {
    const { rows: known } = await sql<{ id: string }>`select id from user_message
      where employee_id = ${employeeId}::uuid and sno_id = ${snoId}::uuid and client_id = ${clientId}::uuid`.execute(tx);
    return { id: known[0]?.id ?? id, isNew: false };
  }
  await sql`insert into user_conversation as c (sno_id, employee_id, state, waiting_since, last_at, last_kind, last_text, last_direction)
    values (${snoId}::uuid, ${employeeId}::uuid, 'open', ${at}, ${at}, ${kind}, ${shownText(body)}, 'in')
    on conflict (sno_id, employee_id) do update set state = 'open', waiting_since = coalesce(c.waiting_since, excluded.waiting_since),
      last_at = greatest(c.last_at, excluded.last_at), last_kind = excluded.last_kind, last_text = excluded.last_text, last_direction = 'in'`.execute(
    tx,
  );
  return { id, isNew: true };
}

/** Keeps what the account answered; whether the conversation is thereby answered is said by `markAnswered`. */
export async function storeAnswer(tx: Tx, { snoId, employeeId, kind, body, answeredBy, ref }: Answer): Promise<{ id: string; at: number }> {
  const [id, at] = [newId(), clock.now()];
  await sql`insert into user_message (id, sno_id, employee_id, direction, kind, body, at, answered_by, answered_by_id, answered_by_name, ref)
    values (${id}::uuid, ${snoId}::uuid, ${employeeId}::uuid, 'out', ${kind}, ${JSON.stringify(body)}::jsonb, ${at},
      ${answeredBy.kind}, ${answeredBy.id}, ${answeredBy.name}, ${ref}::uuid)`.execute(tx);
  await sql`insert into user_conversation as c (sno_id, employee_id, state, last_at, last_kind, last_text, last_direction)
    values (${snoId}::uuid, ${employeeId}::uuid, ${answeredBy.kind === 'rule' ? 'autoAnswered' : 'answered'}, ${at}, ${kind}, ${shownText(body)}, 'out')
    on conflict (sno_id, employee_id) do update set last_at = greatest(c.last_at, excluded.last_at), last_kind = excluded.last_kind,
      last_text = excluded.last_text, last_direction = 'out'`.execute(tx);
  return { id, at };
}

/** The conversation is answered, by a person or (`auto`) by a rule: nobody waits any more. */
export async function markAnswered(
  tx: Tx,
  { snoId, employeeId, auto }: { readonly snoId: string; readonly employeeId: string; readonly auto: boolean },
): Promise<void> {
  await sql`update user_conversation set state = ${auto ? 'autoAnswered' : 'answered'}, waiting_since = null
    where sno_id = ${snoId}::uuid and employee_id = ${employeeId}::uuid`.execute(tx);
}
