import { useId, type ReactElement, type ReactNode } from 'react';
import './settings.css';

interface SettingsGroupProps {
  title: string;
  /** One sentence: what these settings are for and when they take effect. */
  hint?: ReactNode;
  children: ReactNode;
}

/** Settings that belong together, under a heading. */
export function SettingsGroup({ title, hint, children }: SettingsGroupProps): ReactElement {
  const id = useId();
  return (
    <section className="whk-group" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {hint !== undefined && <p>{hint}</p>}
      </header>
      <div className="whk-group-fields">{children}</div>
    </section>
  );
}
