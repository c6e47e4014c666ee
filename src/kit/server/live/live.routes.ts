import { listenLive } from '#kit/common/live/live.contract.ts';
import { handle, type BoundRoute, type Call } from '../handle.ts';
import { openEventStream, OpenStreams, type EventStream } from './event-stream.ts';

const heartbeatMillis = 20_000;
/** Streams of one person: one a tab. The oldest gives way. */
const mostStreams = 12;

const streams = new OpenStreams(mostStreams);

/** The stream of news. It carries its token in the header, so the console reads it with fetch rather than EventSource. */
export const liveRoutes: readonly BoundRoute[] = [
  handle(listenLive, async (call) => {
    open(call);
    return undefined;
  }),
];

function open(call: Call): void {
  const { response, caller, services } = call;
  const stream = openEventStream(response);
  const close = (): void => {
    clearInterval(beat);
    stopListening();
    stopWatching();
    streams.delete(caller.uid, close);
    stream.end();
  };
  const { write } = stream;
  const stopListening = services.live.listen(caller.uid, {
    news: (topic, data) => {
      // News of another session's end are not ours.
      if (topic === 'session' && !concerns(data, caller.sessionId)) return;
      write(topic, data);
      if (topic === 'session') close();
    },
    ended: close,
  });
  const stopWatching = services.sessions.watch(caller.uid, () => void endIfOver(call, { write, close }));
  const beat = setInterval(() => {
    stream.beat();
    void endIfOver(call, { write, close });
  }, heartbeatMillis);
  streams.add(caller.uid, close);
  stream.onClose(close);
  write('ready', { heartbeat: heartbeatMillis });
}

/**
 * A session may end without news (its idle time runs out): looked at with each heartbeat, which is no use of the session. By its id: a
 * step-up gives it another token than the one that the stream began with.
 */
async function endIfOver(call: Call, stream: Pick<EventStream, 'write'> & { close(): void }): Promise<void> {
  try {
    const over = await call.services.sessions.over(call.caller.sessionId ?? '');
    if (over === undefined) return;
    stream.write('session', { code: over });
    stream.close();
  } catch (error) {
    call.request.log.warn({ err: error }, 'A live stream could not look at its session');
  }
}

function concerns(data: unknown, sessionId: string | null): boolean {
  const named = typeof data === 'object' && data !== null && 'sessionIds' in data ? data.sessionIds : undefined;
  return !Array.isArray(named) || named.includes(sessionId);
}
