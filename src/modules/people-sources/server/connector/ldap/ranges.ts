import { PresenceFilter, type Entry } from 'ldapts';
import { textsOf } from './attributes.ts';
import type { Session } from './session.ts';

const rangePattern = /^(.+);range=(\d+)-(\d+|\*)$/i;

/** The part of an attribute that came, where the directory gives many values out piece by piece (MS-ADTS 3.1.1.3.1.3.3). */
function pieceOf(entry: Entry, attribute: string): { values: string[]; next: number | undefined } {
  for (const name of Object.keys(entry)) {
    const range = rangePattern.exec(name);
    // Beside its piece the plain name may stand there without any value.
    if (range?.[1]?.toLowerCase() !== attribute.toLowerCase()) continue;
    const values = textsOf(entry, name);
    return { values, next: range[3] === '*' || values.length === 0 ? undefined : Number(range[3]) + 1 };
  }
  return { values: textsOf(entry, attribute), next: undefined };
}

/** All values of an attribute, a piece at a time. `step` asks for pieces of that size; without it the directory decides. */
export async function* allValues(session: Session, entry: Entry, attribute: string, step?: number): AsyncGenerator<readonly string[]> {
  let { values, next } = pieceOf(entry, attribute);
  yield values;
  while (next !== undefined) {
    const asked = `${attribute};range=${next}-${step === undefined ? '*' : next + step - 1}`;
    const filter = new PresenceFilter({ attribute: 'objectClass' });
    const [again] = await session.ask({ base: entry.dn, scope: 'base', filter, attributes: [asked] });
    if (!again) return;
    ({ values, next } = pieceOf(again, attribute));
    yield values;
  }
}
