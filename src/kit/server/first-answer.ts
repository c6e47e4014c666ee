import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import { addressOf, takesKey, type Endpoint } from '#kit/common/contract.ts';
import { done, type Answer } from './answer.ts';
import type { Caller } from './caller.ts';
import type { Db } from './directory.ts';
import './first-answer.table.ts';
import { newId } from './ids.ts';
import { AtWork, InvalidInput, Refusal, wrongState } from './refusal.ts';
import type { Services } from './services.ts';

/** The header by which a write says that it may have been sent before (draft-ietf-httpapi-idempotency-key-header). */
const idempotencyHeader = 'idempotency-key';

/** How long a key is known. */
const keptMillis = 24 * 3_600_000;
/** A call that has not written by then is taken for dead: another may work under its key. */
const deadMillis = 10 * 60_000;

/** A write under a key, from before its handler runs until it is answered. */
export interface KeyedWrite {
  /** In the transaction of each of its writes: from now on the key is used up, and `result` is what it would answer if the process died here. */
  written(tx: Db, result: unknown): Promise<void>;
  /** Keeps what is answered. */
  answered(answer: Answer): Promise<void>;
  /** Gives the key back where nothing was done; keeps the answer where the request itself was. */
  failed(error: unknown, answer: Answer | undefined): Promise<void>;
}

interface KeyedFacts {
  services: Services;
  operation: Endpoint;
  caller: Caller;
  request: FastifyRequest;
  /** The parsed input. */
  input: unknown;
}

/**
 * What stands between a call and its handler where the call carries a key: the first answer, when there is one already, or the watch over a
 * write that happens under this key for the first time. Nothing for calls without a key.
 */
export async function underKey(facts: KeyedFacts): Promise<{ before: Answer } | { write: KeyedWrite } | undefined> {
  const { services, operation, caller, request, input } = facts;
  const key = request.headers[idempotencyHeader];
  if (key === undefined || !takesKey(operation)) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) throw mistake('issue.idempotencyKey');
  const wanted = { uid: caller.uid, key, operation: `${operation.method} ${addressOf(operation)}` };
  const digest = services.secrets.mac('idempotency', JSON.stringify(input) ?? '');
  const id = newId();
  const { db } = services.database;
  const now = services.now();
  const taken = await db
    .insertInto('first_answer')
    .values({ ...wanted, id, digest, began_at: now, answer: null })
    .onConflict((conflict) =>
      conflict
        .columns(['uid', 'key'])
        .doUpdateSet({ id, operation: wanted.operation, digest, began_at: now, written: false, answer: null })
        .where((where) =>
          where.or([
            where('first_answer.began_at', '<', now - keptMillis),
            where.and([
              where('first_answer.began_at', '<', now - deadMillis),
              where('first_answer.written', '=', false),
              where('first_answer.answer', 'is', null),
            ]),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  if (taken) return { write: keyedWrite(services, operation, { ...wanted, id }) };
  return { before: await firstAnswer(services, { ...wanted, digest }) };
}

interface Requested {
  uid: string;
  key: string;
  operation: string;
}

const place = (id: string) => ({ table: 'first_answer', column: 'answer', row: id });
const mistake = (key: string) => new InvalidInput([{ path: 'Idempotency-Key', namespace: 'kit', key }]);

async function firstAnswer(
  services: Pick<Services, 'database' | 'now' | 'secrets'>,
  wanted: Requested & { digest: Buffer },
): Promise<Answer> {
  const { db } = services.database;
  const first = await db
    .selectFrom('first_answer')
    .selectAll()
    .where('uid', '=', wanted.uid)
    .where('key', '=', wanted.key)
    .executeTakeFirst();
  // Given back in this moment.
  if (!first) throw new AtWork();
  if (first.operation !== wanted.operation || !first.digest.equals(wanted.digest)) throw mistake('issue.idempotencyReused');
  if (first.answer !== null) return { ...(JSON.parse(services.secrets.open(first.answer, place(first.id))) as Answer), isRepeated: true };
  if (first.written && first.began_at < services.now() - deadMillis) throw wrongState('done');
  // The first call with this key is still at work.
  throw new AtWork();
}

function keyedWrite(
  services: Pick<Services, 'database' | 'secrets'>,
  operation: Endpoint,
  { uid, key, id }: Requested & { id: string },
): KeyedWrite {
  let kept: unknown;
  let isWritten = false;
  const seal = ({ status, body }: Answer): string => services.secrets.seal(JSON.stringify({ status, body }), place(id));
  const mine = (db: Db) => db.updateTable('first_answer').where('uid', '=', uid).where('key', '=', key).where('id', '=', id);
  return {
    written: async (tx, result) => {
      const reply = operation.reply.safeParse(result);
      const answer = reply.success ? seal(done(reply.data)) : null;
      const { numUpdatedRows } = await mine(tx).set({ written: true, answer }).executeTakeFirst();
      // Somebody took this call for dead and does the same again: only one of the two is done.
      if (numUpdatedRows === 0n) throw new Refusal(code.unavailable);
      isWritten = true;
      kept = reply.success ? reply.data : undefined;
    },
    answered: async (answer) => {
      if (isWritten && kept !== undefined && JSON.stringify(kept) === JSON.stringify(answer.body.data)) return;
      await mine(services.database.db)
        .set({ written: true, answer: seal(answer) })
        .execute();
    },
    failed: async (error, answer) => {
      // A change that waits for others was asked for: the same request does not ask again.
      const isAsked = error instanceof Refusal && error.answer === code.approval && requestIn(error.data) !== undefined;
      if (isAsked && answer)
        return void (await mine(services.database.db)
          .set({ written: true, answer: seal(answer) })
          .execute());
      await sql`delete from first_answer where uid = ${uid} and key = ${key} and id = ${id} and not written`.execute(services.database.db);
    },
  };
}

const requestIn = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'requestId' in data ? data.requestId : undefined;

/** Forgets keys whose time is over. */
export async function sweepFirstAnswers(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('first_answer')
    .where('began_at', '<', now - keptMillis)
    .execute();
}
