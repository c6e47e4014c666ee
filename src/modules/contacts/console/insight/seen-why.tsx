import { useId, type ReactElement } from 'react';
import { Link } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import type { previewPerson } from '../../common/insight.contract.ts';
import type { Why } from '../../common/terminal.contract.ts';
import { placeOfRule, useWhyWords } from './why-words.ts';

interface SeenWhyProps {
  /** Who is asked about. */
  empId: string | undefined;
  answer: Reply<typeof previewPerson> | undefined;
  onAsk: (empId: string | undefined) => void;
}

/** Why the chosen person is there or not, step by step; somebody who is missing is asked for by name. */
export function SeenWhy({ empId, answer, onAsk }: SeenWhyProps): ReactElement {
  const t = useT('contacts');
  const says = useWhyWords();
  const id = useId();
  return (
    <aside className="see-why" aria-label={t('see.why')}>
      <h3>{t('see.why')}</h3>
      {!answer && <p className="contacts-soft">{t('see.whyHint')}</p>}
      {answer && (
        <div role="status">
          <p>
            <strong>{t(answer.person ? 'see.there' : 'see.absent')}</strong> <Rule why={answer.why}>{says(answer.why)}</Rule>
          </p>
          <ol>
            {answer.path.map(({ step, text }) => (
              <li key={step} value={step} data-decides={step === answer.why.step}>
                {text}
              </li>
            ))}
          </ol>
        </div>
      )}
      <label htmlFor={id}>{t('see.missing')}</label>
      <EmployeePicker id={id} value={empId ?? null} onChange={(picked) => onAsk(typeof picked === 'string' ? picked : undefined)} />
    </aside>
  );
}

/** The rule that decided, as a link for whoever may open it. */
function Rule({ why, children }: { why: Why; children: string }): ReactElement {
  const can = useCan();
  const place = placeOfRule(why);
  return place && can(place.code) ? <Link to={place.to}>{children}</Link> : <>{children}</>;
}
