import { Input, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { wordPlaces, type WordPlace } from '../../common/word-facts.ts';
import { wordTest } from '../../common/word-list.contract.ts';
import './words.css';

type Tested = Reply<typeof wordTest>;
type Verdict = NonNullable<Tested['draft']>;

/** Tries a text by the published list and by the draft. */
export function Tester(): ReactElement {
  const t = useT('sensitive-words');
  const id = useId();
  const [text, setText] = useState('');
  const [place, setPlace] = useState<WordPlace>('single');
  const [tested, setTested] = useState<Tested>();
  const [running, setRunning] = useState(false);
  const run = (): void => {
    setRunning(true);
    call(wordTest, { text, place })
      .then(setTested)
      .catch(() => undefined)
      .finally(() => setRunning(false));
  };
  return (
    <div className="sw-test">
      <label htmlFor={id}>{t('test.text')}</label>
      <Input.TextArea id={id} rows={4} maxLength={100_000} value={text} onChange={(event) => setText(event.target.value)} />
      <div>
        <Select
          aria-label={t('wordHit.field.place')}
          value={place}
          onChange={setPlace}
          options={wordPlaces.map((value) => ({ value, label: t(`place.${value}`) }))}
        />{' '}
        <OffButton type="primary" loading={running} off={text.trim() === '' && 'text'} onClick={run}>
          {t('test.run')}
        </OffButton>
      </div>
      <div className="sw-results" role="status">
        {tested && <Result title={t('test.published')} verdict={tested.published} />}
        {tested && <Result title={t('test.draft')} verdict={tested.draft} />}
      </div>
    </div>
  );
}

function Result({ title, verdict }: { title: string; verdict: Verdict | null }): ReactElement {
  const t = useT('sensitive-words');
  return (
    <section className="sw-result">
      <h3>{title}</h3>
      {verdict === null ? (
        <p>{t('version.none')}</p>
      ) : (
        <>
          <p data-verdict={verdict.verdict}>
            <strong>{t(`verdict.${verdict.verdict}`)}</strong>
          </p>
          {verdict.verdict === 'replace' && <p className="sw-read">{verdict.text}</p>}
          <p className="sw-read">
            {t('test.plain')}: <code>{verdict.plain}</code>
          </p>
          <ul className="sw-hits">
            {verdict.hits.map((hit) => (
              <li key={`${hit.wordId} ${hit.start}`}>
                {hit.word} · {t(`sensitiveWord.level.${hit.level}`)} · {hit.start + 1}–{hit.end}
                {hit.observe && ` · ${t('test.observe')}`}
                {hit.exception !== null && ` · ${t('test.saved', { text: hit.exception })}`}
              </li>
            ))}
          </ul>
          {verdict.hits.length === 0 && <p>{t('test.nothing')}</p>}
        </>
      )}
    </section>
  );
}
