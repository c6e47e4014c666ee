import { sql } from 'kysely';
import { feedbackClose } from '../common/feedback.contract.ts';
import { newId } from '#kit/server/ids.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';
import { pixel } from '#modules/app-pages/testing/tries.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';
import { newApp } from '#modules/widgets/testing/tries.ts';

/** What somebody wrote about a new app, as a terminal writes it. */
export async function newFeedback(house: House, employeeId?: string, ownerDeptId = rootDepartmentId): Promise<string> {
  const [id, uid, appId] = [newId(), employeeId ?? (await house.person()), await newApp(house, ownerDeptId)];
  const now = Date.now();
  await sql`insert into feedback (id, app_id, employee_id, kind, subject, text, platform, build_no, system, model, device_id, state, version,
      created_at, created_by, updated_at, updated_by)
    values (${id}::uuid, ${appId}::uuid, ${uid}::uuid, 'fault', 'It stops', 'It stops', 2, '100', 'Android 15', 'P70', 'device', 'new', 1, ${now},
      ${uid}, ${now}, ${uid})`.execute(house.product.database.db);
  return id;
}

/** Inputs of writes to feedback. */
export const tries: Readonly<Record<string, TrySample>> = {
  'mam/feedback/reply': async (house) => ({
    id: await newFeedback(house),
    text: 'Please update',
    fileIds: [await house.boss.upload('help.png', pixel)],
  }),
  'mam/feedback/assign': async (house) => ({ ids: [await newFeedback(house)], assigneeId: await house.person() }),
  'mam/feedback/close': async (house) => ({ ids: [await newFeedback(house)] }),
  'mam/feedback/reopen': async (house) => {
    const ids = [await newFeedback(house)];
    await house.boss.call(feedbackClose, { ids });
    return { ids };
  },
  'mam/feedback/delete': async (house) => ({ ids: [await newFeedback(house)] }),
};
