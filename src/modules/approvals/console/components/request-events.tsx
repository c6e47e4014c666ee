import { Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { requestComment, requestGet, requestList, type RequestDetail } from '../../common/request.contract.ts';

/** What nobody does: it comes by itself. */
const byItself: readonly string[] = ['expired', 'done', 'failed'];

/** What happened to a request, in order, and a place to say something. */
export function RequestEvents({ request }: { request: RequestDetail }): ReactElement {
  const t = useT('approvals');
  const [language] = useLanguage();
  const [text, setText] = useState('');
  const { save, saving } = useSave(requestComment, { invalidates: [requestGet, requestList], onSaved: () => setText('') });
  return (
    <section className="wa-part">
      <h3>{t('request.history')}</h3>
      <ol className="wa-events">
        {request.events.map((event) => (
          <li key={event.id} data-void={event.void}>
            {!byItself.includes(event.event) && <strong>{event.name} </strong>}
            {event.forName !== null && <span>{t('request.for', { name: event.forName })} </span>}
            {t(`event.${event.event}`)}{' '}
            <time className="wa-soft" dateTime={new Date(event.at).toISOString()}>
              {timeText(event.at, language)}
            </time>
            {event.void && <small className="wa-soft"> {t('request.void')}</small>}
            {event.comment !== null && <p>{event.comment}</p>}
          </li>
        ))}
      </ol>
      <div className="wa-say">
        <Input.TextArea
          aria-label={t('request.say')}
          placeholder={t('request.say')}
          rows={2}
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <OffButton off={text.trim() === '' && 'text'} loading={saving} onClick={() => void save({ id: request.id, comment: text.trim() })}>
          {t('request.send')}
        </OffButton>
      </div>
    </section>
  );
}
