import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { gatherer } from '#platform/gather.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import { readOffers, type Candidate, type OfferedApp, type SeenTerminal } from './offer.ts';

/** Apps and versions of so many pairs of app and platform are kept. */
const kept = 500;

interface Known {
  readonly epoch: number;
  readonly app: OfferedApp;
  readonly candidates: readonly Candidate[];
}
const knownOf = perProduct<Map<string, Known>>(() => new Map());

/** What is asked of a terminal that comes again: how far it is with these versions of an app. */
interface OwnAsk {
  readonly appId: string | null;
  readonly versionIds: readonly string[];
  readonly deviceId: string;
}

interface Own {
  readonly epoch: number;
  readonly seen: SeenTerminal | null;
  readonly offers: Record<string, { state: string; seen: number }> | null;
}

/** Asks of terminals that one query answers. */
const mostAsks = 100;

const ownOf = perProduct(({ database }) => gatherer(mostAsks, (asks: readonly OwnAsk[]) => readOwn(database.db, asks), { atOnce: 2 }));

/** What is terminals' own, in the order asked, with the count of decisions at the same instant. */
async function readOwn(db: Db, asks: readonly OwnAsk[]): Promise<readonly Own[]> {
  const versionIds = [...new Set(asks.flatMap((ask) => ask.versionIds))];
  // A text that the database keeps: what is found here is found by key.
  const { rows } = await sql<Own>`${sql.raw(preparedMark)} select (select coalesce(max(id), 0) from release_change)::int as epoch,
      case when t.device_id is not null then jsonb_build_object('employeeId', t.employee_id, 'buildNo', t.build_no, 'channel', t.channel,
        'system', t.system, 'lastSeen', t.last_seen) end as seen,
      (select jsonb_object_agg(o.version_id, jsonb_build_object('state', o.state, 'seen', o.last_seen)) from version_offer o
        where o.device_id = a.device_id and o.version_id = any(${versionIds}::uuid[])) as offers
    from unnest(${asks.map(({ appId }) => appId ?? nobody)}::uuid[], ${asks.map(({ deviceId }) => deviceId)}::text[])
        with ordinality as a(app_id, device_id, place)
      left join app_terminal t on t.app_id = a.app_id and t.device_id = a.device_id
    order by a.place`.execute(db);
  return rows;
}

/** The id of no app. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * What `readOffers` reads, with apps and versions from memory while nobody decided anything about them: of a terminal that comes again only
 * what is its own is read, together with the count of decisions and with what other terminals ask at the same time.
 */
export async function keptOffers(
  services: Pick<Services, 'database'>,
  at: { appKey: string; platform: number; deviceId: string },
): Promise<Awaited<ReturnType<typeof readOffers>>> {
  const { db } = services.database;
  const all = knownOf(services);
  const key = `${at.platform} ${at.appKey.toLowerCase()}`;
  const known = all.get(key);
  const { epoch, seen, offers } = await ownOf(services)({
    appId: known?.app.id ?? null,
    versionIds: known?.candidates.map(({ id }) => id) ?? [],
    deviceId: at.deviceId,
  });
  if (known?.epoch === epoch) {
    const candidates = known.candidates.map((one): Candidate => {
      const offer = offers?.[one.id];
      return { ...one, offered: offer?.state ?? null, offeredSeen: offer?.seen ?? null };
    });
    return { app: known.app, candidates, seen };
  }
  const found = await readOffers(db, at);
  // Read after the count: what was decided in between is read again the next time.
  if (found) all.set(key, { epoch, app: found.app, candidates: found.candidates });
  for (const old of all.keys()) if (all.size > kept) all.delete(old);
  return found;
}
