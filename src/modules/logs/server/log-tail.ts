import type { Parsed } from '#kit/common/contract.ts';
import { rangeOn } from '#kit/server/change/callers.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Call } from '#kit/server/handle.ts';
import { openEventStream, OpenStreams } from '#kit/server/live/event-stream.ts';
import { code } from '#kit/common/codes.ts';
import { pageOfLog, type ExportedLog } from '../common/export.contract.ts';
import { tailRows, type logTail } from '../common/log-tail.contract.ts';
import { exportedParts, type ExportedRow } from './export.rows.ts';
import { noteRead } from './read.query.ts';

const everyMillis = 1_000;
/** A row is written some time before its transaction ends: so far is looked back. */
const backMillis = 20_000;
/** Rows that are looked at in one go. */
const mostLooked = 1_000;
/** Of one person; the oldest gives way. */
const mostTails = 4;

const tails = new OpenStreams(mostTails);

/** Follows a log: writes its new rows to the caller as they come, as long as the session and the right last. */
export async function tailLog(call: Call, { log, filters }: Parsed<typeof logTail>): Promise<undefined> {
  const { caller, services } = call;
  caller.scope();
  const { from: _from, to: _to, ...narrowed } = filters;
  const begun = services.now();
  const follower = new Follower(call, log, narrowed, begun);
  // What is wrong with the filters is said before the stream begins.
  await follower.look(caller);
  await noteRead(call, log === 'operation' ? 'operationLog' : 'loginLog', narrowed, 0);
  open(call, follower, pageOfLog[log]);
  return undefined;
}

class Follower {
  readonly #call: Call;
  readonly #log: ExportedLog;
  readonly #filters: Readonly<Record<string, unknown>>;
  readonly #begun: number;
  readonly #seen = new Map<string, number>();

  constructor(call: Call, log: ExportedLog, filters: Readonly<Record<string, unknown>>, begun: number) {
    this.#call = call;
    this.#log = log;
    this.#filters = filters;
    this.#begun = begun;
  }

  /** Rows that were not seen before, the oldest first, and how many more there were. */
  async look(caller: Caller): Promise<{ list: ExportedRow[]; skipped: number }> {
    const { services, db } = this.#call;
    const part = exportedParts[this.#log];
    const now = services.now();
    const from = Math.max(this.#begun, now - backMillis);
    const reading = { caller: { ...caller, scope: () => rangeOn(caller, pageOfLog[this.#log]) }, services, db };
    const request = await part.where(reading, { ...this.#filters, from, to: now });
    const rows = await part.newest(reading, request, mostLooked);
    const fresh = rows.filter(({ id }) => !this.#seen.has(String(id)));
    for (const { id } of fresh) this.#seen.set(String(id), now);
    for (const [id, at] of this.#seen) if (at < now - 2 * backMillis) this.#seen.delete(id);
    const list = fresh.toReversed();
    return { list: list.slice(-tailRows), skipped: Math.max(0, list.length - tailRows) };
  }
}

function open(call: Call, follower: Follower, needed: string): void {
  const { response, caller, services } = call;
  const stream = openEventStream(response);
  const { write } = stream;
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
      if (over !== undefined || !can(needed)) {
        write('session', { code: over ?? code.notGranted });
        return close();
      }
      const { list, skipped } = await follower.look({ ...caller, grants, can });
      if (list.length > 0) write('rows', { list, skipped });
      else stream.beat();
    } catch (error) {
      call.request.log.warn({ err: error }, 'A log could not be followed');
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
  write('ready', {});
}
