import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { pick } from '#kit/common/language.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { sendFile } from '#kit/server/files/send-file.ts';
import { notFound, wrongState } from '#kit/server/refusal.ts';
import {
  clientWidgetCheck,
  clientWidgetList,
  clientWidgetPackage,
  clientWidgetReport,
  clientWidgetTicket,
} from '../common/client.contract.ts';
import { packageKey } from './package-signature.ts';
import { markFetched, markOffered, takeReports } from './rollout/widget-offers.ts';
import { usableWidgets, viewOfWidget, viewerOf, type UsableWidget } from './usable.ts';
import { giftsTo } from './use-rule.ts';

/** Milliseconds for which a ticket is good. */
const ticketMillis = 5 * 60_000;

const packsOf = (all: readonly UsableWidget[]) => all.map(({ pack }) => pack);

async function listWidgets(call: ClientCall): Promise<ClientReply<typeof clientWidgetList>> {
  const { db, caller, services } = call;
  const viewer = await viewerOf(call);
  const all = await usableWidgets(db, viewer);
  await markOffered(db, packsOf(all), viewer);
  const { rows } = await sql<{
    id: string;
    name: { zh_CN: string };
  }>`select id, name from widget_category where enabled order by priority`.execute(db);
  const shown = all.map((one) => ({ categoryId: one.categoryId, view: viewOfWidget(one, viewer, services.secrets) }));
  const known = new Set(rows.map(({ id }) => id));
  const rest = shown.filter(({ categoryId }) => categoryId === null || !known.has(categoryId)).map(({ view }) => view);
  const categories = rows
    .map(({ id, name }) => ({
      id,
      name: pick(name, caller.language),
      widgets: shown.filter((one) => one.categoryId === id).map(({ view }) => view),
    }))
    .filter((one) => one.widgets.length > 0);
  return {
    categories: rest.length > 0 ? [...categories, { id: '', name: '', widgets: rest }] : categories,
    publicKey: packageKey(services.secrets),
  };
}

async function checkWidgets(
  call: ClientCall,
  input: ClientInput<typeof clientWidgetCheck>,
): Promise<ClientReply<typeof clientWidgetCheck>> {
  const viewer = await viewerOf(call);
  const usable = await usableWidgets(call.db, viewer);
  const asked = new Set(input.widgets.map(({ widgetId }) => widgetId));
  await markOffered(call.db, packsOf(usable.filter(({ id }) => asked.has(id))), viewer);
  const all = new Map(usable.map((one) => [one.id, viewOfWidget(one, viewer, call.services.secrets)]));
  return {
    list: input.widgets.map(({ widgetId, buildNo }) => {
      const own = all.get(widgetId);
      if (!own) return { widgetId, action: 'remove' as const, package: null };
      // An older build is fetched too: that is how a rollback reaches a terminal.
      const isOther = own.package !== null && own.package.buildNo !== buildNo;
      return { widgetId, action: isOther ? ('fetch' as const) : ('keep' as const), package: isOther ? own.package : null };
    }),
  };
}

async function sendPackage(call: ClientCall, versionId: string): Promise<undefined> {
  const viewer = await viewerOf(call);
  const one = (await usableWidgets(call.db, viewer)).find(({ pack }) => pack?.id === versionId);
  if (!one?.pack) throw notFound();
  await markFetched(call.db, one.pack, viewer);
  const { hash, size, versionName } = one.pack;
  await sendFile(
    call.services.files,
    { hash, name: `${one.identifier}-${versionName}.zip`, type: 'application/zip', size },
    call.request,
    call.response,
  );
  return undefined;
}

/** A JSON Web Token (RFC 7519, HS256) under the widget's secret. */
async function ticketFor(call: ClientCall, widgetId: string): Promise<ClientReply<typeof clientWidgetTicket>> {
  const { db, services, terminal } = call;
  const viewer = await viewerOf(call);
  const one = (await usableWidgets(db, viewer)).find(({ id }) => id === widgetId);
  if (!one) throw notFound();
  if (one.signIn !== 'ticket' || one.secret === null) throw wrongState(one.secret === null ? 'noSecret' : 'noTicket');
  const { uid, account, name } = sessionOf(call);
  const now = services.now();
  const gifts = await giftsTo(db, uid, terminal.appKey, now);
  const expiresAt = now + ticketMillis;
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({
    iss: 'wheelhouse',
    aud: one.identifier,
    sub: uid,
    account,
    name,
    functions: gifts.inside.get(widgetId) ?? [],
    appKey: terminal.appKey,
    iat: Math.floor(now / 1000),
    exp: Math.floor(expiresAt / 1000),
    jti: randomUUID(),
  })}`;
  const secret = services.secrets.open(one.secret, { table: 'widget', column: 'secret', row: widgetId });
  return { ticket: `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`, expiresAt };
}

const keptEvents = 3 * 86_400_000;

async function report(call: ClientCall, { events }: ClientInput<typeof clientWidgetReport>): Promise<{ accepted: number }> {
  const viewer = await viewerOf(call);
  const { now } = viewer;
  return call.write(async (tx) => {
    const once = [...new Map(events.map((one) => [one.id, one])).values()];
    const { rows } = await sql<{
      id: string;
    }>`insert into widget_event (id, at) select id, ${now} from unnest(${once.map(({ id }) => id)}::uuid[]) as id
      on conflict do nothing returning id`.execute(tx);
    const fresh = new Set(rows.map(({ id }) => id));
    const counted = once.filter(({ id }) => fresh.has(id));
    const json = JSON.stringify(counted.map(({ widgetId, versionId, kind }) => ({ w: widgetId, v: versionId ?? widgetId, k: kind })));
    await sql`insert into widget_open (widget_id, version_id, day, opened, failed)
      select e.w, e.v, (to_timestamp(${now}::bigint / 1000) at time zone 'UTC')::date, count(*) filter (where e.k = 'opened'), count(*) filter (where e.k = 'failed')
      from jsonb_to_recordset(${json}::jsonb) as e(w uuid, v uuid, k text) join widget on widget.id = e.w group by 1, 2 order by 1, 2
      on conflict (widget_id, version_id, day) do update set opened = widget_open.opened + excluded.opened, failed = widget_open.failed + excluded.failed`.execute(
      tx,
    );
    await takeReports(tx, counted, viewer);
    await sql`delete from widget_event where at < ${now - keptEvents}`.execute(tx);
    return { accepted: counted.length };
  });
}

/** What terminals ask of widgets. */
export const widgetClientRoutes: readonly BoundClientRoute[] = [
  handleClient(clientWidgetList, (call) => listWidgets(call)),
  handleClient(clientWidgetCheck, (call, input) => checkWidgets(call, input)),
  handleClient(clientWidgetPackage, (call, { versionId }) => sendPackage(call, versionId)),
  handleClient(clientWidgetTicket, (call, { widgetId }) => ticketFor(call, widgetId)),
  handleClient(clientWidgetReport, (call, input) => report(call, input)),
];
