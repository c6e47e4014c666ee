import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import type { contactCheck } from '../../common/insight.contract.ts';

type Named = Parsed<typeof contactCheck>['named'];

interface Found {
  /** Pairs of which both are known. */
  named: { viewerId: string; targetId: string }[];
  /** Words that mean nobody in the caller's range, or several. */
  unknown: { at: number; word: string }[];
}

const countryCodes = ['+86', '+81', '+1'];

/** A mobile as it may be stored: mostly it is typed without its country. */
function mobilesOf(word: string): string[] {
  const digits = word.normalize('NFKC').replaceAll(/[\s().-]/g, '');
  if (!/^\+?\d{3,15}$/.test(digits)) return [];
  return digits.startsWith('+') ? [digits] : countryCodes.map((code) => `${code}${digits.replace(/^0/, '')}`);
}

/** The people whom pairs of words mean; who is out of range reads like who does not exist. */
export async function namedPairs(call: Call, pairs: Named): Promise<Found> {
  if (pairs.length === 0) return { named: [], unknown: [] };
  const known = await peopleNamed(
    call,
    pairs.flatMap(({ viewer, target }) => [viewer, target]),
  );
  const found: Found = { named: [], unknown: [] };
  for (const [at, { viewer, target }] of pairs.entries()) {
    const [viewerId, targetId] = [known.get(viewer), known.get(target)];
    if (viewerId && targetId) found.named.push({ viewerId, targetId });
    if (!viewerId) found.unknown.push({ at, word: viewer });
    if (!targetId && target !== viewer) found.unknown.push({ at, word: target });
  }
  return found;
}

/** The one person in range whom each word means; a word that means several is left out. */
async function peopleNamed({ db, caller, services }: Call, all: readonly string[]): Promise<Map<string, string>> {
  const words = [...new Set(all)];
  const plain = words.map((word) => word.normalize('NFKC'));
  const folded = plain.map((word) => word.toLowerCase());
  const mobiles = words.flatMap((word) => mobilesOf(word).map((mobile) => ({ word, mobile })));
  const { rows } = await sql<{ word: string; id: string }>`
    with typed as (select * from unnest(${words}::text[], ${plain}::text[], ${folded}::text[]) as m(word, plain, folded)),
    mobile as (select * from unnest(${mobiles.map(({ word }) => word)}::text[], ${mobiles.map((one) => one.mobile)}::text[]) as m(word, mobile)),
    hit as (select typed.word, e.id from typed join employee e on e.account_key = typed.folded
      union select typed.word, e.id from typed join employee e on e.employee_no in (typed.word, typed.plain)
      union select typed.word, e.id from typed join employee e on e.email_key = typed.folded
      union select mobile.word, e.id from mobile join employee e on e.mobile = mobile.mobile and e.status not in ('deleted', 'left'))
    select hit.word, hit.id from hit join employee e on e.id = hit.id
    where e.status not in ('deleted', 'left') and ${services.directory.employeeInRange(caller.scope(), 'e.id')}`.execute(db);
  const byWord = Map.groupBy(rows, ({ word }) => word);
  return new Map([...byWord].flatMap(([word, [first, ...more]]) => (first && more.length === 0 ? [[word, first.id] as const] : [])));
}
