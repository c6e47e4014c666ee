import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { authSettingList, AuthSettingRow } from '../../common/auth-setting.contract.ts';
import type { AuthSettingTable } from './auth-setting.table.ts';
import { originOf, settingViews, type Beside } from './auth-setting.view.ts';
import { openGuard } from '../guard.ts';

const orders = { orderNo: sql`order_no`, code: sql`lower(code)`, updatedAt: sql`updated_at` };

/** What is told beside the rows, for this call. */
export const besideOf = ({ db, services, request }: Call): Beside => ({ db, now: services.now(), origin: originOf(services, request) });

/** The settings in the order of the login page, and the change that waits for its confirmation. */
export async function listSettings(call: Call, input: Parsed<typeof authSettingList>): Promise<Reply<typeof authSettingList>> {
  const where: RawBuilder<boolean>[] = [];
  if (input.text) where.push(sql`(code ilike ${containing(input.text)} or name::text ilike ${containing(input.text)})`);
  if (input.kind) where.push(sql`kind = ${input.kind}`);
  if (input.enabled !== undefined) where.push(sql`enabled = ${input.enabled}`);
  if (input.audience) where.push(sql`audience = ${input.audience}`);
  const source = { columns: sql`*`, from: sql`auth_setting`, where, order: orderOf(input.sort ?? 'orderNo', orders, sql`id`) };
  const { list, ...counted } = await readPage<AuthSettingTable>(call.db, source, input);
  return { list: await settingViews(besideOf(call), list), ...counted, guard: await openGuard(call.db, call.caller) };
}

/** One of them. */
export async function getSetting(beside: Beside, id: string): Promise<AuthSettingRow> {
  const row = await beside.db.selectFrom('auth_setting').selectAll().where('id', '=', id).executeTakeFirst();
  const [view] = row ? await settingViews(beside, [row]) : [];
  if (!view) throw notFound();
  return view;
}
