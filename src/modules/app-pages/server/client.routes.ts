import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { appByKey } from '#modules/apps/server/public.ts';
import { viewerOf } from '#modules/widgets/server/public.ts';
import {
  clientAdvertReport,
  clientAdverts,
  clientPageGet,
  clientPageReset,
  clientPageSave,
  clientPicture,
} from '../common/client.contract.ts';
import type { SeenPage } from '../common/page.contract.ts';
import { areaAdverts } from './active-adverts.ts';
import { arrangedTags, mayArrange } from './personal.ts';
import { sendPicture } from './picture.ts';
import { drawTags, noPage, releaseFor, terminalOf, type PageViewer } from './resolve.ts';

async function pageViewer(call: ClientCall): Promise<PageViewer | undefined> {
  const known = await appByKey(call.db, call.terminal.appKey);
  return known && { ...(await viewerOf(call)), appId: known.id };
}

/** The page of who calls, as they arranged it. */
async function pageFor(call: ClientCall, terminal?: 'mobile' | 'pc'): Promise<SeenPage> {
  const viewer = await pageViewer(call);
  const found = viewer && (await releaseFor(call.db, viewer, terminal ?? terminalOf(viewer.platform)));
  if (!viewer || !found) return noPage();
  const { configId, release } = found;
  const arranged = await call.db
    .selectFrom('page_personal')
    .selectAll()
    .where('emp_id', '=', viewer.uid)
    .where('config_id', '=', configId)
    .executeTakeFirst();
  const own = release.is_page_edit_console === 1 && arranged ? arrangedTags(release.tag_list, arranged) : release.tag_list;
  const { tags } = await drawTags(call.db, own, viewer);
  return { configId, releaseNo: release.no, isPageEditConsole: release.is_page_edit_console, tags };
}

async function savePage(call: ClientCall, { configId, order, hidden, cards, base }: ClientInput<typeof clientPageSave>): Promise<SeenPage> {
  const { uid } = sessionOf(call);
  const viewer = await pageViewer(call);
  const found = viewer && (await releaseFor(call.db, viewer, terminalOf(viewer.platform)));
  if (found?.configId !== configId || found.release.is_page_edit_console === 0 || !mayArrange(found.release.tag_list, { hidden, cards }))
    throw new Refusal(13051);
  await call.write((tx) =>
    sql`insert into page_personal (emp_id, config_id, tag_order, hidden, cards, base, at)
      values (${uid}::uuid, ${configId}::uuid, ${JSON.stringify(order)}::jsonb, ${JSON.stringify(hidden)}::jsonb, ${JSON.stringify(cards)}::jsonb, ${base},
        ${call.services.now()})
      on conflict (emp_id, config_id) do update set tag_order = excluded.tag_order, hidden = excluded.hidden, cards = excluded.cards,
        base = excluded.base, at = excluded.at`.execute(tx),
  );
  return pageFor(call);
}

async function resetPage(call: ClientCall, configId: string): Promise<SeenPage> {
  const { uid } = sessionOf(call);
  await call.write((tx) => tx.deleteFrom('page_personal').where('emp_id', '=', uid).where('config_id', '=', configId).execute());
  return pageFor(call);
}

async function advertsFor(call: ClientCall, { kind }: ClientInput<typeof clientAdverts>): Promise<ClientReply<typeof clientAdverts>> {
  const viewer = await pageViewer(call);
  if (!viewer) return { display: 1, intervalTime: 5, keepDays: 0, list: [] };
  return areaAdverts(call.db, kind, viewer);
}

async function report(call: ClientCall, { counts }: ClientInput<typeof clientAdvertReport>): Promise<{ accepted: number }> {
  const json = JSON.stringify([...new Map(counts.map((one) => [`${one.advertId} ${one.day}`, one])).values()]);
  return call.write(async (tx) => {
    const { rows } = await sql`insert into advert_count (advert_id, day, install_id, shown, opened)
      select c."advertId", c.day, ${call.terminal.installId}, c.shown, c.opened from jsonb_to_recordset(${json}::jsonb) as c("advertId" uuid, day date, shown int, opened int)
      join advert on advert.id = c."advertId" order by 1, 2
      on conflict (advert_id, day, install_id) do update set shown = excluded.shown, opened = excluded.opened returning advert_id`.execute(
      tx,
    );
    return { accepted: rows.length };
  });
}

/** What terminals ask of pages and adverts. */
export const pageClientRoutes: readonly BoundClientRoute[] = [
  handleClient(clientPageGet, (call, { terminal }) => pageFor(call, terminal)),
  handleClient(clientPageSave, (call, input) => savePage(call, input)),
  handleClient(clientPageReset, (call, { configId }) => resetPage(call, configId)),
  handleClient(clientAdverts, (call, input) => advertsFor(call, input)),
  handleClient(clientPicture, (call, { fileId }) => sendPicture(call, fileId)),
  handleClient(clientAdvertReport, (call, input) => report(call, input)),
];
