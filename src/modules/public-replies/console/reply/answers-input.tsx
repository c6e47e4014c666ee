import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import type { ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ContentPicker } from '#modules/public-content/console/public.ts';
import type { Answer } from '../../common/reply/reply-fields.ts';
import { replyLimits } from '../../common/reply/words.ts';
import { changedAt, without, type InputOf } from './input-of.ts';
import './reply.css';

type ContentOf = Extract<Answer, { content: unknown }>['content'];
/** An answer while it is written: content that is not chosen yet is empty. */
export type WrittenAnswer = Extract<Answer, { text: unknown }> | { content: ContentOf | null };

/** Answers in the order in which they are sent: texts per language, or content of the account. */
export function AnswersInput({ value = [], onChange, id, snoId }: InputOf<WrittenAnswer[]> & { snoId: string }): ReactElement {
  const t = useT('public-replies');
  const isFull = value.length >= replyLimits.answers;
  return (
    <div id={id} className="sno-reply-lines">
      {value.map((one, at) => (
        <div key={at} className="sno-reply-answer">
          <div className="sno-reply-row">
            <strong className="sno-reply-grow">{t('answer.n', { n: at + 1 })}</strong>
            <Button
              type="text"
              icon={<MinusCircleOutlined aria-hidden="true" />}
              aria-label={t('answer.remove', { n: at + 1 })}
              onClick={() => onChange?.(without(value, at))}
            />
          </div>
          {'text' in one ? (
            <TextAnswer
              label={t('answer.text', { n: at + 1 })}
              text={one.text}
              onChange={(text) => onChange?.(changedAt<WrittenAnswer>(value, at, { text }))}
            />
          ) : (
            <ContentPicker
              snoId={snoId}
              value={one.content}
              onChange={(content) => onChange?.(changedAt<WrittenAnswer>(value, at, { content }))}
            />
          )}
        </div>
      ))}
      {value.length === 0 && <p>{t('answer.none')}</p>}
      {!isFull && (
        <div className="sno-reply-row">
          <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onChange?.([...value, { text: { zh_CN: '' } }])}>
            {t('answer.addText')}
          </Button>
          <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onChange?.([...value, { content: null }])}>
            {t('answer.addContent')}
          </Button>
        </div>
      )}
    </div>
  );
}

type Texts = Extract<Answer, { text: unknown }>['text'];

interface TextAnswerProps {
  readonly label: string;
  readonly text: Texts;
  readonly onChange: (text: Texts) => void;
}

function TextAnswer({ label, text, onChange }: TextAnswerProps): ReactElement {
  const kit = useT('kit');
  const write = (language: Language, said: string): void => {
    const next = { ...text, [language]: said };
    if (language !== 'zh_CN' && said === '') delete next[language];
    onChange(next);
  };
  return (
    <>
      {languages.map((language) => (
        <div key={language} className="whk-local-long">
          <small>{kit(`lang.${language}`)}</small>
          <Input.TextArea
            aria-label={`${label}: ${kit(`lang.${language}`)}`}
            lang={language.replace('_', '-')}
            rows={language === 'zh_CN' ? 3 : 2}
            maxLength={replyLimits.answerText}
            placeholder={language === 'zh_CN' ? '' : text.zh_CN}
            value={text[language] ?? ''}
            onChange={({ target }) => write(language, target.value)}
          />
        </div>
      ))}
    </>
  );
}
