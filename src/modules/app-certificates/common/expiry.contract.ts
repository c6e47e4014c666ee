import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, time } from '#kit/common/schema.ts';
import { appListPage } from '#modules/apps/common/permissions.ts';
import { certificationPage } from './permissions.ts';

/** What of an app ends. */
const expiryKinds = ['push', 'main', 'profile', 'version', 'link', 'test'] as const;
const expiryRow = z.object({
  id: id(),
  kind: z.enum(expiryKinds),
  name: z.string(),
  appId: id(),
  appKey: z.string(),
  appName: z.string(),
  platform: platformNumber().nullable(),
  endsAt: time(),
  daysLeft: z.int(),
});
/** Something of an app that ends. */
export type ExpiryRow = z.output<typeof expiryRow>;

/** Everything of apps that ends soon or has ended. */
export const expiryList = endpoint({
  method: 'GET',
  path: 'mam/expiry/list',
  access: { code: appListPage.code },
  scope: 'department',
  input: z.object({ days: z.int().min(0).max(3660).default(60), appId: id().optional() }),
  reply: z.object({ list: z.array(expiryRow) }),
  summary:
    'Certificates, profiles, packages on shelf, install links and tests that end within so many days, those that end first before the others',
});
/** Who is told before something of an app ends. */
export const expiryNoticeSave = endpoint({
  method: 'POST',
  path: 'mam/expiry/notice/save',
  access: { code: certificationPage.button.notice },
  scope: 'department',
  dryRun: true,
  audit: 'expiry.notice',
  input: z.strictObject({ appId: id(), empIds: z.array(id()).max(20) }),
  reply: count(),
  summary:
    'Sets the people who are mailed 60, 30, 14, 7 and 1 days before a certificate, profile or package of an app ends, when a rollout halts, and when feedback comes',
});
