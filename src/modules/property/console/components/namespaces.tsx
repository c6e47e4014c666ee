import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { propertyNamespaces } from '../../common/property.contract.ts';
import './property.css';

const nothing = {};

/** The namespaces beside the list; one narrows it. */
export function Namespaces({
  chosen,
  onChoose,
}: {
  chosen: string | undefined;
  onChoose: (namespace: string | undefined) => void;
}): ReactElement {
  const t = useT('property');
  const { data, error, refetch } = useRead(propertyNamespaces, nothing);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={4} />;
  const entry = (namespace: string | undefined, label: string, count: number): ReactElement => (
    <li key={label}>
      <button type="button" aria-current={chosen === namespace} onClick={() => onChoose(namespace)}>
        <span>{label}</span>
        <small>{count}</small>
      </button>
    </li>
  );
  return (
    <ul className="wp-namespaces">
      {entry(
        undefined,
        t('grant.whole.all'),
        data.list.reduce((sum, { count }) => sum + count, 0),
      )}
      {data.list.map(({ namespace, count }) => entry(namespace, namespace, count))}
    </ul>
  );
}
