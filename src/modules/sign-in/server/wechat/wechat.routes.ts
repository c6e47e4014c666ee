import { createHash } from 'node:crypto';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import * as contract from '../../common/wechat.contract.ts';
import { failureOf } from '../failure.ts';
import { wechatApp, wechatIds, wechatPlace, WechatRefused, wechatRow, wechatToken } from './wechat-client.ts';
import { wechatKind } from './wechat.kind.ts';
import type { WechatConfigTable } from './wechat.table.ts';

/** Operations on the WeCom application. */
export const wechatRoutes: readonly BoundRoute[] = [
  handle(contract.wechatGet, ({ db }, { use }) => viewOf(db, use)),
  handle(contract.wechatUpdate, (call, input) => update(call, input)),
  handle(contract.wechatTest, (call, { use }) => test(call, use)),
];

/** What a test stands for: the very application and secret. */
const subjectOf = ({ corp_id, agent_id, secret, api_base }: WechatConfigTable): string =>
  createHash('sha256')
    .update(JSON.stringify([corp_id, agent_id, secret, api_base]))
    .digest('base64url');

async function viewOf(db: Db, use: contract.WechatUse): Promise<Reply<typeof contract.wechatGet>> {
  const row = await wechatRow(db, use);
  const tested = await db.selectFrom('wechat_test').selectAll().where('use', '=', use).executeTakeFirst();
  return {
    ...stampsOf(row),
    use,
    corpId: row.corp_id,
    agentId: row.agent_id,
    apiBase: row.api_base,
    loginBase: row.login_base,
    match: row.match,
    hasSecret: row.secret !== null,
    lastTest: tested && tested.subject === subjectOf(row) ? tested : null,
  };
}

/** A stored secret goes to no other company or address than it was entered for. */
async function update(call: Call, input: Parsed<typeof contract.wechatUpdate>): Promise<Reply<typeof contract.wechatUpdate>> {
  const { use, version, secret, ...parts } = input;
  const { secrets } = call.services;
  return call.write(async (tx) => {
    const row = await wechatRow(tx, use);
    const { corpId = row.corp_id, apiBase = row.api_base } = parts;
    const elsewhere = corpId !== row.corp_id || apiBase !== row.api_base;
    if (elsewhere && row.secret !== null && secret === undefined)
      throw new InvalidInput([{ path: 'secret', namespace: 'sign-in', key: 'issue.secretAgain' }]);
    const fields = { ...parts, ...(secret !== undefined && { secret: secrets.seal(secret, wechatPlace(use)) }) };
    await changeObjects(tx, call.caller, wechatKind, [{ id: wechatIds[use], version, fields: fields as Fields }]);
    return viewOf(tx, use);
  });
}

/** Asks for a token; what the service says is kept in its own words. */
async function test(call: Call, use: contract.WechatUse): Promise<Reply<typeof contract.wechatTest>> {
  const { db, services, caller } = call;
  const row = await wechatRow(db, use);
  const at = services.now();
  const text = (key: string): string => services.texts.text(caller.language, 'sign-in', key);
  const report = await wechatApp(services, use)
    .then((app) => wechatToken(services.outbound, app, true))
    .then(
      () => ({ at, ok: true, errcode: 0, message: 'ok' }),
      (error: unknown) =>
        error instanceof WechatRefused
          ? { at, ok: false, errcode: error.errcode, message: error.errmsg }
          : { at, ok: false, errcode: null, message: text(`failure.${failureOf(error).reason}`) },
    );
  const values = { ...report, subject: subjectOf(row) };
  await db
    .insertInto('wechat_test')
    .values({ use, ...values })
    .onConflict((conflict) => conflict.column('use').doUpdateSet(values))
    .execute();
  caller.note({ ok: report.ok, errcode: report.errcode });
  return report;
}
