import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { ConfigAnswer } from '../../common/terminal.contract.ts';

/**
 * The key of the copy on a terminal: of its person, its device's key and its session, another one after each life of a copy. Nothing is
 * stored: who may keep no copy any more, or has no session, is not told it again.
 */
export function copyKey(call: ClientCall, { mode, ttlHours }: ConfigAnswer['offline']): ConfigAnswer['offline']['key'] {
  if (mode === 'none') return null;
  const { services, caller } = call;
  const { id: sessionId, thumbprint } = sessionOf(call);
  const lifeMillis = ttlHours * 3_600_000;
  const period = Math.floor(services.now() / lifeMillis);
  const keyOf = (at: number) => ({
    id: `${ttlHours}.${at}`,
    value: services.secrets.mac('contact copy', `${caller.uid}|${sessionId}|${thumbprint}|${ttlHours}|${at}`).toString('base64url'),
  });
  return { ...keyOf(period), until: (period + 1) * lifeMillis, former: keyOf(period - 1) };
}
