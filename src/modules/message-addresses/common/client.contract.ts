import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { addressKinds, networks } from './words.ts';

/** An address as terminals get it. */
export const publishedAddress = z.object({
  kind: z.enum(addressKinds),
  name: z.string(),
  url: z.string(),
  network: z.enum(networks),
  weight: z.int(),
  /** Only when the others fail. */
  backup: z.boolean(),
});

/** Where messaging is reached from here. */
export const clientAddresses = clientEndpoint({
  method: 'GET',
  path: 'im/addresses',
  session: fullSession,
  rate: 'read',
  preview: true,
  offline: 'the last ones',
  input: z.object({}),
  reply: z.object({
    /** 0: nothing was published; the terminal stays where it is. */
    number: z.int(),
    addresses: z.array(publishedAddress),
  }),
  summary: 'The published addresses of messaging for this terminal and the network that it is in, in their order',
});
