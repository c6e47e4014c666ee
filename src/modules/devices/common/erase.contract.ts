import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, longText, pageOf, pageQuery, searchText, time } from '#kit/common/schema.ts';
import { eraseItemStates, eraseOrderStates, eraseOrigins, eraseScopes } from './erase-words.ts';
import { ownerships } from './device-words.ts';
import { deviceErasePage, deviceInfoPage, eraseDetailPage, safetyErasePage, userEquipmentPage } from './permissions.ts';

const mayErase = [deviceInfoPage.button.erase, userEquipmentPage.button.erase] as const;
const readers = [deviceErasePage.code, safetyErasePage.code, eraseDetailPage.code] as const;

/** What an erasure would touch on a device, and whether it can be ordered. */
export const erasePreviewRow = z.object({
  deviceId: id(),
  name: z.string(),
  people: z.array(z.string()),
  ownership: z.enum(ownerships),
  lastSeenAt: time(),
  online: z.boolean(),
  drafts: z.int(),
  files: z.int(),
  pendingCommands: z.int(),
  /** More than one person keeps data on it. */
  shared: z.boolean(),
  capable: z.boolean(),
  /** Somebody on it administers, so that a second person must agree. */
  administrator: z.boolean(),
  /** Somebody of the highest sensitivity uses it; orders of before did not look at it. */
  executive: z.boolean().default(false),
  refused: z.int(),
  why: z.string(),
});
/** What an erasure would touch on a device. */
export type ErasePreviewRow = z.output<typeof erasePreviewRow>;

/** What an erasure would touch; its token is good for five minutes. */
export const erasePreview = endpoint({
  method: 'POST',
  reads: true,
  path: 'device/erase/preview',
  access: { anyOf: mayErase },
  scope: 'employee',
  input: z.strictObject({
    deviceIds: z.array(id()).max(20).optional(),
    empIds: z.array(id()).max(20).optional(),
    scope: z.enum(eraseScopes).default('eraseApp'),
  }),
  errors: [18041, 18042, 18044],
  reply: z.object({ token: z.string(), until: time(), devices: z.array(erasePreviewRow), approval: z.boolean(), typed: z.string() }),
  summary: 'What an erasure would touch',
});

/** Orders an erasure as it was shown. */
export const eraseAdd = endpoint({
  method: 'POST',
  path: 'device/erase/add',
  access: { anyOf: mayErase },
  scope: 'employee',
  audit: 'erase.add',
  stepUp: true,
  errors: [18040, 18041, 18042, 18043, 18044, 18045, 18047],
  input: z.strictObject({ previewToken: z.string().max(100), reason: longText(500).min(10), typed: z.string().max(100) }),
  reply: z.object({ id: id(), holdUntil: time(), state: z.enum(eraseOrderStates) }),
  summary: 'Orders an erasure',
});

/** One device of an order. */
export const eraseItem = z.object({
  id: id(),
  orderId: id(),
  deviceId: id(),
  deviceName: z.string(),
  personName: z.string(),
  state: z.enum(eraseItemStates),
  orderedAt: time(),
  keyDestroyedAt: time().nullable(),
  deliveredAt: time().nullable(),
  acknowledgedAt: time().nullable(),
  deliveries: z.int(),
  lastSeenAt: time(),
  tooLate: z.boolean(),
  closedReason: z.string(),
  commandId: z.string().nullable(),
});
/** One device of an order. */
export type EraseItem = z.output<typeof eraseItem>;

/** An order to erase as lists show it. */
export const eraseRow = z.object({
  id: id(),
  scope: z.enum(eraseScopes),
  appId: z.string().nullable(),
  origin: z.enum(eraseOrigins),
  state: z.enum(eraseOrderStates),
  reason: z.string(),
  askedAt: time(),
  askedBy: z.string(),
  askedName: z.string(),
  approvedName: z.string(),
  approvedAt: time().nullable(),
  holdUntil: time(),
  devices: z.int(),
  done: z.int(),
  deviceName: z.string(),
  personName: z.string(),
  /** Open for more than a week. */
  overdue: z.boolean(),
  /** A backup was restored since: nothing is sent until somebody confirms it. */
  unconfirmed: z.boolean(),
});
/** An order to erase as lists show it. */
export type EraseRow = z.output<typeof eraseRow>;

const listInput = pageQuery(['askedAt']).extend({
  /** `open`: all from which an erasure may still happen, also those that can be stopped or wait for a second person. */
  state: z.enum(['open', ...eraseOrderStates]).optional(),
  scope: z.enum(eraseScopes).optional(),
  origin: z.enum(eraseOrigins).optional(),
  empId: id().optional(),
  deviceId: id().optional(),
  text: searchText().optional(),
  from: time().optional(),
  to: time().optional(),
});

/** Orders to erase in range, the newest first. */
export const eraseList = endpoint({
  method: 'GET',
  path: 'device/erase/list',
  access: { anyOf: readers },
  scope: 'employee',
  input: listInput,
  reply: pageOf(eraseRow),
  dedupe: 'cancel-previous',
  summary: 'Orders to erase',
});

/** One order with each of its devices, and the signed answers of these. */
export const eraseGet = endpoint({
  method: 'GET',
  path: 'device/erase/get',
  access: { anyOf: readers },
  scope: 'employee',
  input: z.object({ id: id() }),
  reply: eraseRow.extend({
    shown: z.array(erasePreviewRow.partial()),
    items: z.array(
      eraseItem.extend({ commandJws: z.string().nullable(), ackJws: z.string().nullable(), deviceKey: z.record(z.string(), z.string()) }),
    ),
  }),
  summary: 'One order to erase in full',
});

