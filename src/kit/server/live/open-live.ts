import type { Bus } from '#platform/bus/bus.ts';
import { accessChannel } from '../access/access-changes.ts';
import type { Live } from '../services.ts';

interface News {
  uid: string | null;
  topic: string;
  data: Parameters<Bus['publish']>[1];
}

type Listener = Parameters<Live['listen']>[1];

const channel = 'live';

/** News to the browsers of this and all other nodes, over the bus. After a gap listeners hear the topic `gap`: they read again. */
export function openLive(bus: Bus): Live {
  const listeners = new Map<string, Set<Listener>>();
  const tell = (uid: string | null, topic: string, data: unknown): void => {
    const reached = uid === null ? [...listeners.values()].flatMap((some) => [...some]) : [...(listeners.get(uid) ?? [])];
    for (const listener of reached) listener.news(topic, data);
  };
  const unsubscribe = bus.subscribe(channel, (message) => {
    if (isNews(message)) tell(message.uid, message.topic, message.data);
  });
  // Menus and buttons may look different now. Several changes in a moment are told once.
  let telling: NodeJS.Timeout | undefined;
  const endGrants = bus.subscribe(accessChannel, () => {
    telling ??= setTimeout(() => {
      telling = undefined;
      tell(null, 'grants', null);
    }, 200).unref();
  });
  const endGaps = bus.onGap(() => tell(null, 'gap', null));
  return {
    send: (to, topic, data) =>
      bus.publish(channel, { uid: to === 'everybody' ? null : to.uid, topic, data: JSON.parse(JSON.stringify(data ?? null)) }),
    listen: (uid, listener) => {
      const own = listeners.get(uid) ?? new Set();
      listeners.set(uid, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(uid);
      };
    },
    close: () => {
      unsubscribe();
      endGrants();
      clearTimeout(telling);
      endGaps();
      for (const own of listeners.values()) for (const listener of own) listener.ended();
      listeners.clear();
    },
  };
}

function isNews(message: unknown): message is News {
  return typeof message === 'object' && message !== null && 'topic' in message && 'uid' in message && typeof message.topic === 'string';
}
