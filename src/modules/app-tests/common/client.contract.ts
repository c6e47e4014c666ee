import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { id, time } from '#kit/common/schema.ts';

/** Tests that are meant for the person. */
export const clientTestList = clientEndpoint({
  method: 'GET',
  path: 'app/test/list',
  session: fullSession,
  rate: 'read',
  input: z.object({}),
  reply: z.object({
    list: z.array(
      z.object({
        id: id(),
        name: z.string(),
        what: z.string(),
        until: time(),
        version: z.object({ id: id(), versionName: z.string(), buildNo: z.string() }),
        notes: z.string(),
        size: z.int(),
        sha256: z.string(),
        /** The page of a store; null where the package is fetched here. */
        storeUrl: z.string().nullable(),
      }),
    ),
  }),
  summary: 'Versions of the app that calls which this person may try on this platform before their release, above the build that is there',
});

/** The package of a version that is tried. */
export const clientTestPackage = clientEndpoint({
  method: 'GET',
  path: 'app/test/package',
  session: fullSession,
  rate: 'file',
  answer: 'raw',
  input: z.object({ id: id() }),
  reply: z.unknown(),
  summary: 'The package of a test that is meant for the person; one range of bytes may be asked for',
});
