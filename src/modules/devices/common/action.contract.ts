import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, ids, longText, text, time } from '#kit/common/schema.ts';
import { deviceInfoPage, userEquipmentPage } from './permissions.ts';

const reached = z.object({ count: z.int(), refused: z.array(z.object({ id: id(), code: z.int(), reason: z.string() })) });
const action = (verb: 'lock' | 'unlock' | 'block' | 'unblock' | 'signOut', summary: string) =>
  endpoint({
    method: 'POST',
    path: `device/${verb}`,
    access: {
      // The log of sign-ins of terminals locks as well, by a right of its own.
      anyOf: [
        deviceInfoPage.button[verb],
        userEquipmentPage.button[verb],
        ...(verb === 'lock' ? ['logs_system_login_client_login:lockDevice'] : []),
      ],
    },
    scope: 'employee',
    audit: `device.${verb}`,
    ...(verb === 'block' && { stepUp: true as const }),
    input: z.strictObject({ ids: ids(), reason: longText(500).optional() }),
    reply: reached,
    summary,
  });
/** Locks devices. */
export const deviceLock = action('lock', 'Locks devices: sessions end at once, keys are withheld');
/** Unlocks devices. */
export const deviceUnlock = action('unlock', 'Unlocks devices');
/** Shuts devices out. */
export const deviceBlock = action('block', 'Shuts devices out');
/** Lets devices in again. */
export const deviceUnblock = action('unblock', 'Lets devices in again that were shut out');
/** Ends the sessions on devices. */
export const deviceSignOut = action('signOut', 'Ends the sessions on devices');
/** Takes devices out of the lists. */
export const deviceRetire = endpoint({
  method: 'POST',
  path: 'device/retire',
  access: { code: deviceInfoPage.button.retire },
  scope: 'employee',
  audit: 'device.retire',
  errors: [18044],
  input: z.strictObject({ ids: ids(), reason: longText(500).optional() }),
  reply: reached,
  summary: 'Takes devices out of the lists for good',
});
/** Shows a text on devices. */
export const deviceMessage = endpoint({
  method: 'POST',
  path: 'device/message',
  access: { code: deviceInfoPage.button.message },
  scope: 'employee',
  audit: 'device.message',
  input: z.strictObject({ ids: ids(), text: text(500), reason: longText(500).optional() }),
  reply: reached,
  summary: 'Shows a text on devices',
});

/** A code by which one device of a person is bound without anybody's agreement. */
export const enrolCodeAdd = endpoint({
  method: 'POST',
  path: 'device/enrolCode/add',
  access: { code: deviceInfoPage.button.enrolCode },
  scope: 'employee',
  audit: 'enrolCode.add',
  input: z.strictObject({ empId: id(), platform: platformNumber().optional(), minutes: z.int().min(5).max(1440).default(60) }),
  reply: z.object({ code: z.string(), until: time(), qrText: z.string() }),
  summary: 'Makes an enrolment code, shown once',
});
