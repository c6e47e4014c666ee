import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts } from '#kit/console/page/facts.tsx';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { answerGet, answerList, answerRetry, type AnswerDetail, type AnswerRow } from '../../common/item/answer.contract.ts';
import { managerPage as page } from '../../common/permissions.ts';
import { answerSubject } from './subjects.ts';
import { useSystems } from './use-systems.ts';

const ReasonDialog = later('todo-reason', async () => (await import('./reason-dialog.tsx')).ReasonDialog);
const readings = [answerList, answerGet];
const colours = {
  queued: 'default',
  sending: 'processing',
  unknown: 'gold',
  confirmed: 'success',
  refused: 'orange',
  failed: 'error',
  closedByHand: 'default',
  cancelled: 'default',
} as const;

type Dialog = { readonly what: 'cancel' | 'close'; readonly ids: readonly string[] };

/** Answers to business systems and what came of their calls. */
export function AnswersPanel(): ReactElement {
  const t = useT('todo-forms');
  const chosen = useChosen();
  const systems = useSystems();
  const list = useList(answerList, {});
  const [dialog, setDialog] = useState<Dialog>();
  const columns: readonly Column<AnswerRow, typeof answerSubject>[] = [
    { name: 'title', sortable: false, wrap: true, width: 220 },
    { name: 'systemName', sortable: false },
    { name: 'personName', sortable: false },
    { name: 'action', as: 'code', sortable: false },
    { name: 'state', sortable: false, cell: ({ state }) => <Tag color={colours[state]}>{t(`todoAnswer.state.${state}`)}</Tag> },
    { name: 'attempts', as: 'number', sortable: false },
    { name: 'lastClass', sortable: false, cell: ({ lastClass }) => (lastClass === null ? '—' : t(`todoAnswer.lastClass.${lastClass}`)) },
    { name: 'lastMessage', sortable: false, wrap: true },
    { name: 'at', as: 'time' },
    { name: 'nextAt', as: 'time' },
    { name: 'confirmedAt', as: 'time', sortable: false, optional: true },
    { name: 'outId', as: 'code', sortable: false, optional: true },
  ];
  const opening = (code: string, what: Dialog['what'], ids: readonly string[], type?: 'text'): ReactElement => (
    <Permit code={code}>
      {(name) => (
        <Button {...(type && { type })} onClick={() => setDialog({ what, ids })}>
          {name}
        </Button>
      )}
    </Permit>
  );
  return (
    <>
      <ListPanel<AnswerRow, typeof answerSubject>
        subject={answerSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <ChoiceFilter list={list} name="systemId" options={systems} />
            <EnumFilter list={list} name="state" />
            <EnumFilter list={list} name="lastClass" />
            <ChoiceFilter
              list={list}
              name="olderThan"
              options={[10, 60, 1440].map((n) => ({ value: n, label: t('answer.older', { n }) }))}
            />
          </>
        }
        bulk={({ ids, rows, clear }) => (
          <>
            <ActionButton
              endpoint={answerRetry}
              names={rows.map(({ title }) => title)}
              input={{ ids: [...ids] }}
              invalidates={readings}
              onDone={clear}
            />
            {opening(page.button.cancelAnswer, 'cancel', ids)}
            {opening(page.button.close, 'close', ids)}
          </>
        )}
        rowActions={({ id, title, state }) => {
          const waits = state === 'queued' || state === 'unknown' || state === 'failed';
          return (
            waits && (
              <RowActions name={title}>
                <ActionButton endpoint={answerRetry} type="text" names={[title]} input={{ ids: [id] }} invalidates={readings} />
                {state !== 'unknown' && opening(page.button.cancelAnswer, 'cancel', [id], 'text')}
                {state === 'failed' && opening(page.button.close, 'close', [id], 'text')}
              </RowActions>
            )
          );
        }}
        onOpen={({ id }) => chosen.show(id)}
        empty={<EmptyState title={t('todoAnswer.empty')} hint={t('todoAnswer.emptyHint')} />}
      />
      {chosen.id !== undefined && <AnswerDrawer id={chosen.id} onClose={chosen.close} />}
      {dialog && (
        <ReasonDialog
          what={dialog.what}
          subject={answerSubject}
          ids={dialog.ids}
          invalidates={readings}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

/** One answer with each of its calls. */
function AnswerDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement {
  const t = useT('todo-forms');
  const [language] = useLanguage();
  const read = useRead(answerGet, { id });
  return (
    <DetailDrawer<AnswerDetail>
      subject={answerSubject}
      read={read}
      title={({ title }) => title}
      tabs={(answer) => [
        {
          key: 'facts',
          label: t('item.facts'),
          children: (
            <>
              <Facts
                row={answer}
                facts={[
                  { name: 'id', as: 'code' },
                  { name: 'systemName' },
                  { name: 'outId', as: 'code' },
                  { name: 'personName' },
                  { name: 'action', as: 'code' },
                  { name: 'state', as: 'enum' },
                  { name: 'at', as: 'time' },
                  { name: 'nextAt', as: 'time' },
                  { name: 'confirmedAt', as: 'time' },
                  { name: 'lastMessage' },
                  { name: 'closedBy' },
                  { name: 'closeReason' },
                ]}
              />
              <h3>{t('answer.calls')}</h3>
              {answer.calls.length === 0 && <p>{t('answer.noCalls')}</p>}
              {answer.calls.map((one) => (
                <div key={one.n}>
                  <strong>
                    {one.n}. {timeText(one.at, language)} · {t(`todoAnswer.lastClass.${one.class}`)}
                  </strong>
                  {one.status > 0 && ` · HTTP ${one.status}`} · {one.ms} ms
                  {one.answer !== '' && <pre className="tdi-answer">{one.answer}</pre>}
                </div>
              ))}
            </>
          ),
        },
      ]}
      onClose={onClose}
    />
  );
}
