import { sql } from 'kysely';
import { countAudience, employeesOfAudience, membershipOf } from '#kit/server/audience/audience.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { assertCan, outOfRange } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { limitUserExport, limitUserImport } from '../../common/limit-files.contract.ts';
import { limitUserExplain, limitUserList, limitUserSave } from '../../common/release.contract.ts';
import { versionUserPage } from '../../common/permissions.ts';
import { decideOffer, readOffers } from '../offer/offer.ts';
import { versions } from '../version/version.ts';
import { limitExportJob, limitImportJob } from './limit-files.job.ts';
import { limitsOf, namesOfLimits } from './limits.ts';
import { findVersion } from './find-version.ts';

/** Who may get a version. */
export const limitUserRoutes: readonly BoundRoute[] = [
  handle(limitUserList, async (call, { versionId }) => {
    const { version, app_id } = await findVersion(call.db, call.caller, versionId);
    const rows = await limitsOf(call.db, versionId);
    const { people } = await countAudience(call.db, directory, rows, call.caller.scope());
    const { rows: terminals } = await sql<{
      count: number;
    }>`select count(*)::int as count from app_terminal t where t.app_id = ${app_id}::uuid
      and (${rows.length === 0} or t.employee_id in (${employeesOfAudience(directory, rows)}))`.execute(call.db);
    return { version, list: await namesOfLimits(call, rows), people, terminals: terminals[0]!.count };
  }),
  handle(limitUserSave, ({ caller, write }, { versionId, version, add, remove }) =>
    write(async (tx) => {
      await findVersion(tx, caller, versionId);
      if (add.length > 0) assertCan(caller, versionUserPage.button.assign);
      if (remove.length > 0) assertCan(caller, versionUserPage.button.remove);
      const gone = new Set([...remove, ...add.map(({ id }) => id)]);
      const limits = [...(await limitsOf(tx, versionId)).filter(({ id }) => !gone.has(id)), ...add];
      const [state] = await changeObjects(tx, caller, versions.kind, [{ id: versionId, version, fields: { limits: limits } }]);
      return { version: state!.version };
    }),
  ),
  handle(limitUserExplain, async (call, { versionId, empId }) => {
    const { db, caller } = call;
    const { app_id: appId, platform } = await findVersion(db, caller, versionId);
    const range = caller.scope();
    const { rows: seen } =
      await sql`select from unnest(${[empId]}::uuid[]) as m(id) where ${directory.employeeInRange(range, 'm.id')}`.execute(db);
    if (seen.length === 0) throw outOfRange();
    const { rows } = await sql<{
      app_key: string;
      device_id: string | null;
      build_no: string | null;
      channel: string | null;
      system: string | null;
    }>`
      select a.app_key, t.device_id, t.build_no, t.channel, t.system from app a
        left join app_terminal t on t.app_id = a.id and t.employee_id = ${empId}::uuid and t.platform = ${platform}
      where a.id = ${appId}::uuid order by t.last_seen desc nulls last limit 1`.execute(db);
    const terminal = rows[0]!;
    const deviceId = terminal.device_id ?? empId;
    const found = await readOffers(db, { appKey: terminal.app_key, platform, deviceId });
    const version = found?.candidates.find(({ id }) => id === versionId);
    if (!found || !version) return { offered: false, rules: [{ rule: 'online', holds: false, detail: '' }] };
    const membership = await membershipOf(db, directory, empId);
    const verdict = decideOffer(found.app, version, {
      deviceId,
      platform,
      buildNo: terminal.build_no ?? '0',
      channel: terminal.channel ?? 'stable',
      system: terminal.system ?? '',
      membership,
      now: call.services.now(),
    });
    const limits = verdict.rules.find(({ rule }) => rule === 'limits');
    const by = version.limits.find(({ kind, id }) => limits?.detail === `${kind}:${id}`);
    const [name] = by ? await namesOfLimits(call, [by]) : [];
    const rules = verdict.rules.map((one) => (one.rule === 'limits' && name ? { ...one, detail: name.name } : one));
    return { offered: verdict.offered, rules };
  }),
  handle(limitUserExport, async (call, input) => {
    await findVersion(call.db, call.caller, input.versionId);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, limitExportJob, input) }));
  }),
  handle(limitUserImport, async (call, input) => {
    await findVersion(call.db, call.caller, input.versionId);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, limitImportJob, input) }));
  }),
];
