import type { Services } from '#kit/server/services.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import type { Book } from './book.ts';
import { decide } from './decide.ts';
import type { Decision } from './facts.ts';
import { gather, type Asked, type Gathered } from './gather.ts';
import { fileRulesOf } from './open-rules.ts';
import { writeDecision, type Occasion } from './write-down.ts';

/** What was decided, with the code under which it was written down. */
export interface Answered extends Gathered {
  readonly decision: Decision;
  readonly ref: string;
  readonly book: Book;
}

type Parts = Pick<Services, 'database' | 'now' | 'log' | 'files' | 'warnings'>;

/**
 * Decides and writes it down before anybody acts on it. Fails closed: whatever can't be read or written refuses with 18241. A file that
 * does not exist, and one that the person does not reach, are told apart by nobody (10404).
 */
export async function ask(
  services: Parts,
  asked: Asked,
  { occasion, installId }: Pick<Occasion, 'occasion' | 'installId'>,
): Promise<Answered> {
  const { db } = services.database;
  return closed(services, async () => {
    const book = await fileRulesOf(services).book();
    const gathered = await gather(services, db, book, asked);
    if (!gathered) throw notFound();
    const decision = decide(book, book.published, gathered.facts);
    const ref = await writeDecision(db, gathered, decision, { occasion, installId, setNumber: book.published.number });
    if (decision.verdict === 'block' && decision.step === 'reach') throw notFound();
    return { ...gathered, decision, ref, book };
  });
}

const tellMillis = 10_000;
const toldOf = perProduct(() => ({ at: Number.NEGATIVE_INFINITY }));

/** Runs work that needs rules and decisions; 18241 where these are unavailable, with an alert. */
export async function closed<T>(services: Pick<Services, 'database' | 'log' | 'now' | 'warnings'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    services.log.error(error, 'A decision about a file failed');
    await tell(services, error);
    throw new Refusal(18241);
  }
}

/** Raises the warning, now and then: where the database itself is away it stands in the log alone. */
async function tell(services: Pick<Services, 'database' | 'log' | 'now' | 'warnings'>, error: unknown): Promise<void> {
  const told = toldOf(services);
  const at = services.now();
  if (Math.abs(at - told.at) < tellMillis) return;
  told.at = at;
  const reason = error instanceof Error ? error.message.slice(0, 200) : '';
  const object = { kind: 'fileDecision', id: 'decisions', name: 'decisions' };
  await services.warnings
    .raise(services.database.db, { kind: 'file.undecided', object, facts: { reason } })
    .catch((failure: unknown) => services.log.error(failure, 'Nobody could be told of failing decisions'));
}
