import type { ReactElement } from 'react';

/** Interfaces. */
export default function InterfacesPage(): ReactElement {
  return <div />;
}
