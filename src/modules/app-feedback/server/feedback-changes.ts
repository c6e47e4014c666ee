import { sql } from 'kysely';
import type { ClientPart } from '#kit/server/client/client-part.ts';
import { sitePart } from '#kit/server/client/remembered-epoch.ts';
import type { ClientEpoch } from '#kit/server/client/terminal-gate.ts';
import './feedback.table.ts';

/** When anybody was answered last, and how many answers were withdrawn; a few bytes from memory. */
const anybody = sitePart('feedback', async ({ database }) => {
  const { rows } = await sql<{ at: number | null; withdrawn: number }>`select (select max(at) from feedback_reply) as at,
    (select count(*)::int from feedback_reply where withdrawn_at is not null) as withdrawn`.execute(database.db);
  return `${rows[0]?.at ?? 0}/${rows[0]?.withdrawn ?? 0}`;
});

/** Answers for one person: how many there were, one more for each that was withdrawn, and the last one. */
const word: ClientPart['word'] = async ({ database }, uid) => {
  const { rows } = await sql<{
    n: number;
    at: number | null;
  }>`select count(*)::int + count(r.withdrawn_at)::int as n, max(r.at) as at from feedback f
    join feedback_reply r on r.feedback_id = f.id where f.employee_id = ${uid}::uuid and not r.by_employee`.execute(database.db);
  return `${rows[0]?.n ?? 0}/${rows[0]?.at ?? 0}`;
};

/** Terminals that wait for changes are told of answers to their person. */
export const feedbackChanges: ClientPart = { name: 'feedback', stamp: anybody.stamp, word };

/** Grows with every answer to the person, and with every one that is withdrawn. */
export const feedbackEpoch: ClientEpoch = async (services, uid) => {
  if (uid === undefined || (await anybody.stamp(services, uid)) === '0/0') return {};
  return { person: Number((await word(services, uid)).split('/')[0]) };
};
