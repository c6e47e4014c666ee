import type { ReactElement, ReactNode } from 'react';

interface PartProps {
  label: string;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of the page of a robot, with its heading. */
export function Part({ label, actions, children }: PartProps): ReactElement {
  return (
    <section className="whk-panel rb-part" aria-label={label}>
      <div className="rb-part-head">
        <h2>{label}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
