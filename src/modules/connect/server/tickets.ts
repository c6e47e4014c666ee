import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { inAudience } from '#kit/server/audience/audience.ts';
import { audienceIn } from '#kit/server/audience/audience.fields.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { ticketSeconds } from '../common/connect.contract.ts';
import './connect.table.ts';
import { forSystem, resolveParams } from './resolve.ts';

/** What tickets need. */
export type TicketServices = Pick<Services, 'database' | 'directory' | 'now' | 'secrets'>;

/** Tickets and secrets are kept by their hash alone. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Something that nobody guesses. */
export const randomText = (): string => randomBytes(32).toString('base64url');

/** Whether a page is one of these hosts: `*.example.com` holds what lies below, a port is the usual one unless said. */
export function isOnList(hosts: readonly string[], url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, host } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return hosts.some((one) => {
    const given = one.includes(':') ? host : new URL(url).port === '' ? hostname : host;
    return one.startsWith('*.') ? given.endsWith(one.slice(1)) && given.length > one.length - 1 : given === one;
  });
}

/** Whether a connected widget is meant for somebody who is here. */
export async function isForPerson({ database, directory }: TicketServices, audience: unknown, uid: string): Promise<boolean> {
  const { rows } = await sql`select from (select ${uid}::uuid as id) as person
    where person.id in (select id from (${directory.activeEmployees()}) as active) and ${inAudience(directory, audienceIn(audience), 'person.id')}`.execute(
    database.db,
  );
  return rows.length > 0;
}

/** An enabled widget by its code. */
export const widgetOf = ({ database }: TicketServices, widgetId: string) =>
  database.db.selectFrom('connect_widget').selectAll().where('widget_id', '=', widgetId).where('enabled', '=', true).executeTakeFirst();

/** A ticket for a page; 14305 where the widget is not connected or not for this person, 14306 where the host is not on the list. */
export async function issueTicket(
  services: TicketServices,
  { widgetId, url, uid, platform }: { widgetId: string; url: string; uid: string; platform: number },
): Promise<{ ticket: string; expiresAt: number }> {
  const { db } = services.database;
  const widget = await widgetOf(services, widgetId);
  if (!widget || widget.sign_in !== 'ticket') throw new Refusal(14305);
  const now = services.now();
  const note = (hash: string, refused: boolean) =>
    db
      .insertInto('connect_ticket')
      .values({
        hash,
        widget_id: widget.id,
        uid,
        platform,
        issued_at: now,
        expires_at: now + ticketSeconds * 1_000,
        used_at: null,
        refused,
      })
      .execute();
  const isTheirs = await isForPerson(services, widget.audience, uid);
  if (!isTheirs || !isOnList(widget.hosts, url)) {
    await note(`refused-${randomText()}`, true);
    throw new Refusal(isTheirs ? 14306 : 14305);
  }
  const ticket = randomText();
  await note(hashOf(ticket), false);
  return { ticket, expiresAt: now + ticketSeconds * 1_000 };
}

/** Uses a ticket up for the holder of the widget's secret; undefined where it is none, is over, or belongs to another widget. */
export async function exchangeTicket(services: TicketServices, { ticket, secret }: { ticket: string; secret: string }) {
  const { db } = services.database;
  const { rows } = await sql<{
    widget: string;
    code: string;
    uid: string;
    platform: number;
    issued_at: number;
    audience: unknown;
  }>`update connect_ticket t set used_at = ${services.now()}
    from connect_widget w join connect_secret s on s.widget_id = w.id
    where t.hash = ${hashOf(ticket)} and t.widget_id = w.id and s.hash = ${hashOf(secret)} and t.used_at is null and t.expires_at > ${services.now()}
      and w.enabled and not t.refused returning w.id as widget, w.widget_id as code, t.uid, t.platform, t.issued_at, w.audience`.execute(
    db,
  );
  const row = rows[0];
  if (!row || !(await isForPerson(services, row.audience, row.uid))) return undefined;
  const person = (await services.directory.people(db, [row.uid])).get(row.uid);
  if (!person) return undefined;
  return {
    uid: row.uid,
    account: person.account,
    name: person.name,
    department: person.departmentName,
    widgetId: row.code,
    platform: row.platform,
    params: forSystem(await resolveParams(db, row.code, row.platform), services),
    issuedAt: Number(row.issued_at),
  };
}

/** Forgets tickets of the days before yesterday. */
export const sweepTickets = async ({ database, now }: TicketServices): Promise<void> => {
  await database.db
    .deleteFrom('connect_ticket')
    .where('issued_at', '<', now() - 2 * 86_400_000)
    .execute();
};
