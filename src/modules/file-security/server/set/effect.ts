import { sql } from 'kysely';
import { z } from 'zod';
import { platforms } from '#kit/common/client/platforms.ts';
import type { Db } from '#kit/server/directory.ts';
import { deviceForms, deviceOwnerships, fileActions, fileTypes } from '../../common/words.ts';
import type { Book, RuleSet } from '../rule/book.ts';
import { decide } from '../rule/decide.ts';
import type { Facts } from '../rule/facts.ts';
import { readPeople } from '../rule/read-people.ts';

/** What a version would change of the last decisions. */
export interface Effect {
  readonly looked: number;
  readonly newlyBlocked: number;
  readonly newlyAllowed: number;
}

const weekMillis = 7 * 86_400_000;
/** Decisions that are looked at, the newest first. */
const mostLooked = 2_000;

interface Row {
  at: number;
  employee: string;
  action: string;
  fileId: string | null;
  fileName: string;
  platform: number;
  address: string | null;
  verdict: string;
  facts: Record<string, unknown>;
}

/**
 * Decides the last decisions of seven days again under another version, by the function that decides in earnest: with the facts as they were
 * written down, and with who people are today.
 */
export async function effectOf(db: Db, { book, set, now }: { book: Book; set: RuleSet; now: number }): Promise<Effect> {
  const { rows } =
    await sql<Row>`select at, employee_id as employee, action, file_id as "fileId", file_name as "fileName", platform, address, verdict, facts
    from file_decision where at > ${now - weekMillis} and at <= ${now} order by at desc limit ${mostLooked}`.execute(db);
  const recipients = rows.flatMap(({ facts }) => idsIn(facts['recipientIds']));
  const people = await readPeople(db, [...rows.map(({ employee }) => employee), ...recipients], book.crowds);
  let [newlyBlocked, newlyAllowed] = [0, 0];
  for (const row of rows) {
    const facts = factsOf(row, people);
    if (!facts) continue;
    const then = decide(book, book.published, facts).verdict === 'block';
    const later = decide(book, set, facts).verdict === 'block';
    if (later && !then) newlyBlocked += 1;
    if (then && !later) newlyAllowed += 1;
  }
  return { looked: rows.length, newlyBlocked, newlyAllowed };
}

/** What an archive held, as it was written down. */
const inside = z.object({ types: z.array(z.enum(fileTypes)), extensions: z.array(z.string()) });

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []);

/** The facts of a decision that was written down; undefined where the person is no longer here or the row is of another time. */
function factsOf(row: Row, people: ReadonlyMap<string, Facts['person']>): Facts | undefined {
  const person = people.get(row.employee);
  const action = fileActions.find((one) => one === row.action);
  const platform = platforms.find((one) => one === row.platform);
  if (!person || !action || !platform) return undefined;
  const { facts } = row;
  const level = [0, 1, 2, 3].find((one) => one === facts['level']);
  const ids = idsIn(facts['recipientIds']);
  return {
    person,
    action,
    platform,
    address: row.address,
    at: row.at,
    file: {
      id: row.fileId,
      name: row.fileName,
      type: fileTypes.find((one) => one === facts['type']) ?? 'other',
      size: Number(facts['size'] ?? 0),
      level: (level ?? 1) as 0 | 1 | 2 | 3,
      held: facts['held'] === true,
      reached: typeof facts['reached'] === 'boolean' ? facts['reached'] : null,
      inside: inside.safeParse(facts['inside']).data,
    },
    device: deviceIn(facts['device']),
    recipients: ids.flatMap((id) => people.get(id) ?? []),
    external: facts['external'] === true,
    limit: limitIn(facts['limit']),
  };
}

/** The device as it was then; one that nothing was written down of is not known. */
const deviceThen = z.object({
  id: z.string().nullable(),
  name: z.string(),
  usable: z.boolean(),
  state: z.string(),
  ownership: z.enum(deviceOwnerships),
  formFactor: z.enum(deviceForms),
  compliant: z.boolean(),
  bound: z.boolean(),
  hardwareKey: z.boolean(),
});
/** A device as a decision wrote it down. */
export const deviceIn = (value: unknown): Facts['device'] => deviceThen.safeParse(value).data ?? null;

function limitIn(value: unknown): Facts['limit'] {
  if (typeof value !== 'object' || value === null || !('allowed' in value)) return null;
  return {
    allowed: value.allowed === true,
    id: 'id' in value && typeof value.id === 'string' ? value.id : null,
    name: 'name' in value ? String(value.name) : '',
  };
}
