import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { CertificateFacts, CertificateKind } from '../common/certificate.contract.ts';
import type { StoredCertificate } from './certificates.table.ts';

/** What stands against a certificate, or should be known of it. */
export interface Finding {
  readonly level: 'stop' | 'warn';
  readonly code: number;
  /** Its text, where the code is answered for several reasons. */
  readonly key?: string;
  readonly params: Readonly<Record<string, string | number>>;
}

const soonMillis = 60 * 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The bundle id of an app on a platform; null where it is not known. */
async function bundleOf(db: Db, appId: string, platform: number): Promise<string | null> {
  const { rows } = await sql<{ identity: string | null }>`select p.value ->> 'identity' as identity from app t,
    lateral jsonb_array_elements(coalesce(to_jsonb(t) -> 'platforms', '[]'::jsonb)) as p(value)
    where t.id = ${appId}::uuid and (p.value ->> 'platform')::int = ${platform}`.execute(db);
  return rows[0]?.identity ?? null;
}

const fits = (wanted: string, given: string): boolean => given === wanted || (given.endsWith('*') && wanted.startsWith(given.slice(0, -1)));

interface Checked {
  appId: string;
  platform: 1 | 5;
  now: number;
}

/** Everything that is wrong with what was read, the gravest first. */
export async function findingsOf(
  db: Db,
  kind: CertificateKind,
  facts: CertificateFacts,
  { appId, platform, now }: Checked,
): Promise<Finding[]> {
  const found: Finding[] = [];
  if (facts.notAfter !== null && facts.notAfter <= now)
    found.push({ level: 'stop', code: 13033, key: 'check.ended', params: { date: dayOf(facts.notAfter) } });
  else if (facts.notBefore > now) found.push({ level: 'stop', code: 13033, key: 'check.notYet', params: { date: dayOf(facts.notBefore) } });
  const bundle = await bundleOf(db, appId, platform);
  const names = kind === 'push' ? facts.topics : facts.identity === null ? [] : [facts.identity];
  if (bundle !== null && names.length > 0 && !names.some((name) => fits(bundle, name)))
    found.push({ level: 'stop', code: 13034, params: { found: names.join(', '), expected: bundle } });
  if (kind === 'profile') {
    const main = await db
      .selectFrom('app_certificate')
      .select(['sha256', 'team_id'])
      .where('app_id', '=', appId)
      .where('platform', '=', platform)
      .where('kind', '=', 'main')
      .where('replaced_by', 'is', null)
      .executeTakeFirst();
    if (main && !facts.certificateSha256s.includes(main.sha256)) found.push({ level: 'stop', code: 13036, params: {} });
  }
  if (facts.notAfter !== null && facts.notAfter > now && facts.notAfter - now < soonMillis)
    found.push({ level: 'warn', code: 13033, key: 'check.endsSoon', params: { date: dayOf(facts.notAfter) } });
  return found;
}

/** Refuses with the first finding that stops. */
export function assertNoStop(findings: readonly Finding[]): void {
  const stop = findings.find(({ level }) => level === 'stop');
  if (stop) throw new Refusal(stop.code, stop.params, stop.params);
}

/** How many signed-in terminals would stop receiving: those of the app on the platform, where topic, team or environment is another. */
export async function losing(db: Db, before: StoredCertificate, after: CertificateFacts): Promise<number> {
  const sameTopics = before.topics.every((topic) => after.topics.includes(topic)) || after.keyKind === 'p8';
  const sameEnvironment = before.environment === after.environment || after.environment === 'both';
  if (
    before.kind === 'profile'
      ? before.identity === after.identity && before.team_id === after.teamId
      : sameTopics && sameEnvironment && before.team_id === after.teamId
  )
    return 0;
  const { rows } = await sql<{
    n: number;
  }>`select count(distinct s.install_id) as n from terminal_session s join app on lower(app.app_key) = lower(s.app_key)
    where app.id = ${before.app_id}::uuid and s.platform = ${before.platform}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
