import { Button, Drawer, Input, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { historyPage, sessionPage } from '../../common/permissions.ts';
import * as contract from '../../common/session.contract.ts';
import type { SessionDetail, SessionTurn } from '../../common/session.contract.ts';
import { AnswerBox } from './answer-box.tsx';
import { AttachTurn } from './attach-turn.tsx';
import { DecisionBox } from './decision-box.tsx';
import { ReadTexts } from './read-texts.tsx';
import { stateColours } from './state-colours.ts';

/** How often a session that is going on is looked at again, in milliseconds. */
const lookEvery = 5_000;
const readings = [contract.sessionList, contract.sessionGet];

/** One session that is going on, in a drawer. */
export function SessionReader({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('mika');
  const kit = useT('kit');
  const narrow = useNarrow();
  return (
    <Drawer open title={t('mikaSession')} size={narrow ? '100%' : 720} onClose={onClose} closable={{ 'aria-label': kit('form.close') }}>
      <SessionBody going id={id} />
    </Drawer>
  );
}

interface SessionBodyProps {
  readonly id: string;
  /** Whether it is one that is going on. */
  readonly going?: boolean;
}

/** One session: its turns with why mika decided so, what was written for who may read it, and the box to answer. */
export function SessionBody({ id, going = false }: SessionBodyProps): ReactElement {
  const t = useT('mika');
  const can = useCan();
  const [reason, setReason] = useState<string>();
  const [asking, setAsking] = useState(false);
  const page = going ? sessionPage : historyPage;
  const endpoint = going ? contract.sessionGet : contract.historyGet;
  const input = { id, ...(reason !== undefined && { readText: true, reason }) };
  // What was written is read once for a reason, not again and again.
  const { data, error, refetch } = useRead(endpoint, input, going && reason === undefined ? { every: lookEvery } : {});
  return (
    <>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm lines={6} />}
      {data && reason === undefined && can(page.button.readText) && (
        <Button onClick={() => setAsking(true)}>{t('session.readText')}</Button>
      )}
      {data && <Session data={data} going={going} />}
      {asking && (
        <ReadTexts
          onClose={() => setAsking(false)}
          onRead={(why) => {
            setAsking(false);
            setReason(why);
          }}
        />
      )}
    </>
  );
}

function Session({ data, going }: { data: SessionDetail; going: boolean }): ReactElement {
  const t = useT('mika');
  const { id, employeeName, state, takenByName } = data;
  const shared = { names: [employeeName], input: { id }, invalidates: readings };
  return (
    <>
      <div className="mika-row">
        <Tag color={stateColours[state]}>{t(`mikaSession.state.${state}`)}</Tag>
        {takenByName !== '' && <span>{t('session.takenBy', { name: takenByName })}</span>}
        {going && state !== 'takenOver' && state !== 'ended' && (
          <ActionButton endpoint={contract.sessionTakeOver} type="primary" {...shared} />
        )}
        {going && state === 'takenOver' && <ActionButton endpoint={contract.sessionGiveBack} {...shared} />}
        {going && state !== 'ended' && <ActionButton endpoint={contract.sessionEnd} {...shared} />}
      </div>
      <ol className="mika-turns">
        {data.turnList.map((turn) => (
          <Turn key={turn.id} turn={turn} name={employeeName} going={going} />
        ))}
      </ol>
      {going && state === 'takenOver' && <ReplyBox id={id} name={employeeName} />}
    </>
  );
}

function Turn({ turn, name, going }: { turn: SessionTurn; name: string; going: boolean }): ReactElement {
  const t = useT('mika');
  const [language] = useLanguage();
  const { text, answer, decision, wrong } = turn;
  return (
    <li>
      <small>
        {turn.by === 'person' ? name : turn.byName} · <time>{timeText(turn.at, language)}</time>
      </small>
      {turn.by === 'person' && <p className="mika-said">{text ?? t('answer.hidden')}</p>}
      {answer ? <AnswerBox answer={answer} /> : <div className="mika-answer">{t('answer.hidden')}</div>}
      {decision && <DecisionBox decision={decision} />}
      {!going && decision && (
        <div className="mika-row">
          {wrong && <Tag color="error">{t('session.wrong')}</Tag>}
          <ActionButton
            endpoint={contract.historyReport}
            type="text"
            size="small"
            called={wrong ? t('session.unmark') : undefined}
            names={[name]}
            input={{ turnId: turn.id, wrong: !wrong }}
            invalidates={[contract.historyGet]}
          />
          <AttachTurn turnId={turn.id} />
        </div>
      )}
    </li>
  );
}

function ReplyBox({ id, name }: { id: string; name: string }): ReactElement | null {
  const t = useT('mika');
  const may = useMay();
  const [text, setText] = useState('');
  const { save, saving } = useSave(contract.sessionReply, { invalidates: readings, message: null });
  useLeaveGuard(text.trim() !== '', () => setText(''));
  if (!may(contract.sessionReply)) return null;
  const send = async (): Promise<void> => {
    if (text.trim() !== '' && (await save({ id, text: text.trim() }))) setText('');
  };
  return (
    <div className="mika-field">
      <Input.TextArea
        aria-label={t('session.reply', { name })}
        placeholder={t('session.reply', { name })}
        rows={3}
        maxLength={2000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      <Button type="primary" disabled={text.trim() === ''} loading={saving} onClick={() => void send()}>
        {t('session.send')}
      </Button>
    </div>
  );
}
