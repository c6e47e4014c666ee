import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Permit } from '#kit/console/shell/permit.tsx';
import { cleanupMechanism } from '../../common/cleaning/cleaning.permissions.ts';

interface HoldLinkProps {
  person: string | null;
  object?: string | null;
  address?: string;
}

const isId = (text: string | null): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '');

/** The way from a row to a legal hold on whom it is about; nobody's rows lead nowhere. */
export function HoldLink({ person, object = null, address = '' }: HoldLinkProps): ReactElement | null {
  const about = new URLSearchParams({ view: 'holds', add: '' });
  // One of them: a hold that names several keeps only the rows that fit them all.
  if (person !== null && isId(person)) about.set('person', person);
  else if (object !== null) about.set('object', object);
  else if (address !== '') about.set('address', address);
  else return null;
  return (
    <Permit code={cleanupMechanism.button.addHold}>
      {(name) => <Link to={`${cleanupMechanism.route}?${about.toString()}`}>{name}</Link>}
    </Permit>
  );
}
