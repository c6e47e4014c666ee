import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { localText } from '#kit/common/language.ts';
import { id } from '#kit/common/schema.ts';

const item = z.object({
  code: z.string(),
  name: localText(60),
  keywords: z.array(z.string()),
  /** Digest of the picture, by which it is fetched and kept. */
  picture: z.string().nullable(),
  animated: z.boolean(),
});

/** The packages of the person. */
export const clientEmoticonPackages = clientEndpoint({
  session: fullSession,
  method: 'GET',
  path: 'im/emoticon/packages',
  rate: 'read',
  preview: true,
  offline: 'the last ones',
  input: z.object({}),
  reply: z.object({ packages: z.array(z.object({ id: id(), code: z.string(), name: localText(60), items: z.array(item) })) }),
  summary: 'Emoticon packages that are on and meant for the person, in their order, with the digests of their pictures',
});

/** Pictures by their digests; also those of packages that are off, so that old messages are drawn. */
export const clientEmoticonPictures = clientEndpoint({
  session: fullSession,
  method: 'POST',
  path: 'im/emoticon/pictures',
  rate: 'read',
  preview: true,
  reads: true,
  offline: 'the kept ones',
  input: z.strictObject({
    digests: z
      .array(z.string().regex(/^sha256:[0-9a-f]{64}$/))
      .min(1)
      .max(20),
  }),
  reply: z.object({ pictures: z.record(z.string(), z.string()) }),
  summary: 'Pictures of emoticons as data addresses, by their digests',
});
