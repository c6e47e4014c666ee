import { Checkbox, DatePicker, Input, Tag } from 'antd';
import type { Dayjs } from 'dayjs';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { FileButton } from '#kit/console/files/file-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { replyTest } from '../../common/reply/test.contract.ts';
import { replyLimits } from '../../common/reply/words.ts';
import './reply.css';

type Tested = Reply<typeof replyTest>;

/** Tries a sentence, or a file of them, as the account would answer it. */
export function Tester({ snoId }: { snoId: string }): ReactElement {
  const t = useT('public-replies');
  const id = useId();
  const [text, setText] = useState('');
  const [empId, setEmpId] = useState<string | null>(null);
  const [at, setAt] = useState<Dayjs | null>(null);
  const [tested, setTested] = useState<Tested>();
  const [running, setRunning] = useState(false);
  const run = async (what: { text: string } | { fileId: string }): Promise<void> => {
    setRunning(true);
    const who = { ...(empId !== null && { empId }), ...(at && { at: at.valueOf() }) };
    await call(replyTest, { snoId, ...what, ...who })
      .then(setTested)
      .catch(() => undefined);
    setRunning(false);
  };
  return (
    <aside className="sno-reply-side" aria-labelledby={`${id}title`}>
      <h3 id={`${id}title`}>{t('test.title')}</h3>
      <small>{t('test.hint')}</small>
      <div className="sno-reply-field">
        <label htmlFor={`${id}text`}>{t('test.text')}</label>
        <Input.TextArea
          id={`${id}text`}
          rows={2}
          maxLength={replyLimits.message}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <div className="sno-reply-field">
        <label htmlFor={`${id}person`}>{t('test.person')}</label>
        <EmployeePicker id={`${id}person`} value={empId} onChange={(next) => setEmpId(typeof next === 'string' ? next : null)} />
      </div>
      <div className="sno-reply-field">
        <label htmlFor={`${id}at`}>{t('test.at')}</label>
        <DatePicker id={`${id}at`} showTime={{ format: 'HH:mm' }} value={at} onChange={setAt} />
      </div>
      <div className="sno-reply-row">
        <OffButton type="primary" loading={running} off={text.trim() === '' && 'text'} onClick={() => void run({ text })}>
          {t('test.run')}
        </OffButton>
        <FileButton purpose="import" accept=".csv,.xlsx,.txt" sent={({ fileId }) => run({ fileId })}>
          {t('test.file')}
        </FileButton>
      </div>
      <div role="status">
        {tested?.one && <One one={tested.one} />}
        {tested && !tested.one && <Lines tested={tested} />}
      </div>
    </aside>
  );
}

function One({ one }: { one: NonNullable<Tested['one']> }): ReactElement {
  const t = useT('public-replies');
  return (
    <div className="sno-reply-lines">
      <strong>{t(`test.by.${one.by}`, { rule: one.rule })}</strong>
      {one.held && <p>{t(`test.held.${one.held}`)}</p>}
      {one.answers.length > 0 && (
        <>
          <h4>{t('test.answers')}</h4>
          <ol>
            {one.answers.map(({ text, language, broken }, at) => (
              <li key={at}>
                <span className="sno-reply-text" lang={language.replace('_', '-')}>
                  {text}
                </span>{' '}
                {broken && <Tag color="error">{t('test.broken')}</Tag>}
              </li>
            ))}
          </ol>
        </>
      )}
      {one.steps.length > 0 && (
        <>
          <h4>{t('test.steps')}</h4>
          <ol className="sno-reply-steps">
            {one.steps.map(({ ruleId, name, result, keyword }, at) => (
              <li key={ruleId ?? at} data-result={result}>
                <span>{name}</span>
                <small>{t(`test.step.${result}`, { keyword: keyword ?? '' })}</small>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function Lines({ tested: { lines, counts } }: { tested: Tested }): ReactElement {
  const t = useT('public-replies');
  const [only, setOnly] = useState(false);
  const shown = only ? lines.filter(({ by }) => by !== 'keyword') : lines;
  return (
    <div className="sno-reply-lines">
      <p>{t('test.counts', counts)}</p>
      <Checkbox checked={only} onChange={({ target }) => setOnly(target.checked)}>
        {t('test.onlyUnanswered')}
      </Checkbox>
      <ol className="sno-reply-table" aria-label={t('test.table')}>
        {shown.map(({ text, by, rule, overlaps }, at) => (
          <li key={at}>
            <span>{text}</span>
            <br />
            <small>
              {t(`test.by.${by}`, { rule })}
              {overlaps.length > 0 && ` · ${t('test.overlaps')}: ${overlaps.join(', ')}`}
            </small>
          </li>
        ))}
      </ol>
    </div>
  );
}
