import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import type { Decision } from './facts.ts';
import type { Gathered } from './gather.ts';

/** Base 32 without letters and digits that look alike. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** A code that a person can read out: eight characters at random. */
const newRef = (): string => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');

/** Where a decision was made, beside its facts. */
export interface Occasion {
  readonly occasion: 'ask' | 'ticket' | 'send';
  readonly installId: string | null;
  readonly setNumber: number;
}

/** Writes a decision down with everything it looked at; answers its code. */
export async function writeDecision(
  db: Db,
  { facts, known }: Gathered,
  decision: Decision,
  { occasion, installId, setNumber }: Occasion,
): Promise<string> {
  const ref = newRef();
  const { person, file, device, recipients, external, limit } = facts;
  const seen = {
    type: file.type,
    size: file.size,
    level: file.level,
    held: file.held,
    reached: file.reached,
    ...(file.inside && { inside: file.inside }),
    external,
    limit,
    ...(device && { device }),
    recipientIds: recipients.map(({ id }) => id),
  };
  await sql`${sql.raw(preparedMark)} insert into file_decision (ref, at, employee_id, action, occasion, file_id, file_name, file_hash, platform, address, install_id,
      device_id, device_name, facts, verdict, step, rule_id, rule_name, conditions, steps, observed, set_number)
    values (${ref}, ${facts.at}, ${person.id}, ${facts.action}, ${occasion}, ${file.id}, ${file.name}, ${known?.hash ?? null}, ${facts.platform},
      ${facts.address}, ${installId}, ${device?.id ?? null}, ${device?.name ?? null}, ${JSON.stringify(seen)}, ${decision.verdict}, ${decision.step},
      ${decision.rule?.id ?? null}, ${decision.rule?.name ?? null}, ${JSON.stringify(decision.conditions)},
      ${JSON.stringify({ steps: decision.steps, observed: decision.observed, later: decision.later })},
      ${decision.observed.flatMap(({ id }) => id ?? [])}, ${setNumber})`.execute(db);
  return ref;
}
