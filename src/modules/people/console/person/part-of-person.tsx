import type { ComponentType, ReactElement } from 'react';
import type { PersonPart } from '#kit/console/person/person-parts.ts';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';

/** Each part as a component of its own, made once. */
const known = new Map<PersonPart, ComponentType<{ readonly id: string }>>();

function componentOf(part: PersonPart): ComponentType<{ readonly id: string }> {
  const found = known.get(part) ?? later(part.code, () => part.load(), <WaitingForm lines={4} />);
  known.set(part, found);
  return found;
}

/** What another module shows of a person; it is fetched when it is first seen. */
export function PartOfPerson({ part, id }: { part: PersonPart; id: string }): ReactElement {
  const Part = componentOf(part);
  return <Part id={id} />;
}
