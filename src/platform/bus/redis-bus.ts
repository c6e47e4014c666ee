import { once } from 'node:events';
import { Redis } from 'iovalkey';
import { StartError } from '#platform/start-error.ts';
import type { Bus, BusOptions } from './bus-types.ts';
import { GAP, readEnvelope, writeMessage } from './envelope.ts';
import { Subscribers } from './subscribers.ts';

const LONGEST_PAUSE_MS = 5_000;

/** A bus over Redis's or Valkey's publish and subscribe. */
export async function openRedisBus(options: BusOptions & { redisUrl: string }): Promise<Bus> {
  const channel = await channelOf(options);
  const subscribers = new Subscribers(options.onFailure);
  const sender = connect(options);
  const receiver = connect(options);
  let owesGap = false;
  const send = async (text: string) => {
    try {
      await sender.publish(channel, text);
    } catch (error) {
      owesGap = true;
      throw error;
    }
  };
  const payGap = async () => {
    if (!owesGap) return;
    owesGap = false;
    await send(GAP);
  };
  receiver.on('message', (_channel: string, text: string) => {
    const envelope = readEnvelope(text);
    if (envelope?.kind === 'message') subscribers.deliver(envelope.channel, envelope.message);
    if (envelope?.kind === 'gap') subscribers.gap();
  });
  try {
    await Promise.all([opened(sender), opened(receiver)]);
    await receiver.subscribe(channel);
  } catch (error) {
    sender.disconnect();
    receiver.disconnect();
    throw new StartError(`The Redis at REDIS_URL can't be reached: ${error instanceof Error ? error.message : String(error)}.`);
  }
  sender.on('ready', () => void payGap().catch(() => {}));
  // The subscription is renewed here and not by the client, so that the gap is told after it.
  receiver.on('ready', () => {
    receiver.subscribe(channel).then(
      () => subscribers.gap(),
      () => {},
    );
  });
  return {
    publish: async (name, message) => {
      await send(writeMessage(name, message));
      await payGap();
    },
    subscribe: (name, listener) => subscribers.add(name, listener),
    onGap: (listener) => subscribers.addGap(listener),
    close: async () => {
      for (const client of [sender, receiver]) {
        client.removeAllListeners('ready');
        client.disconnect();
      }
    },
  };
}

function connect(options: BusOptions & { redisUrl: string }): Redis {
  const client = new Redis(options.redisUrl, {
    lazyConnect: true,
    autoResubscribe: false,
    // A message that can't leave now is reported at once instead of waiting for a server that may stay away.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 3_000,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), LONGEST_PAUSE_MS),
  });
  let told = '';
  client.on('error', (error: Error) => {
    if (error.message !== told) options.onFailure?.(`The bus has trouble with the Redis at REDIS_URL: ${error.message}.`);
    told = error.message;
  });
  client.on('ready', () => {
    told = '';
  });
  return client;
}

async function opened(client: Redis): Promise<void> {
  const ready = once(client, 'ready');
  await Promise.all([client.connect(), ready]);
}

/** Pub/sub channels are shared by all databases of a Redis, so the name carries the installation. */
async function channelOf(options: BusOptions): Promise<string> {
  const { rows } = await options.database.pool.query<{ id: string }>('select id from installation');
  return `wheelhouse:${rows[0]?.id ?? ''}:bus`;
}
