import { Input } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { contactTrace } from '../../common/insight.contract.ts';
import { contactFunctions } from '../../common/words.ts';
import { placeOfRule, useWhyWords } from './why-words.ts';

/** What stands behind a code that a terminal showed. */
export function CheckTrace(): ReactElement {
  const t = useT('contacts');
  const id = useId();
  const [ref, setRef] = useState<string>();
  return (
    <>
      <label htmlFor={id}>{t('check.code')}</label>
      <p className="contacts-soft">{t('check.codeHint')}</p>
      <Input.Search id={id} maxLength={32} enterButton={t('check.ask')} onSearch={(text) => setRef(text.trim() || undefined)} />
      {ref !== undefined && <Trace code={ref} />}
    </>
  );
}

function Trace({ code }: { code: string }): ReactElement {
  const t = useT('contacts');
  const [language] = useLanguage();
  const says = useWhyWords();
  const can = useCan();
  const { data, error, refetch } = useRead(contactTrace, { ref: code });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={3} />;
  const { at, viewer, target, asked, why } = data;
  const place = placeOfRule(why);
  const wanted = contactFunctions.find((one) => one === asked);
  return (
    <div role="status" className="contacts-answer">
      <dl>
        <div>
          <dt>{t('reveal.field.at')}</dt>
          <dd>{timeText(at, language)}</dd>
        </div>
        <div>
          <dt>{t('check.viewer')}</dt>
          <dd>{viewer.name}</dd>
        </div>
        <div>
          <dt>{t('check.target')}</dt>
          <dd>{target.name}</dd>
        </div>
        <div>
          <dt>{t('check.asked')}</dt>
          <dd>{wanted ? t(`function.${wanted}`) : asked}</dd>
        </div>
        <div>
          <dt>{t('check.why')}</dt>
          <dd>{place && can(place.code) ? <Link to={place.to}>{says(why)}</Link> : says(why)}</dd>
        </div>
      </dl>
    </div>
  );
}
