import type { ReactElement } from 'react';

interface NamedValuesProps {
  title: string;
  values: readonly { name: string; label: string; value: string | number }[];
}

/** What a warning or a rule says in numbers and names of its own kind; nothing where it says none. */
export function NamedValues({ title, values }: NamedValuesProps): ReactElement | null {
  if (values.length === 0) return null;
  return (
    <section className="whk-facts ww-part">
      <h3>{title}</h3>
      <dl>
        {values.map(({ name, label, value }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
