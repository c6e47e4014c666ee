import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { RolloutGates, RolloutHalt } from '../../common/rollout.contract.ts';
import type { Gate, RolledOut } from './rolled-out.ts';

/** Terminals below which a gate says nothing. */
const least: Readonly<Record<Gate, number>> = { crash: 50, install: 30, silence: 50 };
const dayMillis = 86_400_000;

/** What a gate measures: so many of so many. */
export interface Measured {
  readonly gate: Gate;
  readonly hits: number;
  readonly sample: number;
  readonly least: number;
}

/** Lower end of the 95 % Wilson interval of a share, in percent: that far a few unlucky ones prove nothing. */
export function wilsonLow(hits: number, sample: number): number {
  if (sample === 0) return 0;
  const z = 1.96;
  const share = hits / sample;
  const middle = share + (z * z) / (2 * sample);
  const spread = z * Math.sqrt((share * (1 - share)) / sample + (z * z) / (4 * sample * sample));
  return Math.max(0, ((middle - spread) / (1 + (z * z) / sample)) * 100);
}

/** Counts terminals that proved who they are: one terminal counts once, whatever it reports. */
export async function measure(
  db: Db,
  { offers, gates }: Pick<RolledOut, 'offers' | 'gates'>,
  versionId: string,
  now: number,
): Promise<Measured[]> {
  const old = now - dayMillis;
  const { rows } = await sql<Record<'started' | 'crashed' | 'downloaded' | 'failed' | 'old' | 'silent', number>>`select
      count(*) filter (where started_at is not null)::int as started, count(*) filter (where crashed_at is not null)::int as crashed,
      count(*) filter (where downloaded_at is not null or failed_at is not null)::int as downloaded,
      count(*) filter (where failed_at is not null and installed_at is null)::int as failed,
      count(*) filter (where installed_at < ${old})::int as old,
      count(*) filter (where installed_at < ${old} and (started_at is null or last_seen < installed_at))::int as silent
    from ${sql.table(offers)} where version_id = ${versionId}::uuid and proven`.execute(db);
  const row = rows[0]!;
  const all: Record<Gate, [number, number]> = {
    crash: [row.crashed, row.started],
    install: [row.failed, row.downloaded],
    silence: [row.silent, row.old],
  };
  return gates.map((gate) => ({ gate, hits: all[gate][0], sample: all[gate][1], least: least[gate] }));
}

/** Share in percent, of one decimal. */
export const percentOf = ({ hits, sample }: Measured): number => (sample === 0 ? 0 : Math.round((hits / sample) * 1000) / 10);

/** The first gate that trips, with what was measured. */
export function trippedBy(limits: RolloutGates, measured: readonly Measured[]): RolloutHalt | undefined {
  for (const one of measured) {
    const limit = limits[one.gate];
    if (limit !== null && one.sample >= one.least && wilsonLow(one.hits, one.sample) > limit)
      return { gate: one.gate, value: percentOf(one), limit, sample: one.sample };
  }
  return undefined;
}

/** Whether enough is known to go on to the next stage: crash and install have their samples. */
export const isEnough = (limits: RolloutGates, measured: readonly Measured[]): boolean =>
  measured.every(({ gate, sample, least: needed }) => limits[gate] === null || gate === 'silence' || sample >= needed);
