import { randomUUID } from 'node:crypto';
import { newAccount } from '#modules/public-fans/testing/make.ts';
import type { House } from '../../../../tests/access/house.ts';
import { menuGet, menuPublish, menuSave } from '../common/menu/menu.contract.ts';
import { storeIncoming } from '../server/public.ts';

/** A public account with a fan who wrote to it. */
export async function newInbox(house: House, departmentId?: string): Promise<{ snoId: string; fan: string; messageId: string }> {
  const { snoId, fan } = await newAccount(house, departmentId);
  const message = { snoId, employeeId: fan, clientId: randomUUID(), kind: 'text' as const, body: { text: 'Hello' }, at: Date.now() };
  const { id: messageId } = await house.product.database.db.transaction().execute((tx) => storeIncoming(tx, message));
  return { snoId, fan, messageId };
}

const entry = { key: 'one', name: { zh_CN: 'One' }, target: { kind: 'messageBox' as const } };

/** Publishes a menu of one entry; answers its version, and its number among the published ones. */
export async function newMenu(house: House, snoId: string): Promise<{ version: number; n: number }> {
  const { version } = await house.boss.call(menuGet, { snoId });
  const saved = await house.boss.call(menuSave, { snoId, version, draft: [entry] });
  return house.boss.call(menuPublish, { snoId, version: saved.version });
}
