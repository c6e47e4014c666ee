import { codesAlsoOpened, type MenuResource } from '#kit/common/permission.ts';
import type { Grants } from '../caller.ts';
import type { GrantsOf, Services } from '../services.ts';
import { accessChanged, accessChanges, accessChannel, accessGeneration, pruneAccessChanges } from './access-changes.ts';
import { readGrants, type TimedGrants } from './read-grants.ts';
import { bindRoles } from './role.binding.ts';

/** Milliseconds for which a node trusts what it knows without looking whether anything changed. */
const trustMillis = 500;
const pruneMillis = 600_000;
const mostPeople = 50_000;

/** Parts of the engine of rights. */
export interface AccessParts extends Pick<Services, 'database' | 'bus' | 'directory' | 'sessions' | 'now'> {
  /** Pages of the modules, some of which stand in two frames. */
  readonly resources?: readonly MenuResource[];
}

/**
 * The grants of people, kept in memory and true on every node: a change is told at its commit, and whatever was not told is found
 * within half a second. `close` ends listening.
 */
export function openAccess(parts: AccessParts): GrantsOf & { close(): void } {
  const { database, bus, directory, now } = parts;
  const { db } = database;
  const openedBy = codesAlsoOpened(parts.resources ?? []);
  bindRoles({ directory, sessions: parts.sessions });
  let known = new Map<string, Promise<TimedGrants>>();
  let generation = { word: '', at: Number.NEGATIVE_INFINITY };
  let looking: Promise<void> | undefined;
  let prunedAt = now();
  const forget = (): void => void (known = new Map());
  let told = false;
  const endNews = bus.subscribe(accessChannel, () => {
    told = true;
    forget();
  });
  const endGaps = bus.onGap(() => {
    forget();
    generation = { ...generation, at: Number.NEGATIVE_INFINITY };
  });

  const look = async (): Promise<void> => {
    const at = now();
    const word = await accessGeneration(db);
    if (word !== generation.word) {
      forget();
      // Nobody told of it: the bus is another one than the database's. Others that listen to it are told now.
      if (!told && generation.word !== '') await bus.publish(accessChannel, null).catch(() => undefined);
    }
    told = false;
    generation = { word, at };
    if (at - prunedAt > pruneMillis) {
      prunedAt = at;
      await pruneAccessChanges(db, at);
    }
  };
  const trusted = async (): Promise<void> => {
    // A look that others share may have begun before.
    if (accessChanges.isRecent()) return look();
    if (now() - generation.at <= trustMillis && now() >= generation.at) return;
    looking ??= look().finally(() => (looking = undefined));
    await looking;
  };
  const read = (uid: string): Promise<TimedGrants> => {
    if (known.size > mostPeople) forget();
    const mine = known;
    const reading = readGrants(db, directory, uid, now()).then(({ grants, until }) => ({ grants: { ...grants, openedBy }, until }));
    mine.set(uid, reading);
    // A failed reading is not kept.
    reading.catch(() => mine.delete(uid));
    return reading;
  };

  return {
    grants: async (uid): Promise<Grants> => {
      await trusted();
      const found = await (known.get(uid) ?? read(uid));
      return found.until > now() ? found.grants : (await read(uid)).grants;
    },
    changed: accessChanged,
    close: () => {
      endNews();
      endGaps();
    },
  };
}
