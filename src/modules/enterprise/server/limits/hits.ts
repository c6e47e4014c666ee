import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import type { Verdict } from './limit-book.ts';
import type { Questions } from './questions.ts';
import '../limits.table.ts';

const dayMillis = 86_400_000;
const shownDays = 7;
const keptDays = 31;
const dayOf = (at: number): number => Math.floor(at / dayMillis);

/** How often a rule decided, and how often it refused. */
export interface Hits {
  readonly decided: number;
  readonly refused: number;
}

/** Counts decisions in memory: one row a rule and day is written every few seconds, not one a decision. */
export class HitCounter {
  #counts = new Map<string, { ruleId: string; day: number; decided: number; refused: number }>();
  #swept = 0;

  /** Counts by whom something was decided. A rule that only looks on refuses what it would have refused. */
  count({ allowed, rule, observed }: Verdict): void {
    if (!rule) return;
    const day = dayOf(clock.now());
    const key = `${rule.id} ${day}`;
    const known = this.#counts.get(key) ?? { ruleId: rule.id, day, decided: 0, refused: 0 };
    known.decided += 1;
    if (!allowed || observed?.allowed === false) known.refused += 1;
    this.#counts.set(key, known);
  }

  /** Writes what was counted since the last time; what could not be written is written with the next. */
  async write(db: Db): Promise<void> {
    const rows = [...this.#counts.values()];
    this.#counts = new Map();
    try {
      if (rows.length > 0)
        await sql`insert into limit_hit (rule_id, day, decided, refused)
          select * from unnest(${rows.map(({ ruleId }) => ruleId)}::uuid[], ${rows.map(({ day }) => day)}::int[],
            ${rows.map(({ decided }) => decided)}::bigint[], ${rows.map(({ refused }) => refused)}::bigint[]) as counted(rule_id, day, decided, refused)
          order by 1, 2
          on conflict (rule_id, day) do update set decided = limit_hit.decided + excluded.decided, refused = limit_hit.refused + excluded.refused`.execute(
          db,
        );
    } catch (error) {
      for (const row of rows) this.#addBack(row);
      throw error;
    }
    await this.#sweep(db);
  }

  #addBack(row: { ruleId: string; day: number; decided: number; refused: number }): void {
    const key = `${row.ruleId} ${row.day}`;
    const known = this.#counts.get(key);
    if (!known) this.#counts.set(key, row);
    else {
      known.decided += row.decided;
      known.refused += row.refused;
    }
  }

  async #sweep(db: Db): Promise<void> {
    const today = dayOf(clock.now());
    if (this.#swept === today) return;
    this.#swept = today;
    await db
      .deleteFrom('limit_hit')
      .where('day', '<', today - keptDays)
      .execute();
  }
}

/** The same questions, with every answer counted. */
export function counted(questions: Questions, hits: HitCounter): Questions {
  const noted = (verdict: Verdict): Verdict => {
    hits.count(verdict);
    return verdict;
  };
  return {
    file: async (...request) => noted(await questions.file(...request)),
    message: async (...request) => noted(await questions.message(...request)),
    members: async (...request) => {
      const verdicts = await questions.members(...request);
      verdicts.forEach(noted);
      return verdicts;
    },
  };
}

/** What these rules decided within seven days, today being one of them. */
export async function hitsOf(db: Db, ruleIds: readonly string[]): Promise<(id: string) => Hits> {
  const { rows } = await sql<Hits & { id: string }>`select rule_id as id, sum(decided)::bigint as decided, sum(refused)::bigint as refused
    from limit_hit where rule_id = any(${ruleIds}::uuid[]) and day > ${dayOf(clock.now()) - shownDays} group by rule_id`.execute(db);
  const byId = new Map(rows.map(({ id, ...hits }) => [id, hits]));
  return (id) => byId.get(id) ?? { decided: 0, refused: 0 };
}
