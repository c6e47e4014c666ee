import { CheckOutlined } from '@ant-design/icons';
import type { ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';

interface StepListProps {
  names: readonly string[];
  at: number;
  reached: number;
  onGo: (step: number) => void;
}

/** The steps in their order; those that were reached can be opened again. */
export function StepList({ names, at, reached, onGo }: StepListProps): ReactElement {
  const t = useT('kit');
  return (
    <nav aria-label={t('wizard.steps')}>
      <ol className="whk-steps">
        {names.map((name, place) => (
          <li key={place} data-done={place < reached && place !== at} data-on={place === at}>
            <button
              type="button"
              title={name}
              disabled={place > reached}
              {...(place === at && { 'aria-current': 'step' as const })}
              onClick={() => onGo(place)}
            >
              <i aria-hidden="true">{place < reached && place !== at ? <CheckOutlined /> : place + 1}</i>
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
