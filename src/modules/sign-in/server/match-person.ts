import type { Db, Directory, SignInPerson } from '#kit/server/directory.ts';
import type { AuthMatch } from '../common/auth-config.ts';

/** What another system says of a person: values by attribute. */
export type Attributes = Record<string, string[]>;

/** Whom attributes match: everybody that they fit, however many. */
export async function matchPeople(
  deps: { db: Db; directory: Directory },
  attributes: Attributes,
  match: AuthMatch,
): Promise<SignInPerson[]> {
  const values = valuesOf(attributes, match.attribute);
  if (values.length === 0) return [];
  return deps.directory.matching(deps.db, match.field, values);
}

/** The values of an attribute, whatever the case of its name. */
function valuesOf(attributes: Attributes, attribute: string): string[] {
  const wanted = attribute.toLowerCase();
  return Object.entries(attributes).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? [];
}

/** The one enabled person, or why there is none. */
export function onePerson(people: readonly SignInPerson[]): { person: SignInPerson | undefined; why: string } {
  const [first, ...others] = people;
  if (!first) return { person: undefined, why: 'account' };
  if (others.length > 0) return { person: undefined, why: 'several' };
  return first.mayEnter ? { person: first, why: '' } : { person: undefined, why: 'disabled' };
}
