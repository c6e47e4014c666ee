import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { assertWorks } from '#modules/public-accounts/server/public.ts';
import type { pushPreview } from '../../common/push.contract.ts';
import { accountRules } from './account-rules.ts';
import { assertNamed, chosenBy, type Chosen } from './audience.ts';
import { assertUsable, freeze, languagesOf } from './content.ts';
import { foresee } from './impact.ts';

const minuteMillis = 60_000;
const dayMillis = 86_400_000;
/** Five minutes, less the time that it takes to look and to click. */
const leastAhead = 4 * minuteMillis;
const tokenMillis = 15 * minuteMillis;
const sampleSize = 20;

/** What is asked for when a push is previewed. */
export type PushRequest = Parsed<typeof pushPreview>;

/** Refuses a time that is too near or too far (15063). */
export function assertPlan(planAt: number | null, now: number): void {
  if (planAt !== null && (planAt < now + leastAhead || planAt > now + 365 * dayMillis)) throw new Refusal(15063);
}

class Looked extends Error {}

/** Shows whom a push reaches and keeps what was shown for a quarter of an hour. */
export async function previewPush(call: Call, request: PushRequest): Promise<Reply<typeof pushPreview>> {
  const { db, caller, services } = call;
  const { snoId, content, audience } = request;
  const range = caller.scope();
  await assertWorks(db, range, snoId, 'push');
  const account = await accountRules(db, snoId);
  if (!account.enabled) throw new Refusal(15010);
  const now = services.now();
  assertPlan(request.planAt, now);
  await assertUsable(db, snoId, content);
  await assertNamed(db, range, snoId, audience);

  let looked: { impact: Awaited<ReturnType<typeof foresee>>; sample: string[] } | undefined;
  // Whom it reaches is worked out once and kept for the counts that follow; nothing of it stays.
  await db
    .transaction()
    .execute(async (tx) => {
      const frozen = await freeze(tx, snoId, content);
      await sql`create temporary table push_chosen (id uuid primary key, fan boolean not null) on commit drop`.execute(tx);
      await sql`insert into push_chosen ${await chosenBy(tx, snoId, audience)}`.execute(tx);
      await sql`analyze push_chosen`.execute(tx);
      const chosen = sql<Chosen>`select id, fan from push_chosen`;
      const impact = await foresee(tx, caller, {
        account,
        chosen,
        languages: languagesOf(frozen),
        sha256: frozen.sha256,
        planAt: request.planAt,
        zoneMode: request.zoneMode,
        urgent: request.urgent,
        ignoreCap: request.ignoreCap,
        all: audience.all,
        now,
      });
      const { rows } = await sql<{ id: string }>`select id from push_chosen where fan order by md5(id::text) limit ${sampleSize}`.execute(
        tx,
      );
      looked = { impact, sample: rows.map(({ id }) => id) };
      throw new Looked();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Looked)) throw error;
    });
  const { impact, sample } = looked!;
  const people = await directory.people(db, sample, caller.language);
  const token = randomBytes(24).toString('base64url');
  await db
    .insertInto('push_preview')
    .values({
      token,
      sno_id: snoId,
      by_id: caller.uid,
      at: now,
      request: JSON.stringify(request),
      targets: impact.targets,
      impact: JSON.stringify(impact),
      used_push_id: null,
    })
    .execute();
  return {
    ...impact,
    token,
    expiresAt: now + tokenMillis,
    content,
    sample: sample.flatMap((id) => {
      const person = people.get(id);
      return person ? [{ id, name: person.name, department: person.departmentName }] : [];
    }),
  };
}

/** How long a preview holds. */
export const previewMillis = tokenMillis;