const onItems = z.strictObject({ id: id(), itemIds: z.array(id()).max(100).optional(), reason: longText(500).optional() });

/** Agrees to an erasure that waits for a second person. */
export const eraseApprove = endpoint({
  method: 'POST',
  path: 'device/erase/approve',
  access: { code: safetyErasePage.button.approve },
  scope: 'employee',
  audit: 'erase.approve',
  stepUp: true,
  input: z.strictObject({ id: id(), agree: z.boolean().default(true), reason: longText(500).optional() }),
  reply: z.object({ state: z.enum(eraseOrderStates) }),
  summary: 'Agrees to an erasure of somebody else, or refuses it',
});
/** Stops an erasure. */
export const eraseCancel = endpoint({
  method: 'POST',
  path: 'device/erase/cancel',
  access: { anyOf: [deviceErasePage.button.cancel, safetyErasePage.button.cancel] },
  scope: 'employee',
  audit: 'erase.cancel',
  errors: [18046],
  input: onItems,
  reply: count(),
  summary: 'Stops an erasure that was not delivered yet',
});
/** Orders the same again where it failed; the command keeps its id. */
export const eraseRetry = endpoint({
  method: 'POST',
  path: 'device/erase/retry',
  access: { anyOf: [deviceErasePage.button.retry, safetyErasePage.button.retry] },
  scope: 'employee',
  audit: 'erase.retry',
  input: onItems,
  reply: count(),
  summary: 'Sends a failed erasure again',
});
/** Confirms open orders after a backup was restored: until then nothing of them is sent. */
export const eraseConfirm = endpoint({
  method: 'POST',
  path: 'device/erase/confirm',
  access: { anyOf: [deviceErasePage.button.retry, safetyErasePage.button.retry] },
  scope: 'employee',
  audit: 'erase.confirm',
  stepUp: true,
  input: z.strictObject({ id: id() }),
  reply: count(),
  summary: 'Confirms an erasure that stood open when a backup was restored',
});
/** Closes what no device will answer any more. */
export const eraseClose = endpoint({
  method: 'POST',
  path: 'device/erase/closeByHand',
  access: { code: safetyErasePage.button.closeByHand },
  scope: 'employee',
  audit: 'erase.closeByHand',
  stepUp: true,
  input: z.strictObject({ id: id(), itemIds: z.array(id()).max(100).optional(), reason: longText(500).min(10) }),
  reply: count(),
  summary: 'Closes an erasure by hand, with the reason',
});

/** The page of apps and its buttons, behind which the data of one application is erased; the page itself is of the module of apps. */
const appList = 'mam_app_management_list';

/** What erasing the data of one application on devices would touch. */
export const appErasePreview = endpoint({
  method: 'POST',
  reads: true,
  path: 'mam/erase/preview',
  access: { code: `${appList}:erase` },
  scope: 'employee',
  input: z.strictObject({ appId: z.string().min(1).max(64), deviceIds: z.array(id()).max(20).optional(), empId: id().optional() }),
  errors: [18041],
  reply: z.object({ token: z.string(), until: time(), devices: z.array(erasePreviewRow), approval: z.boolean(), typed: z.string() }),
  summary: 'What erasing the data of an application would touch',
});
/** Orders that the data of one application is erased on devices, as it was shown. */
export const appEraseAdd = endpoint({
  method: 'POST',
  path: 'mam/erase/add',
  access: { code: `${appList}:erase` },
  scope: 'employee',
  audit: 'erase.addOfApp',
  stepUp: true,
  errors: [18040, 18041, 18042, 18043, 18044, 18045],
  input: z.strictObject({ previewToken: z.string().max(100), reason: longText(500).min(10), typed: z.string().max(100) }),
  reply: z.object({ id: id(), holdUntil: time(), state: z.enum(eraseOrderStates) }),
  summary: 'Orders that the data of an application is erased',
});
/** Erasures of the data of applications. */
export const appEraseList = endpoint({
  method: 'GET',
  path: 'mam/erase/list',
  access: { code: appList },
  scope: 'employee',
  input: listInput.extend({ appId: z.string().max(64).optional() }),
  reply: pageOf(eraseRow),
  summary: 'Erasures of the data of applications',
});
/** One erasure of the data of an application, with each of its devices and their signed answers. */
export const appEraseGet = endpoint({
  method: 'GET',
  path: 'mam/erase/get',
  access: { code: appList },
  scope: 'employee',
  input: z.object({ id: id() }),
  reply: eraseGet.reply,
  summary: 'One erasure of the data of an application in full',
});
/** Stops an erasure of the data of an application. */
export const appEraseCancel = endpoint({
  method: 'POST',
  path: 'mam/erase/cancel',
  access: { code: `${appList}:eraseCancel` },
  scope: 'employee',
  audit: 'erase.cancel',
  errors: [18046],
  input: onItems,
  reply: count(),
  summary: 'Stops an erasure of the data of an application that was not delivered yet',
});
/** Orders the same again where it failed. */
export const appEraseRetry = endpoint({
  method: 'POST',
  path: 'mam/erase/retry',
  access: { code: `${appList}:eraseRetry` },
  scope: 'employee',
  audit: 'erase.retry',
  input: onItems,
  reply: count(),
  summary: 'Sends a failed erasure of the data of an application again',
});
