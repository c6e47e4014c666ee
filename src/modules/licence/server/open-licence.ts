import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { LicenceLimit } from '#kit/common/licence/licence-facts.ts';
import type { Db } from '#kit/server/directory.ts';
import type { LicenceCounts, LicenceParts, Licences } from '#kit/server/licence.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { licenceManage } from '../common/permissions.ts';
import { licenceKeys, type LicenceKeys } from './licence-file.ts';
import { clockMillis, holdsModule, noTerms, standingOf, type Terms } from './licence-standing.ts';
import { readTerms } from './licence-terms.ts';

/** Where nodes tell each other that another licence holds. */
export const licenceChannel = 'licence';

/** What the module itself asks of its port. */
export interface LicenceStore extends Licences {
  readonly keys: LicenceKeys;
  readonly counts: LicenceCounts;
  /** Names of modules that a licence may leave out. */
  readonly licensable: readonly string[];
  /** What holds, as this node knows it. */
  terms(): Terms;
  /** The time that counts: the clock's, or the latest seen where it was set back by more than a day. */
  time(): number;
  /** The latest time seen, where the clock was set back; else null. */
  setBack(): number | null;
  /** Reads again what holds. */
  refresh(): Promise<void>;
}

interface Seat {
  used: number;
  most: number | null;
  restricted_at: number | null;
}

/** Opens what decides on licences. What holds is kept in memory and read again when a node tells of a change, after gaps and every few seconds. */
export function openLicence(parts: LicenceParts): LicenceStore {
  const { database, bus, now, settings, log } = parts;
  const licensed = new Map(
    parts.modules.flatMap(({ name, licensedAs }) => (licensedAs === undefined ? [] : [[name, licensedAs] as const])),
  );
  const pages = new Map(
    parts.modules.flatMap(({ licensedAs, resources }) =>
      licensedAs === undefined ? [] : resources.map(({ code: page }) => [page, licensedAs] as const),
    ),
  );
  let known: { terms: Terms; seenAt: number } = { terms: noTerms, seenAt: 0 };
  const refresh = async (): Promise<void> => void (known = await readTerms(database.db, settings.licenseRequired));
  const readAgain = (): void => void refresh().catch((error: unknown) => log.warn({ err: error }, 'The licence could not be read'));
  // The bus ends with the process.
  bus.subscribe(licenceChannel, readAgain);
  bus.onGap(readAgain);
  const setBack = (): number | null => (known.seenAt - now() > clockMillis ? known.seenAt : null);
  const time = (): number => setBack() ?? now();
  return {
    keys: licenceKeys(settings.licensePublicKey),
    counts: Object.assign({}, ...parts.modules.map(({ licenceCounts }) => licenceCounts)) as LicenceCounts,
    licensable: [...new Set(licensed.values())],
    terms: () => known.terms,
    time,
    setBack,
    refresh,
    take: (tx, limit, n) => takeSeats(tx, { limit, n, at: time() }),
    free: async (db, limit) => {
      const seat = await db.selectFrom('licence_seat').selectAll().where('kind', '=', limit).executeTakeFirst();
      if (!seat) return null;
      if (seat.restricted_at !== null && time() >= seat.restricted_at) return 0;
      return seat.most === null ? null : Math.max(0, seat.most - seat.used);
    },
    covers: (module) => holds(known.terms, licensed.get(module)),
    hides: (resource) => !holds(known.terms, pages.get(resource.split(':')[0] ?? '')),
    note: (caller) => {
      if (!caller.can(licenceManage.code)) return undefined;
      const { state, daysLeft } = standingOf(known.terms, time());
      return { state, daysLeft };
    },
  };
}

const holds = (terms: Terms, name: string | undefined): boolean => name === undefined || holdsModule(terms, name);

async function takeSeats(tx: Db, { limit, n, at }: { limit: LicenceLimit; n: number; at: number }): Promise<void> {
  if (n === 0) return;
  const { rows } = await sql<Seat>`select used, most, restricted_at from licence_take(${limit}, ${n})`.execute(tx);
  const [seat] = rows;
  // What is given back is always taken.
  if (!seat || n < 0) return;
  const isFull = seat.most !== null && seat.used > seat.most;
  const isRestricted = seat.restricted_at !== null && at >= seat.restricted_at;
  if (isFull || isRestricted)
    throw new Refusal(code.licence, {}, { limit, used: seat.most === null ? null : seat.used - n, max: seat.most });
}
