import type { WidgetSource } from '#modules/gateway/server/public.ts';
import { hashOf, isForPerson, isOnList } from './tickets.ts';

/** Tickets of connected widgets at the gateway: until they are over or exchanged, for pages of the widget's hosts, and for people of its audience. */
export const connectSource: WidgetSource = {
  byTicket: async (services, ticket, origin) => {
    const { db } = services.database;
    const row = await db
      .selectFrom('connect_ticket')
      .innerJoin('connect_widget', 'connect_widget.id', 'connect_ticket.widget_id')
      .select([
        'connect_ticket.uid',
        'connect_ticket.platform',
        'connect_widget.widget_id',
        'connect_widget.audience',
        'connect_widget.hosts',
      ])
      .where('connect_ticket.hash', '=', hashOf(ticket))
      .where('connect_ticket.used_at', 'is', null)
      .where('connect_ticket.refused', '=', false)
      .where('connect_ticket.expires_at', '>', services.now())
      .where('connect_widget.enabled', '=', true)
      .executeTakeFirst();
    if (!row || (origin !== undefined && !isOnList(row.hosts, origin))) return undefined;
    if (!(await isForPerson(services, row.audience, row.uid))) return undefined;
    const person = (await services.directory.people(db, [row.uid])).get(row.uid);
    return person && { uid: row.uid, account: person.account, name: person.name, widgetId: row.widget_id, platform: row.platform };
  },
  mayUse: async (services, widgetId, uid) => {
    const rows = await services.database.db
      .selectFrom('connect_widget')
      .select(['enabled', 'audience'])
      .where('widget_id', '=', widgetId)
      .execute();
    if (rows.length === 0) return true;
    for (const { enabled, audience } of rows) if (enabled && (await isForPerson(services, audience, uid))) return true;
    return false;
  },
};
