import { sql } from 'kysely';
import type { Audience } from '#kit/common/audience.ts';
import { decideAudience, employeesOfAudience, membershipOf } from '#kit/server/audience/audience.ts';
import type { Db } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { fansOf } from '../fans.ts';
import '../accounts.table.ts';

/** A rule of who sees which logo. */
export interface LogoRule {
  readonly id: string;
  readonly snoId: string;
  readonly name: string;
  readonly logoId: string;
  readonly members: Audience;
}

/** A logo as far as terminals go by it. */
export interface ShownLogo {
  readonly id: string;
  readonly snoId: string;
  readonly name: string;
  readonly dark: boolean;
  readonly standard: boolean;
}

/** Rules and logos of accounts; rules in their order. */
export async function logoFacts(db: Db, snoIds: readonly string[]): Promise<{ rules: LogoRule[]; logos: ShownLogo[] }> {
  if (snoIds.length === 0) return { rules: [], logos: [] };
  const [{ rows: rules }, { rows: logos }] = await Promise.all([
    sql<LogoRule>`select id, sno_id as "snoId", name, logo_id as "logoId", members from sno_logo_role
      where sno_id = any(${[...snoIds]}::uuid[]) order by sno_id, priority, id`.execute(db),
    sql<ShownLogo>`select id, sno_id as "snoId", name, dark_file_id is not null as dark, standard from sno_logo
      where sno_id = any(${[...snoIds]}::uuid[])`.execute(db),
  ]);
  return { rules, logos };
}

/** The logo that somebody sees of each of these accounts: that of the first rule that names them, else the standard one. */
export async function logosFor(db: Db, uid: string, snoIds: readonly string[]): Promise<Map<string, ShownLogo>> {
  const { rules, logos } = await logoFacts(db, snoIds);
  const membership = rules.length > 0 ? await membershipOf(db, directory, uid) : undefined;
  const shown = new Map<string, ShownLogo>();
  for (const snoId of snoIds) {
    const rule = membership && rules.find((one) => one.snoId === snoId && decideAudience(one.members, membership).included);
    const found = logos.find((one) => (rule ? one.id === rule.logoId : one.snoId === snoId && one.standard));
    if (found) shown.set(snoId, found);
  }
  return shown;
}

/** How many fans of an account see each of its logos. */
export async function peopleByLogo(db: Db, snoId: string): Promise<Map<string, number>> {
  const { rules, logos } = await logoFacts(db, [snoId]);
  const fans = await fansOf(db, snoId);
  const counts = new Map(logos.map(({ id }) => [id, 0]));
  const cases = rules.map(({ members, logoId }) => sql`when id in (${employeesOfAudience(directory, members)}) then ${logoId}::uuid`);
  const standard = logos.find((one) => one.standard)?.id ?? null;
  const decided = cases.length > 0 ? sql`case ${sql.join(cases, sql` `)} else ${standard}::uuid end` : sql`${standard}::uuid`;
  const { rows } = await sql<{ logo: string | null; n: number }>`select ${decided} as logo, count(*)::int as n
    from (${fans}) as fans group by 1`.execute(db);
  for (const { logo, n } of rows) if (logo !== null) counts.set(logo, n);
  return counts;
}
