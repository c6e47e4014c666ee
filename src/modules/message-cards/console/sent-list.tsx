import { Button, Drawer, Form, Input, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext, subject } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { timeText } from '#kit/console/table/formats.ts';
import {
  callbackRetry,
  cardActions,
  cardExpire,
  cardGet,
  cardList,
  cardUpdate,
  type CardElement,
  type CardRow,
} from '../common/card.contract.ts';
import { cardManage } from '../common/permissions.ts';
import './cards.css';

const sent = subject('message-cards', 'card');

/** Cards that were sent. */
export function SentList(): ReactElement {
  const t = useT('message-cards');
  const list = useList(cardList);
  const [open, setOpen] = useState<CardRow>();
  const columns: readonly Column<CardRow, typeof sent>[] = [
    { name: 'templateName' },
    { name: 'systemName', cell: ({ systemName }) => systemName || t('card.own') },
    { name: 'at', as: 'time' },
    { name: 'state', cell: ({ state }) => <Tag>{t(`card.state.${state}`)}</Tag> },
    { name: 'people' },
    { name: 'actions' },
    { name: 'failing' },
    { name: 'outId', as: 'code', optional: true },
  ];
  return (
    <>
      <ListPanel<CardRow, typeof sent>
        subject={sent}
        list={list}
        columns={columns}
        filters={<EnumFilter list={list} name="state" />}
        onOpen={setOpen}
        bulk={(selection) => (
          <ActionButton
            endpoint={cardExpire}
            input={{ ids: [...selection.ids] }}
            names={selection.rows.map(({ templateName }) => templateName)}
            invalidates={[cardList]}
            onDone={selection.clear}
          />
        )}
        empty={<EmptyState title={t('card.empty')} hint={t('card.emptyHint')} />}
      />
      {open && <ActionsDrawer card={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function ActionsDrawer({ card, onClose }: { card: CardRow; onClose: () => void }): ReactElement {
  const t = useT('message-cards');
  const kit = useT('kit');
  const [language] = useLanguage();
  const narrow = useNarrow();
  const { data } = useRead(cardActions, { id: card.id });
  const shown = useRead(cardGet, { id: card.id });
  const [changing, setChanging] = useState(false);
  const fields = shown.data?.fields;
  const isOpen = shown.data?.state === 'sent' || shown.data?.state === 'updated';
  return (
    <Drawer
      open
      title={card.templateName}
      size={narrow ? '100%' : 640}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      className="whk-drawer"
    >
      {(!data || !shown.data) && <WaitingForm />}
      {shown.data && <Content elements={shown.data.elements} />}
      {isOpen && fields && fields.length > 0 && (
        <Permit code={cardManage.button.updateCard}>
          {(name) => (
            <div className="im-card-tools">
              <Button onClick={() => setChanging(true)}>{name}</Button>
            </div>
          )}
        </Permit>
      )}
      {changing && fields && (
        <SubjectContext value={sent}>
          <FormDialog
            endpoint={cardUpdate}
            initial={{ data: Object.fromEntries(fields.map(({ name, value }) => [name, value])) }}
            input={(values) => ({ ids: [card.id], data: changedIn(fields, values['data']) })}
            invalidates={[cardList, cardGet]}
            onClose={() => setChanging(false)}
          >
            {fields.map(({ name, required }) => (
              <Form.Item key={name} name={['data', name]} label={name} required={required}>
                <Input maxLength={5000} />
              </Form.Item>
            ))}
          </FormDialog>
        </SubjectContext>
      )}
      {data?.list.length === 0 && <EmptyState title={t('card.noActions')} hint={t('card.noActionsHint')} />}
      <ul>
        {data?.list.map((one) => (
          <li
            key={one.id}
          >{`${timeText(one.at, language)} · ${one.name} · ${one.actionText} · ${callbackText(t, one.callback)} ${one.answer}`}</li>
        ))}
      </ul>
      {card.failing > 0 && (
        <ActionButton endpoint={callbackRetry} input={{ id: card.id }} invalidates={[cardList, cardActions]}>
          {t('card.retry')}
        </ActionButton>
      )}
    </Drawer>
  );
}

/** A card as everybody reads it. */
function Content({ elements }: { elements: readonly CardElement[] }): ReactElement {
  const [language] = useLanguage();
  const words = (text: CardElement['text']): string => pick(text ?? {}, language);
  return (
    <div className="im-card-sent">
      {elements.map(({ kind, label, text }, at) =>
        kind === 'divider' ? (
          <hr key={at} />
        ) : kind === 'title' ? (
          <strong key={at}>{words(text)}</strong>
        ) : (
          <p key={at}>{kind === 'fact' ? `${words(label)}: ${words(text)}` : words(text)}</p>
        ),
      )}
    </div>
  );
}

/** What somebody changed in the fields. */
function changedIn(fields: Reply<typeof cardGet>['fields'], entered: unknown): Record<string, string> {
  const values = new Map(Object.entries(entered ?? {}));
  return Object.fromEntries(
    fields.flatMap(({ name, value }) => {
      const now: unknown = values.get(name);
      return typeof now === 'string' && now !== value ? [[name, now]] : [];
    }),
  );
}

const callbacks = ['none', 'waiting', 'confirmed', 'failed'] as const;
const callbackText = (t: ReturnType<typeof useT<'message-cards'>>, callback: string): string => {
  const known = callbacks.find((one) => one === callback);
  return known ? t(`callback.${known}`) : callback;
};
