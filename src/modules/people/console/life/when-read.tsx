import type { ReactElement } from 'react';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { dayText } from '#kit/console/table/formats.ts';
import './life.css';

interface WhenReadProps {
  values: FormValues;
  /** What the day is called. */
  day: string;
  /** Whom it is about, where there may be several. */
  people?: readonly string[];
}

/** When something is done, why and to whom, read again before it is: at once is said aloud. */
export function WhenRead({ values, day, people }: WhenReadProps): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const { at, reason } = values;
  return (
    <div className="ul-effect">
      <dl>
        {people && (
          <div>
            <dt>{t('life.field.ids')}</dt>
            <dd>{people.join(language === 'en_US' ? ', ' : '、')}</dd>
          </div>
        )}
        <div>
          <dt>{day}</dt>
          <dd>{typeof at === 'string' ? dayText(at, language) : <strong>{t('life.atOnce')}</strong>}</dd>
        </div>
        {typeof reason === 'string' && reason !== '' && (
          <div>
            <dt>{t('life.field.reason')}</dt>
            <dd>{reason}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
