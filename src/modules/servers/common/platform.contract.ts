import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, stamps, text, time, version } from '#kit/common/schema.ts';
import { serversPage as page } from './permissions.ts';
import { guardView, serverAddress, serverKinds, zones } from './server-facts.ts';

/** The servers of one kind that a platform gets, in their order, and which zone it tries first. */
const platformRowsOf = z
  .array(
    z.strictObject({
      kind: z.enum(serverKinds),
      serverConfigIds: z.array(id()).max(50),
      zoneOrder: z.array(z.enum(zones)).max(2).default(['outer', 'inner']),
    }),
  )
  .max(serverKinds.length);

/** What a terminal of the platform is told. */
export const platformContent = z.object({
  minVersion: z.string().nullable(),
  servers: z.array(
    z.object({
      kind: z.enum(serverKinds),
      code: z.string(),
      weight: z.int(),
      addresses: z.array(serverAddress),
      pinnedKeys: z.array(z.string()),
      ca: z.string().nullable(),
    }),
  ),
});
export type PlatformContent = z.output<typeof platformContent>;

/** What an administrator chooses for a platform. */
export const platformDraft = z.strictObject({ rows: platformRowsOf, minVersion: text(40).nullable() });

/** A platform as it leaves. */
export const platformView = z.object({
  ...stamps,
  platform: platformNumber(),
  rows: platformRowsOf,
  minVersion: z.string().nullable(),
  /** What would be published now. */
  content: platformContent,
  /** It differs from what is published. */
  changed: z.boolean(),
  published: z
    .object({
      docVersion: z.int(),
      document: z.string(),
      signature: z.string(),
      keyId: z.string(),
      publishedAt: time(),
      publishedBy: z.string().nullable(),
    })
    .nullable(),
  /** Earlier documents, the newest first. */
  former: z.array(z.object({ docVersion: z.int(), publishedAt: time(), publishedBy: z.string().nullable() })),
});
export type PlatformView = z.output<typeof platformView>;

/** The platforms with their drafts and documents. */
export const platformList = endpoint({
  method: 'GET',
  path: 'sys/server/platforms',
  access: { code: page.code },
  scope: 'department',
  input: z.object({}),
  reply: z.object({ list: z.array(platformView), guard: guardView.nullable(), publicKey: z.string() }),
  summary: 'What each platform gets, as a draft and as published',
});

/** Keeps the draft of a platform; terminals get it when it is published. */
export const platformSave = endpoint({
  method: 'POST',
  path: 'sys/server/platforms/save',
  access: { code: page.button.savePlatform },
  scope: 'department',
  audit: 'platform.save',
  dryRun: true,
  input: z.strictObject({ platform: platformNumber(), version: version(), ...platformDraft.partial().shape }),
  reply: platformView,
  summary: 'Saves the draft of a platform',
});

const published = () => z.object({ docVersion: z.int(), guard: guardView.nullable() });

/** Publishes the draft: it holds for five minutes unless it is confirmed from a new session. */
export const platformPublish = endpoint({
  method: 'POST',
  path: 'sys/server/platforms/publish',
  access: { code: page.button.publishPlatform },
  scope: 'department',
  audit: 'platform.publish',
  dryRun: true,
  errors: [11030],
  input: z.strictObject({ platform: platformNumber(), version: version() }),
  reply: published(),
  summary: 'Publishes what a platform gets',
});

/** Publishes an earlier document again, as a new version. */
export const platformRollback = endpoint({
  method: 'POST',
  path: 'sys/server/platforms/rollback',
  access: { code: page.button.publishPlatform },
  scope: 'department',
  audit: 'platform.rollback',
  input: z.strictObject({ platform: platformNumber(), version: version(), docVersion: z.int().min(1).max(2_147_483_647) }),
  reply: published(),
  summary: 'Publishes an earlier document of a platform again',
});

/** The published, signed document of a platform, with an ETag; the envelope's data is `{ document, signature, keyId, publicKey }`. */
export const bootstrapGet = endpoint({
  method: 'GET',
  face: 'client',
  path: 'bootstrap/get',
  access: {
    open: true,
    because: 'A terminal asks where its servers are before anybody can sign in; the document is signed and holds no secret',
  },
  scope: 'none',
  answer: 'raw',
  input: z.object({ platform: platformNumber() }),
  reply: z.null(),
  summary: 'The signed document of a platform: where its servers are',
});
