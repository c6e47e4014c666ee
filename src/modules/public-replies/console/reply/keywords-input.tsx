import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Keyword } from '../../common/reply/reply-fields.ts';
import { keywordMatches, replyLimits, type KeywordMatch } from '../../common/reply/words.ts';
import { changedAt, without, type InputOf } from './input-of.ts';
import './reply.css';

/** Keywords of a rule: what is written, how it is compared, and for whom of which language. */
export function KeywordsInput({ value = [], onChange, id }: InputOf<Keyword[]>): ReactElement {
  const t = useT('public-replies');
  const kit = useT('kit');
  const matches = keywordMatches.map((one) => ({ value: one, label: t(`keywordReply.match.${one}`) }));
  const tongues = [
    { value: 'any' as const, label: t('keyword.anyLanguage') },
    ...languages.map((one) => ({ value: one, label: kit(`lang.${one}`) })),
  ];
  const change = (at: number, part: Partial<Keyword>): void => onChange?.(changedAt(value, at, { ...value[at]!, ...part }));
  return (
    <div id={id} className="sno-reply-lines">
      {value.map((one, at) => (
        <div key={at} className="sno-reply-keyword">
          <Input
            aria-label={t('keyword.text', { n: at + 1 })}
            value={one.text}
            maxLength={one.match === 'pattern' ? replyLimits.pattern : replyLimits.keyword}
            onChange={({ target }) => change(at, { text: target.value })}
          />
          <Select<KeywordMatch>
            aria-label={t('keyword.match', { n: at + 1 })}
            value={one.match}
            options={matches}
            onChange={(match) => change(at, { match })}
          />
          <Select<Language | 'any'>
            aria-label={t('keyword.language', { n: at + 1 })}
            value={one.language ?? 'any'}
            options={tongues}
            onChange={(language) => change(at, { language: language === 'any' ? null : language })}
          />
          <Button
            type="text"
            icon={<MinusCircleOutlined aria-hidden="true" />}
            aria-label={t('keyword.remove', { n: at + 1 })}
            onClick={() => onChange?.(without(value, at))}
          />
        </div>
      ))}
      {value.length < replyLimits.keywords && (
        <div>
          <Button
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() => onChange?.([...value, { text: '', match: 'contains', language: null }])}
          >
            {t('keyword.add')}
          </Button>
        </div>
      )}
    </div>
  );
}
