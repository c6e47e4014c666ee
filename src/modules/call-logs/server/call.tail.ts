import type { Parsed } from '#kit/common/contract.ts';
import { z } from 'zod';
import { code } from '#kit/common/codes.ts';
import { rangeOn } from '#kit/server/change/callers.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Call } from '#kit/server/handle.ts';
import { openEventStream, OpenStreams } from '#kit/server/live/event-stream.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { callFilters, tailRows, type callTail, type CallView } from '../common/call.contract.ts';
import { callsPage } from '../common/permissions.ts';
import type { CallFilters } from './call.filter.ts';
import { readLines, viewsOf, whereIn } from './call.query.ts';

const everyMillis = 1_000;
/** A call stands in the log when it is over, under the moment at which it began: so far is looked back. */
const backMillis = 130_000;
/** Rows that are looked at in one go. */
const mostLooked = 1_000;
/** Of one person; the oldest gives way. */
const mostTails = 4;
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const tails = new OpenStreams(mostTails);
const filtersOf = z.object(callFilters);

/** Follows the calls: writes new ones to the caller as they come, as long as the session and the right last. */
export async function tailCalls(call: Call, { filters }: Parsed<typeof callTail>): Promise<undefined> {
  call.caller.scope();
  const parsed = filtersOf.safeParse(filters);
  if (!parsed.success) throw new InvalidInput([{ path: 'filters', namespace: 'kit', key: 'issue.invalid' }]);
  const follower = new Follower(call, parsed.data);
  await follower.look(call.caller);
  open(call, follower);
  return undefined;
}

class Follower {
  readonly #call: Call;
  readonly #filters: CallFilters;
  readonly #begun: number;
  readonly #seen = new Map<string, number>();

  constructor(call: Call, filters: CallFilters) {
    this.#call = call;
    this.#filters = filters;
    this.#begun = call.services.now();
  }

  /** Calls that were not seen before, the oldest first, and how many more there were. */
  async look(caller: Caller): Promise<{ list: CallView[]; skipped: number }> {
    const { services, db } = this.#call;
    const now = services.now();
    const reading = { caller: { ...caller, scope: () => rangeOn(caller, callsPage.code) }, services, db };
    const where = whereIn(reading, { ...this.#filters, from: Math.max(this.#begun, now - backMillis), to: now + 1_000 });
    const rows = await readLines(db, where, { at: where.to, id: last }, mostLooked);
    const fresh = rows.filter(({ id }) => !this.#seen.has(id)).toReversed();
    for (const { id } of fresh) this.#seen.set(id, now);
    for (const [id, at] of this.#seen) if (at < now - 2 * backMillis) this.#seen.delete(id);
    return { list: await viewsOf(reading, fresh.slice(-tailRows)), skipped: Math.max(0, fresh.length - tailRows) };
  }
}

function open(call: Call, follower: Follower): void {
  const { response, caller, services } = call;
  const stream = openEventStream(response);
  const close = (): void => {
    clearInterval(timer);
    stopListening();
    tails.delete(caller.uid, close);
    stream.end();
  };
  let looking = false;
  const round = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      const over = await services.sessions.over(caller.sessionId ?? '');
      const grants = await services.access.grants(caller.uid);
      const can = (one: string): boolean => grants.superAdmin || grants.codes.has(one);
      if (over !== undefined || !can(callsPage.code)) {
        stream.write('session', { code: over ?? code.notGranted });
        return close();
      }
      const { list, skipped } = await follower.look({ ...caller, grants, can });
      if (list.length > 0) stream.write('rows', { list, skipped });
      else stream.beat();
    } catch (error) {
      call.request.log.warn({ err: error }, 'The calls could not be followed');
      close();
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void round(), everyMillis);
  // Only the end of the server is of interest here.
  const stopListening = services.live.listen(caller.uid, { news: () => {}, ended: close });
  tails.add(caller.uid, close);
  stream.onClose(close);
  stream.write('ready', {});
}
