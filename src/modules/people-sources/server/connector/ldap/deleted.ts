import { AndFilter, Control, EqualityFilter, type Entry, type Filter } from 'ldapts';
import { SourceFailure, type ReadEvent } from '../connector.ts';
import { textsOf } from './attributes.ts';
import { adDialect } from './dialect.ts';
import type { Session } from './session.ts';

/** Shows what was deleted (MS-ADTS 3.1.1.3.4.1.14). */
class ShowDeleted extends Control {
  constructor() {
    super('1.2.840.113556.1.4.417', { critical: true });
  }
}

/** What of ours a deleted object was; undefined for printers, contacts and the like. */
export function kindOfDeleted(entry: Entry, departments: string): 'employee' | 'department' | undefined {
  const classes = new Set(textsOf(entry, 'objectClass').map((name) => name.toLowerCase()));
  if (classes.has('computer')) return undefined;
  if (classes.has('user') || classes.has('inetorgperson')) return 'employee';
  return classes.has(departments === 'groups' ? 'group' : 'organizationalunit') ? 'department' : undefined;
}

/** Where deleted objects can't be read they are found by the next full reading. */
const unreadable = new Set(['empty', 'permission', 'protocol']);

/** Objects deleted since a mark. */
export async function* deletedObjects(
  session: Session,
  request: { root: string; changed: Filter; departments: string },
): AsyncGenerator<ReadEvent> {
  const filter = new AndFilter({ filters: [new EqualityFilter({ attribute: 'isDeleted', value: 'TRUE' }), request.changed] });
  const base = `CN=Deleted Objects,${request.root}`;
  const attributes = ['objectGUID', 'objectClass'];
  try {
    for await (const entries of session.pages({ base, scope: 'sub', filter, attributes, controls: [new ShowDeleted()] })) {
      const gone = entries.flatMap((entry) => {
        const of = kindOfDeleted(entry, request.departments);
        const id = adDialect.idOf(entry);
        return of && id ? [{ of, id }] : [];
      });
      if (gone.length > 0) yield { gone };
    }
  } catch (error) {
    if (!(error instanceof SourceFailure && unreadable.has(error.category))) throw error;
  }
}
