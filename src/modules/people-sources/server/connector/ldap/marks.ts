import { EqualityFilter, GreaterThanEqualsFilter, OrFilter, PresenceFilter, type Entry, type Filter } from 'ldapts';
import { z } from 'zod';
import type { LdapSourceConfig } from '../../../common/config/ldap.ts';
import type { ConnectorHouse, ReadEvent, ReadRequest } from '../connector.ts';
import { textOf } from './attributes.ts';
import { adDialect } from './dialect.ts';
import { dirSyncChanges, dirSyncCookie } from './dir-sync.ts';
import { deletedObjects } from './deleted.ts';
import { guidBytes } from './guid.ts';
import type { Session } from './session.ts';

/** How a reading is narrowed to what changed, and where the next one begins. */
export interface Mark {
  /** Each narrows the same search once; null reads everything. */
  readonly narrow: readonly (Filter | null)[];
  /** What was asked for as changes is read wholly, because the cursor does not fit. */
  readonly whole: boolean;
  /** Looks at what was read. */
  note(entry: Entry): void;
  /** What the directory says is gone. */
  gone(): AsyncGenerator<ReadEvent>;
  cursor(): string | null;
}

const everything: readonly null[] = [null];
async function* nobodyGone(): AsyncGenerator<ReadEvent> {}

function cursorOf<T>(schema: z.ZodType<T>, cursor: string | null): T | null {
  if (cursor === null) return null;
  try {
    return schema.parse(JSON.parse(cursor));
  } catch {
    return null;
  }
}

/** Clocks of two servers differ, and a change may be written a little after its time. */
const overlapMs = 60_000;

