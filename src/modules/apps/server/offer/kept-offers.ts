import { sql } from 'kysely';
import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { readOffers, type Candidate, type OfferedApp, type SeenTerminal } from './offer.ts';

/** Apps and versions of so many pairs of app and platform are kept. */
const kept = 500;

interface Known {
  readonly epoch: number;
  readonly app: OfferedApp;
  readonly candidates: readonly Candidate[];
}
const knownOf = perProduct<Map<string, Known>>(() => new Map());

interface Own {
  readonly epoch: number;
  readonly seen: SeenTerminal | null;
  readonly offers: Record<string, { state: string; seen: number }> | null;
}

/**
 * What `readOffers` reads, with apps and versions from memory while nobody decided anything about them: of a terminal that comes again only
 * what is its own is read, together with the count of decisions.
 */
export async function keptOffers(
  services: Pick<Services, 'database'>,
  at: { appKey: string; platform: number; deviceId: string },
): Promise<Awaited<ReturnType<typeof readOffers>>> {
  const { db } = services.database;
  const all = knownOf(services);
  const key = `${at.platform} ${at.appKey.toLowerCase()}`;
  const known = all.get(key);
  const { rows } = await sql<Own>`select (select coalesce(max(id), 0) from release_change) as epoch,
      (select jsonb_build_object('employeeId', t.employee_id, 'buildNo', t.build_no, 'channel', t.channel, 'system', t.system, 'lastSeen', t.last_seen)
        from app_terminal t where t.app_id = ${known?.app.id ?? null}::uuid and t.device_id = ${at.deviceId}) as seen,
      (select jsonb_object_agg(o.version_id, jsonb_build_object('state', o.state, 'seen', o.last_seen)) from version_offer o
        where o.device_id = ${at.deviceId} and o.version_id = any(${known?.candidates.map(({ id }) => id) ?? []}::uuid[])) as offers`.execute(
    db,
  );
  const own = rows[0]!;
  const epoch = Number(own.epoch);
  if (known?.epoch === epoch) {
    const candidates = known.candidates.map((one): Candidate => {
      const offer = own.offers?.[one.id];
      return { ...one, offered: offer?.state ?? null, offeredSeen: offer?.seen ?? null };
    });
    return { app: known.app, candidates, seen: own.seen };
  }
  const found = await readOffers(db, at);
  // Read after the count: what was decided in between is read anew the next time.
  if (found) all.set(key, { epoch, app: found.app, candidates: found.candidates });
  for (const old of all.keys()) if (all.size > kept) all.delete(old);
  return found;
}
