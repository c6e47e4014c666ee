import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { AnswerView } from '../../common/decision.ts';

interface AnswerBoxProps {
  readonly answer: AnswerView;
  /** What is done with an option; without it they are only shown. */
  readonly onOption?: ((id: string) => void) | undefined;
}

/** An answer as a terminal draws it. */
export function AnswerBox({ answer, onOption }: AnswerBoxProps): ReactElement {
  const t = useT('mika');
  const { title, text, items, options, suggestions, link, form, widget, by } = answer;
  return (
    <div className="mika-answer">
      <small>
        {t(`answer.kind.${answer.kind}`)}
        {by !== '' && ` · ${by}`}
      </small>
      {title !== '' && (
        <div>
          <strong>{title}</strong>
        </div>
      )}
      {text !== '' && <div>{text}</div>}
      {items.length > 0 && (
        <ul>
          {items.map((item, at) => (
            <li key={at}>{item}</li>
          ))}
        </ul>
      )}
      {link !== null && (
        <div>
          <a href={link} target="_blank" rel="noreferrer">
            {link}
          </a>
        </div>
      )}
      {form && <div>{t('answer.form', { code: `${form.systemCode}/${form.templateCode}` })}</div>}
      {widget && <div>{t('answer.widget')}</div>}
      {options.length > 0 && (
        <div className="mika-row">
          {options.map(({ id, label }) =>
            onOption ? (
              <Button key={id} size="small" onClick={() => onOption(id)}>
                {label}
              </Button>
            ) : (
              <span key={id}>[{label}]</span>
            ),
          )}
        </div>
      )}
      {suggestions.length > 0 && (
        <small>
          {t('answer.suggestions')}: {suggestions.join(' · ')}
        </small>
      )}
    </div>
  );
}
