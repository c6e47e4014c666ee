import { sql } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import { decideAudience, type Membership } from '#kit/server/audience/audience.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Audience } from '#kit/common/audience.ts';
import { onShelf, type AppMinimum, type AppPlatform } from '../../common/app.contract.ts';
import { rolloutSays, type Rolling } from '../release/rolled-to.ts';
import { buildKeyOf } from '../version/build-key.ts';

/** A terminal as the rules of offers see it; without a session there is no membership. */
export interface Asking {
  readonly deviceId: string;
  readonly platform: number;
  readonly buildNo: string;
  readonly channel: string;
  readonly system: string;
  readonly membership: Membership | null;
  /** The moment; null where it is asked whether it will be offered at all. */
  readonly now: number | null;
}

/** A version that may be offered. */
export interface Candidate {
  readonly id: string;
  readonly versionName: string;
  readonly buildNo: string;
  readonly buildKey: string;
  readonly channel: string;
  readonly mode: 'prompt' | 'silent' | 'forced';
  readonly remindHours: number;
  readonly notes: LocalDraft | null;
  readonly limits: Audience;
  readonly minOs: string | null;
  readonly kind: string | null;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly storeUrl: string | null;
  readonly rollout: Rolling | null;
  /** How far this terminal is with it, and when that was last written. */
  readonly offered: string | null;
  readonly offeredSeen: number | null;
}

/** The app as offers go by it. */
export interface OfferedApp {
  readonly id: string;
  readonly status: number;
  readonly platforms: readonly AppPlatform[];
  readonly minimums: readonly AppMinimum[];
}

/** What is known of a terminal of an app. */
export interface SeenTerminal {
  readonly employeeId: string | null;
  readonly buildNo: string;
  readonly channel: string;
  readonly system: string;
  readonly lastSeen: number;
}

/** Reads the app of a key and the versions of a platform that are on shelf, with how far a terminal is with each and what is known of it; one query. */
export async function readOffers(
  db: Db,
  { appKey, platform, deviceId }: { appKey: string; platform: number; deviceId: string },
): Promise<{ app: OfferedApp; candidates: readonly Candidate[]; seen: SeenTerminal | null } | undefined> {
  const { rows } = await sql<{ app: OfferedApp; candidates: Candidate[]; seen: SeenTerminal | null }>`select
      jsonb_build_object('id', a.id, 'status', a.status, 'platforms', a.platforms, 'minimums', a.minimums) as app,
      coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'versionName', v.version_name, 'buildNo', v.build_no, 'buildKey', v.build_key,
          'channel', v.channel, 'mode', v.upgrade_mode, 'remindHours', v.remind_hours, 'notes', v.notes, 'limits', v.limits,
          'minOs', v.facts ->> 'minOs', 'kind', v.facts ->> 'kind', 'size', (v.facts ->> 'size')::bigint, 'sha256', v.facts ->> 'sha256', 'storeUrl', v.store_url,
          'rollout', case when r.id is null then null else jsonb_build_object('state', r.state, 'stages', r.stages, 'stageNo', r.stage_no, 'salt', r.salt, 'window', r.time_window) end,
          'offered', o.state, 'offeredSeen', o.last_seen) order by v.build_key desc)
        from app_version v left join rollout r on r.version_id = v.id
          left join version_offer o on o.version_id = v.id and o.device_id = ${deviceId}
        where v.app_id = a.id and v.platform = ${platform} and v.status = ${onShelf} and v.bad_reason is null), '[]') as candidates,
      (select jsonb_build_object('employeeId', t.employee_id, 'buildNo', t.build_no, 'channel', t.channel, 'system', t.system, 'lastSeen', t.last_seen)
        from app_terminal t where t.app_id = a.id and t.device_id = ${deviceId}) as seen
    from app a where lower(a.app_key) = ${appKey.toLowerCase()}`.execute(db);
  return rows[0];
}

/** Each rule of an offer in its order, and whether it holds. */
export interface RuleResult {
  readonly rule: 'shelf' | 'candidate' | 'system' | 'limits' | 'rollout';
  readonly holds: boolean;
  readonly detail: string;
}

/** What the rules say of one version for one terminal; `hold`: it was offered, and its rollout stands still. */
export interface Verdict {
  readonly rules: readonly RuleResult[];
  readonly offered: boolean;
  readonly hold: boolean;
}

/** Decides whether a version is offered to a terminal, rule by rule (on shelf, build and channel, system, limit users, rollout). */
export function decideOffer(app: OfferedApp, version: Candidate, asking: Asking): Verdict {
  const platform = app.platforms.find((one) => one.platform === asking.platform);
  const rules: RuleResult[] = [{ rule: 'shelf', holds: app.status === onShelf && (platform?.on ?? false), detail: '' }];
  const isAbove = version.buildKey > buildKeyOf(asking.buildNo);
  const isChannel = version.channel === 'stable' || version.channel === asking.channel;
  rules.push({ rule: 'candidate', holds: isAbove && isChannel, detail: `${asking.buildNo} < ${version.buildNo} · ${version.channel}` });
  rules.push({ rule: 'system', holds: fits(version.minOs, asking.system), detail: version.minOs ?? '' });
  const decision = asking.membership
    ? decideAudience(version.limits, asking.membership)
    : { included: version.limits.length === 0, by: null };
  rules.push({ rule: 'limits', holds: decision.included, detail: decision.by ? `${decision.by.kind}:${decision.by.id}` : '' });
  const rolled = rolloutSays(version.rollout, version.offered, asking);
  rules.push({ rule: 'rollout', holds: rolled.holds, detail: rolled.detail });
  const others = rules.slice(0, -1).every(({ holds }) => holds);
  return { rules, offered: others && rolled.holds, hold: others && !rolled.holds && rolled.started };
}

/** A system that is not told, or names no numbers, does not stand in the way. */
function fits(least: string | null, system: string): boolean {
  const [needed, has] = [buildKeyOf(least ?? ''), buildKeyOf(/\d+(?:\.\d+){0,3}/.exec(system)?.[0] ?? '')];
  return needed === '' || has === '' || has >= needed;
}
