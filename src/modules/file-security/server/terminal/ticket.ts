import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { clientFileTicket } from '../../common/client.contract.ts';
import type { Conditions } from '../../common/rule-fields.ts';
import type { FileAction } from '../../common/words.ts';
import { refusedFile } from '../may-use-file.ts';
import { ask, closed, type Answered } from '../rule/ask.ts';
import { decide } from '../rule/decide.ts';
import { refusalText } from '../rule/decision-words.ts';
import { gather } from '../rule/gather.ts';
import { fileRulesOf } from '../rule/open-rules.ts';
import type { KnownFile } from '../rule/read-files.ts';
import { placeOf } from './place.ts';

/** A started download may be resumed so long. */
const resumeMillis = 10 * 60_000;

/** A ticket as it is kept. */
export interface Ticket {
  readonly hash: string;
  readonly ref: string;
  readonly fileId: string;
  readonly action: FileAction;
  readonly conditions: Conditions;
  readonly recipient: string | null;
  readonly expiresAt: number;
  readonly usedAt: number | null;
}

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/** The refusal of a decision as the terminal gets it: what the person reads, and the code. */
function refusalOf({ services, caller }: ClientCall, { decision, ref }: Pick<Answered, 'decision' | 'ref'>): Refusal {
  const message = refusalText({ texts: services.texts, language: caller.language }, decision);
  return new Refusal(refusedFile, { message, ref }, { ref, step: decision.step, message });
}

/** Issues a ticket, or refuses with the code of the decision. A refused print stands in the log of prints. */
export async function issueTicket(
  call: ClientCall,
  input: ClientInput<typeof clientFileTicket>,
): Promise<ClientReply<typeof clientFileTicket>> {
  const { services, db } = call;
  const place = await placeOf(call);
  const answered = await ask(
    services,
    { ...place, action: input.action, file: { fileId: input.fileId } },
    { occasion: 'ticket', installId: place.installId },
  );
  return closed(services, async () => {
    const { decision, ref, facts, book } = answered;
    const { conditions } = decision;
    if (decision.verdict === 'block') {
      if (input.action === 'print') await writePrint(db, call, answered, 'refused');
      throw refusalOf(call, answered);
    }
    if (conditions.perDay !== null && (await usedToday(call, input.action)) >= conditions.perDay)
      throw new Refusal(18245, { action: actionWord(call, input.action) }, { ref });
    if (conditions.reasonAsked && !input.reason)
      throw new Refusal(18240, { message: word(call, 'refused.reason'), ref }, { ref, step: 'conditions', reasonAsked: true });
    const shows = input.action === 'preview' || conditions.readOnly;
    const encrypts = conditions.container && !shows;
    if (encrypts && input.recipient === undefined) throw new Refusal(18250);
    const ticket = randomBytes(32).toString('base64url');
    const expiresAt = services.now() + book.ticketSeconds * 1000;
    await writeTicket(call, { ticket, ref, input, conditions, expiresAt, recipient: encrypts ? input.recipient! : null });
    if (input.action === 'print') await writePrint(db, call, answered, 'open');
    const { name, size, level } = facts.file;
    return {
      ticket,
      expiresAt,
      conditions,
      ref,
      fetch: shows ? 'preview' : 'content',
      file: { name, size, level, type: answered.known?.contentType ?? '' },
    };
  });
}

const word = ({ services, caller }: ClientCall, key: string): string => services.texts.text(caller.language, 'file-security', key);
const actionWord = (call: ClientCall, action: FileAction): string => word(call, `fileRule.actions.${action}`);

interface Issued {
  readonly ticket: string;
  readonly ref: string;
  readonly input: ClientInput<typeof clientFileTicket>;
  readonly conditions: Conditions;
  readonly expiresAt: number;
  readonly recipient: string | null;
}

async function writeTicket(call: ClientCall, { ticket, ref, input, conditions, expiresAt, recipient }: Issued): Promise<void> {
  const session = sessionOf(call);
  await sql`insert into file_ticket (hash, ref, employee_id, session_id, thumbprint, install_id, file_id, action, conditions, recipient, created_at, expires_at)
    values (${hashOf(ticket)}, ${ref}, ${session.uid}, ${session.id}, ${session.thumbprint}, ${call.terminal.installId}, ${input.fileId},
      ${input.action}, ${JSON.stringify(conditions)}, ${recipient}, ${call.services.now()}, ${expiresAt})`.execute(call.db);
  if (input.reason)
    await sql`update file_decision set facts = facts || jsonb_build_object('reason', ${input.reason}::text) where ref = ${ref}`.execute(
      call.db,
    );
}

const dayMillis = 86_400_000;

/** How often the person got a ticket for the action within a day. */
async function usedToday({ db, caller, services }: ClientCall, action: FileAction): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from file_ticket where employee_id = ${caller.uid} and action = ${action}
    and created_at > ${services.now() - dayMillis}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

async function writePrint(db: Db, call: ClientCall, { facts, decision, ref }: Answered, result: 'open' | 'refused'): Promise<void> {
  await sql`insert into file_print (id, at, employee_id, platform, install_id, device_name, address, file_id, file_name, level, result, ref, rule_name)
    values (${newId()}, ${facts.at}, ${facts.person.id}, ${facts.platform}, ${call.terminal.installId}, ${facts.device?.name ?? null}, ${facts.address},
      ${facts.file.id}, ${facts.file.name}, ${facts.file.level}, ${result}, ${ref}, ${decision.rule?.name ?? null})`.execute(db);
}

/** The ticket of this session's own that has this text; 18242 for any other. */
export async function findTicket(call: ClientCall, text: string): Promise<Ticket> {
  const session = sessionOf(call);
  const { rows } =
    await sql<Ticket>`select hash, ref, file_id as "fileId", action, conditions, recipient, expires_at as "expiresAt", used_at as "usedAt"
    from file_ticket where hash = ${hashOf(text)} and employee_id = ${session.uid} and session_id = ${session.id} and thumbprint = ${session.thumbprint}
      and install_id = ${call.terminal.installId}`.execute(call.db);
  if (!rows[0]) throw new Refusal(18242);
  return rows[0];
}

/** A ticket that opens the file now, with the file: the rules are asked again, so that one issued under looser rules opens nothing. */
export async function openTicket(call: ClientCall, text: string, resumes: boolean): Promise<{ ticket: Ticket; file: KnownFile }> {
  const { services, db } = call;
  const place = await placeOf(call);
  return closed(services, async () => {
    const ticket = await findTicket(call, text);
    const now = services.now();
    const isFirst = ticket.usedAt === null;
    if (isFirst ? ticket.expiresAt <= now : !resumes || ticket.usedAt + resumeMillis <= now) throw new Refusal(18242);
    const book = await fileRulesOf(services).book();
    const gathered = await gather(services, db, book, { ...place, action: ticket.action, file: { fileId: ticket.fileId } });
    if (!gathered?.known) throw new Refusal(18242);
    const decision = decide(book, book.published, gathered.facts);
    if (decision.verdict === 'block' || isStricter(decision.conditions, ticket.conditions)) throw new Refusal(18242);
    // Two calls with one ticket: one of them fetches.
    if (isFirst) {
      const { numAffectedRows } =
        await sql`update file_ticket set used_at = ${now} where hash = ${ticket.hash} and used_at is null`.execute(db);
      if (numAffectedRows === 0n) throw new Refusal(18242);
    }
    return { ticket, file: gathered.known };
  });
}

const isStricter = (now: Conditions, then: Conditions): boolean =>
  (now.watermark && !then.watermark) || (now.container && !then.container) || (now.readOnly && !then.readOnly);
