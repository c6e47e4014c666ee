import { createHash } from 'node:crypto';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { clientProperties } from '../common/client.contract.ts';
import { readProperties } from './public.ts';

/** What holds for the person at this terminal; nothing is sent to who has it. A key that is not for terminals is not told, not even as missing. */
async function read(call: ClientCall, input: ClientInput<typeof clientProperties>): Promise<ClientReply<typeof clientProperties>> {
  const { db, services, terminal } = call;
  const subject = { empId: sessionOf(call).uid, app: terminal.appKey, platform: String(terminal.platform) };
  const found = await readProperties(services, db, { namespace: input.namespace, subject, face: 'terminal' });
  const values = Object.fromEntries([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('base64url');
  return { namespace: input.namespace, hash, values: hash === input.hash ? null : values };
}

/** What terminals ask of properties. */
export const propertyClientRoutes: readonly BoundClientRoute[] = [handleClient(clientProperties, read)];