/** Time of a directory (generalized time, RFC 4517 3.3.13) in ms; undefined for what is none. */
function timeOf(text: string | undefined): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:[.,]\d+)?(Z|[+-]\d{4})$/.exec(text ?? '');
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second = '00', zone = 'Z'] = parts;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone.replace(/(\d\d)$/, ':$1')}`);
  return Number.isNaN(time) ? undefined : time;
}

/** To the second, in universal time. */
export const usualTime = /^\d{14}Z$/;

const written = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '');

const timeCursor = z.object({ at: z.number() });

/**
 * By time of the last change. The mark is never later than the start of this reading: what changes while pages are read comes again next
 * time.
 */
function timeMark(house: ConnectorHouse, request: ReadRequest): Mark {
  const before = request.mode === 'incremental' ? cursorOf(timeCursor, request.cursor) : null;
  const start = house.now();
  let latest = before?.at ?? 0;
  let latestText = '';
  return {
    narrow: before ? [new GreaterThanEqualsFilter({ attribute: 'modifyTimestamp', value: written(before.at - overlapMs) })] : everything,
    whole: request.mode === 'incremental' && !before,
    note: (entry) => {
      const text = textOf(entry, 'modifyTimestamp') ?? '';
      // Of two of the usual form the later one is the larger text: most need not be read.
      if (usualTime.test(text) && text <= latestText) return;
      latest = Math.max(latest, timeOf(text) ?? 0);
      if (usualTime.test(text)) latestText = text;
    },
    gone: nobodyGone,
    cursor: () => (latest === 0 ? null : JSON.stringify({ at: Math.max(before?.at ?? 0, Math.min(latest, start)) })),
  };
}

const usnCursor = z.object({ usn: z.string().regex(/^\d{1,20}$/), controller: z.string(), invocation: z.string() });
const present = new PresenceFilter({ attribute: 'objectClass' });

/** What Active Directory says of itself. */
interface Controller {
  readonly usn: string;
  readonly controller: string;
  /** Changes when the database of a controller was put back: its numbers then begin again. */
  readonly invocation: string;
  readonly root: string;
}

/** Who answers; undefined where the directory does not say it, as then there is no cursor. */
async function controllerOf(session: Session): Promise<Partial<Controller>> {
  const attributes = ['highestCommittedUSN', 'dnsHostName', 'dsServiceName', 'defaultNamingContext'];
  const [dse] = await session.ask({ base: '', scope: 'base', filter: present, attributes });
  if (!dse) return {};
  const service = textOf(dse, 'dsServiceName');
  const [settings] = service
    ? await session.ask({ base: service, scope: 'base', filter: present, attributes: ['invocationId'] }).catch(() => [])
    : [];
  const given = settings?.['invocationId'];
  const bytes = Array.isArray(given) ? given[0] : given;
  return {
    usn: textOf(dse, 'highestCommittedUSN'),
    controller: textOf(dse, 'dnsHostName'),
    invocation: bytes === undefined ? undefined : Buffer.from(bytes).toString('hex'),
    root: textOf(dse, 'defaultNamingContext'),
  };
}

/** By the number of the last change at one controller; another one, or one that was put back, counts otherwise. */
async function usnMark(session: Session, config: LdapSourceConfig, request: ReadRequest): Promise<Mark> {
  const now = await controllerOf(session);
  const { usn, controller, invocation, root } = now;
  const cursor = usn && controller && invocation ? JSON.stringify({ usn, controller, invocation }) : null;
  const before = request.mode === 'incremental' ? cursorOf(usnCursor, request.cursor) : null;
  const fits = before !== null && before.controller === controller && before.invocation === invocation;
  const changed = fits ? new GreaterThanEqualsFilter({ attribute: 'uSNChanged', value: before.usn }) : null;
  return {
    narrow: [changed],
    whole: request.mode === 'incremental' && !fits,
    note: () => undefined,
    gone: changed && root ? () => deletedObjects(session, { root, changed, departments: config.departments }) : nobodyGone,
    cursor: () => cursor,
  };
}

const syncCursor = z.object({ dirSync: z.string() });
/** Changed objects that are read again by their ids; with more of them reading everything is quicker. */
const mostByIds = 50_000;
const idsAtOnce = 50;

/** By the replication of the directory itself: it says which objects changed, and those are read again. */
async function dirSyncMark(session: Session, request: ReadRequest): Promise<Mark> {
  const { root } = await controllerOf(session);
  if (!root) return { narrow: everything, whole: true, note: () => undefined, gone: nobodyGone, cursor: () => null };
  const before = request.mode === 'incremental' ? cursorOf(syncCursor, request.cursor) : null;
  if (!before) {
    const cookie = await dirSyncCookie(session, root);
    return {
      narrow: everything,
      whole: request.mode === 'incremental',
      note: () => undefined,
      gone: nobodyGone,
      cursor: () => JSON.stringify({ dirSync: cookie }),
    };
  }
  const changes = await dirSyncChanges(session, root, before.dirSync);
  const isMuch = changes.changed.length > mostByIds;
  const narrow: Filter[] = [];
  for (let at = 0; at < changes.changed.length; at += idsAtOnce) {
    const ids = changes.changed.slice(at, at + idsAtOnce);
    narrow.push(new OrFilter({ filters: ids.map((id) => new EqualityFilter({ attribute: 'objectGUID', value: guidBytes(id) })) }));
  }
  return {
    narrow: isMuch ? everything : narrow,
    whole: isMuch,
    note: () => undefined,
    async *gone() {
      if (changes.gone.length > 0) yield { gone: changes.gone };
    },
    cursor: () => JSON.stringify({ dirSync: changes.cookie }),
  };
}

/** Where a reading begins, by what the directory can do. */
export async function markOf(
  session: Session,
  parts: { kind: 'ldap' | 'ad'; config: LdapSourceConfig; house: ConnectorHouse },
  request: ReadRequest,
): Promise<Mark> {
  const { kind, config, house } = parts;
  // A sample, and groups whose members come and go without a trace at the people, have no mark.
  if (request.mode === 'sample' || config.departments === 'groups')
    return { narrow: everything, whole: request.mode === 'incremental', note: () => undefined, gone: nobodyGone, cursor: () => null };
  if (kind === 'ldap') return timeMark(house, request);
  return config.dirSync ? dirSyncMark(session, request) : usnMark(session, config, request);
}

/** What a mark wants to see of every entry. */
export const markAttributes = { ldap: ['modifyTimestamp'], ad: adDialect.ids } as const;
