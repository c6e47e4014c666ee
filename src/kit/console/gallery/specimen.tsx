import { useId, type ReactElement, type ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import type { KeyOf } from '../i18n/i18n.ts';

interface SpecimenProps {
  title: KeyOf<'gallery'>;
  children: ReactNode;
}

/** A part in one of its states, under the name of the state. */
export function Specimen({ title, children }: SpecimenProps): ReactElement {
  const t = useT('gallery');
  const id = useId();
  return (
    <section className="whg-specimen" aria-labelledby={id}>
      <h2 id={id}>{t(title)}</h2>
      {children}
    </section>
  );
}
