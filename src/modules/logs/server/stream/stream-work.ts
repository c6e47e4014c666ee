import { randomUUID } from 'node:crypto';
import type { Services } from '#kit/server/services.ts';
import { StreamSender, streamTimes, type StreamTimes } from './stream-sender.ts';

const lookMillis = 2_000;

/** Sends the enabled streams from this node, as far as no other node does; looks every two seconds what changed. */
export function workStreams(services: Services, times: StreamTimes = streamTimes, lookEvery = lookMillis): { stop(): Promise<void> } {
  const node = randomUUID();
  const senders = new Map<string, StreamSender>();
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const rows = await services.database.db.selectFrom('siem_stream').selectAll().where('enabled', '=', true).execute();
    for (const [id, sender] of senders) {
      const row = rows.find((one) => one.id === id);
      if (row?.version === sender.row.version && !sender.ended) continue;
      await sender.stop();
      senders.delete(id);
    }
    for (const row of rows) if (!senders.has(row.id)) senders.set(row.id, new StreamSender(services, row, { node, times }));
  };
  let told = false;
  const timer = setInterval(() => {
    looking ??= look()
      .then(() => void (told = false))
      .catch((error: unknown) => {
        if (!told) services.log.error({ err: error }, 'The streams of the logs could not be looked at; it is tried again');
        told = true;
      })
      .finally(() => (looking = undefined));
  }, lookEvery);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
      await Promise.all([...senders.values()].map((sender) => sender.stop()));
    },
  };
}
