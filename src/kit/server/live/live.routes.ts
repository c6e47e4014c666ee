import { listenLive } from '#kit/common/live/live.contract.ts';
import { handle, type BoundRoute, type Call } from '../handle.ts';

const heartbeatMillis = 20_000;
/** Bytes that may wait for a slow browser; beyond that it is cut and reads anew when it comes back. */
const mostWaiting = 256 * 1024;
/** Streams of one person: one a tab. The oldest gives way. */
const mostStreams = 12;

const streams = new Map<string, Set<() => void>>();

/** The stream of news. It carries its token in the header, so the console reads it with fetch rather than EventSource. */
export const liveRoutes: readonly BoundRoute[] = [
  handle(listenLive, async (call) => {
    open(call);
    return undefined;
  }),
];

function open(call: Call): void {
  const { response, caller, services } = call;
  // What plugins set (security headers) would be lost by writing to the socket directly.
  const headers = response.getHeaders();
  response.hijack();
  const out = response.raw;
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) out.setHeader(name, value);
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  });
  const close = (): void => {
    clearInterval(beat);
    stopListening();
    stopWatching();
    own.delete(close);
    if (own.size === 0) streams.delete(caller.uid);
    out.end();
  };
  const write = (event: string, data: unknown): void => {
    if (out.destroyed || out.writableEnded) return;
    out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (out.writableLength > mostWaiting) out.destroy();
  };
  const own = streams.get(caller.uid) ?? new Set();
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
    out.write(': \n\n');
    void endIfOver(call, { write, close });
  }, heartbeatMillis);
  streams.set(caller.uid, own.add(close));
  if (own.size > mostStreams) [...own][0]?.();
  out.on('close', close);
  out.on('error', close);
  write('ready', { heartbeat: heartbeatMillis });
}

/**
 * A session may end without news (its idle time runs out): looked at with each heartbeat, which is no use of the session. By its id: a
 * step-up gives it another token than the one that the stream began with.
 */
async function endIfOver(call: Call, stream: { write(event: string, data: unknown): void; close(): void }): Promise<void> {
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
