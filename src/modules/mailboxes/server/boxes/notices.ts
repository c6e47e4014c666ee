import { sql } from 'kysely';
import { timeText } from '#kit/common/date-text.ts';
import type { Language } from '#kit/common/language.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { inTurn, upkeepEvery } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { announce, openSystemChat, postIn, systemSender, type MessageChange } from '#modules/messaging/server/public.ts';
import { directory, siteZone } from '#modules/people/server/public.ts';
import { clock } from '#platform/clock.ts';
import type { MemberKind } from '../../common/boxes/words.ts';
import './tables.ts';

/** What owners of boxes are told: a grant, its change or end, and that somebody signed in to their box to see whether that works. */
export interface NoticeDraft {
  readonly employeeId: string;
  readonly accountId: string;
  readonly kind: 'granted' | 'changed' | 'removed' | 'verified';
  readonly facts: {
    readonly by: string;
    readonly memberKind?: MemberKind;
    readonly memberId?: string;
    readonly until?: number | null;
    readonly rights?: string;
  };
}

/** Notes what owners are to be told, with what it tells of; it is said right after the commit. */
export async function noteFor(tx: Tx, drafts: readonly NoticeDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  await tx
    .insertInto('mail_notice')
    .values(
      drafts.map(({ employeeId, accountId, kind, facts }) => ({
        id: newId(),
        at: clock.now(),
        employee_id: employeeId,
        account_id: accountId,
        kind,
        facts: JSON.stringify(facts),
      })),
    )
    .execute();
}

interface Waiting {
  readonly id: string;
  readonly employeeId: string;
  readonly kind: NoticeDraft['kind'];
  readonly facts: NoticeDraft['facts'];
  readonly address: string;
}

/** Sends the notices that wait, in the chat in which the product itself writes; who is no active employee is not reached. */
export async function sayNotices(services: CoreServices): Promise<void> {
  const { db } = services.database;
  for (;;) {
    const said = await db.transaction().execute((tx) => sayOne(tx, services));
    if (said === undefined) return;
    if (said !== null) await announce(services, [said]);
  }
}

async function sayOne(tx: Tx, services: CoreServices): Promise<MessageChange | null | undefined> {
  const { rows } = await sql<Waiting>`select n.id, n.employee_id as "employeeId", n.kind, n.facts, coalesce(a.address, '') as address
    from mail_notice n left join mail_account a on a.id = n.account_id
    where n.said_at is null order by n.at, n.id limit 1 for update of n skip locked`.execute(tx);
  const [notice] = rows;
  if (!notice) return undefined;
  const { rows: active } = await sql`select from (${directory.activeEmployees()}) as who where who.id = ${notice.employeeId}::uuid`.execute(
    tx,
  );
  const now = services.now();
  if (active.length === 0) {
    await sql`update mail_notice set said_at = ${now} where id = ${notice.id}::uuid`.execute(tx);
    return null;
  }
  const conversationId = await openSystemChat(tx, notice.employeeId);
  const sent = await postIn(tx, services, {
    conversationId,
    sender: systemSender,
    kind: 'notice',
    body: await wordsOf(tx, services, notice),
  });
  await sql`update mail_notice set said_at = ${now}, conversation_id = ${conversationId}::uuid, seq = ${sent.seq}
    where id = ${notice.id}::uuid`.execute(tx);
  return { what: 'message', conversation: conversationId, seq: sent.seq };
}

async function wordsOf(
  tx: Tx,
  services: CoreServices,
  { employeeId, kind, facts, address }: Waiting,
): Promise<{ title: string; text: string }> {
  const person = await directory.byUid(tx, employeeId);
  const language: Language = person?.language ?? 'zh_CN';
  const say = (key: string, params: Record<string, unknown> = {}): string => services.texts.text(language, 'mailboxes', key, params);
  const rights = (facts.rights ?? '')
    .split(' ')
    .filter(Boolean)
    .map((right) => say(`mailAuth.rights.${right}`))
    .join(', ');
  const until = facts.until ? timeText(facts.until, language, person?.timeZone ?? siteZone()) : say('notice.noEnd');
  const who = await memberName(tx, { ...facts, language });
  return {
    title: say(`notice.${kind}.title`, { address }),
    text: say(`notice.${kind}.text`, { address, who, by: facts.by, rights, until }),
  };
}

async function memberName(
  tx: Tx,
  { memberKind, memberId, language }: Pick<NoticeDraft['facts'], 'memberKind' | 'memberId'> & { language: Language },
): Promise<string> {
  if (memberId === undefined) return '';
  if (memberKind === 'crowd') return (await directory.crowds(tx, [memberId], language)).get(memberId) ?? '';
  return (await directory.people(tx, [memberId], language)).get(memberId)?.name ?? '';
}

/** Notes which grants their owners have read of: the chat was read as far as the last word of it. */
export async function noteSeen(db: Db): Promise<void> {
  await sql`update mail_auth m set seen_at = ${clock.now()} from (
      select distinct on (n.account_id, n.facts ->> 'memberId') n.account_id, n.facts ->> 'memberId' as member, n.employee_id, n.conversation_id, n.seq
      from mail_notice n join mail_auth open on open.account_id = n.account_id and open.seen_at is null
      where n.kind in ('granted', 'changed') order by n.account_id, n.facts ->> 'memberId', n.at desc, n.id desc) as told
    join im_member r on r.conversation_id = told.conversation_id and r.employee_id = told.employee_id
    where told.account_id = m.account_id and told.member = coalesce(m.employee_id, m.crowd_id)::text and m.seen_at is null
      and r.read_seq >= told.seq`.execute(db);
}

const keepMillis = 400 * 86_400_000;

/** What was said long ago goes. */
async function sweep(db: Db): Promise<void> {
  await sql`delete from mail_notice where said_at < ${clock.now() - keepMillis}`.execute(db);
}

/** Upkeep of notices. */
export const noticeUpkeep = inTurn(
  sayNotices,
  upkeepEvery<CoreServices>(30_000, ({ database }) => noteSeen(database.db)),
  upkeepEvery<CoreServices>(3_600_000, ({ database }) => sweep(database.db)),
);
