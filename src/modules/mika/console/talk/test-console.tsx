import { Button, Input, Segmented, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { languages, type Language } from '#kit/common/language.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { mikaTest } from '../../common/test.contract.ts';
import { mikaLimits } from '../../common/words.ts';
import { AnswerBox } from './answer-box.tsx';
import { DecisionBox } from './decision-box.tsx';

type Turns = Reply<typeof mikaTest>['turns'];

/** Tries sentences as a session, with why mika decides so. */
export function TestConsole(): ReactElement {
  const t = useT('mika');
  const id = useId();
  const [own] = useLanguage();
  const [text, setText] = useState('');
  const [empId, setEmpId] = useState<string | null>(null);
  const [language, setLanguage] = useState<Language>(own);
  const [source, setSource] = useState<'draft' | 'published'>('draft');
  const [calls, setCalls] = useState<'off' | 'live'>('off');
  const [turns, setTurns] = useState<Turns>([]);
  const [running, setRunning] = useState(false);
  const say = async (next: string): Promise<void> => {
    setRunning(true);
    const texts = [...turns.map((turn) => turn.text), next];
    const asked = { texts, language, source, calls: empId === null ? calls : ('off' as const), ...(empId !== null && { empId }) };
    // The error catalogue says why it was refused.
    const answer = await call(mikaTest, asked).catch(() => undefined);
    if (answer) {
      setTurns(answer.turns);
      setText('');
    }
    setRunning(false);
  };
  return (
    <aside className="mika-test" aria-labelledby={`${id}title`}>
      <h3 id={`${id}title`}>{t('test.title')}</h3>
      <small>{t('test.hint')}</small>
      <div className="mika-field">
        <label htmlFor={`${id}person`}>{t('test.person')}</label>
        <EmployeePicker id={`${id}person`} value={empId} onChange={(next) => setEmpId(typeof next === 'string' ? next : null)} />
      </div>
      <div className="mika-row">
        <Segmented
          aria-label={t('test.source')}
          value={source}
          options={(['draft', 'published'] as const).map((one) => ({ value: one, label: t(`test.source.${one}`) }))}
          onChange={setSource}
        />
        <Select<Language>
          className="mika-grow"
          aria-label={t('test.language')}
          value={language}
          options={languages.map((one) => ({ value: one, label: t(`mikaSynonym.language.${one}`) }))}
          onChange={setLanguage}
        />
      </div>
      <Select
        aria-label={t('test.calls')}
        value={empId === null ? calls : 'off'}
        disabled={empId !== null}
        options={(['off', 'live'] as const).map((one) => ({ value: one, label: `${t('test.calls')}: ${t(`test.calls.${one}`)}` }))}
        onChange={setCalls}
      />
      <div role="log" aria-label={t('test.log')}>
        <ol className="mika-turns">
          {turns.map((turn, at) => (
            <li key={at}>
              <p className="mika-said">{turn.text}</p>
              <AnswerBox answer={turn.answer} onOption={at === turns.length - 1 ? (option) => void say(option) : undefined} />
              <DecisionBox decision={turn.decision} />
            </li>
          ))}
        </ol>
      </div>
      <div className="mika-field">
        <label htmlFor={`${id}text`}>{t('test.text')}</label>
        <Input.TextArea
          id={`${id}text`}
          rows={2}
          maxLength={mikaLimits.sentence}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onPressEnter={(event) => {
            if (event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (text.trim() !== '') void say(text.trim());
          }}
        />
      </div>
      <div className="mika-row">
        <OffButton type="primary" loading={running} off={text.trim() === '' && 'text'} onClick={() => void say(text.trim())}>
          {t('test.send')}
        </OffButton>
        {turns.length > 0 && <Button onClick={() => setTurns([])}>{t('test.again')}</Button>}
      </div>
    </aside>
  );
}
