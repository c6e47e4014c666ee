import { Alert, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { itemForm, itemGet, type ItemDetail } from '../../common/item/item.contract.ts';
import { managerPage } from '../../common/permissions.ts';
import type { FormData } from '../../common/form/evaluate.types.ts';
import { FormView } from '../form/form-view.tsx';
import { itemSubject } from './subjects.ts';

/** One to-do: facts, people, answers, and its form for whoever may read it. */
export function ItemDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement {
  const t = useT('todo-forms');
  const can = useCan();
  const read = useRead(itemGet, { id });
  return (
    <DetailDrawer<ItemDetail>
      subject={itemSubject}
      read={read}
      title={({ title }) => title}
      tabs={(item) => [
        { key: 'facts', label: t('item.facts'), children: <ItemFacts item={item} /> },
        { key: 'people', label: t('item.people'), count: item.parts.length, children: <People item={item} /> },
        { key: 'answers', label: t('item.answers'), count: item.answers.length, children: <Answers item={item} /> },
        ...(can(managerPage.button.viewForm) ? [{ key: 'form', label: t('item.form'), children: <ItemForm id={id} /> }] : []),
      ]}
      onClose={onClose}
    />
  );
}

function ItemFacts({ item }: { readonly item: ItemDetail }): ReactElement {
  return (
    <Facts
      row={item}
      facts={[
        { name: 'systemName' },
        { name: 'templateName', show: ({ templateName, templateVersion }) => `${templateName} v${templateVersion}` },
        { name: 'outId', as: 'code' },
        { name: 'summary', show: ({ summary }) => summary.join(' · ') },
        { name: 'state', as: 'enum' },
        { name: 'mode', as: 'enum' },
        { name: 'priority', as: 'enum' },
        { name: 'stage', as: 'code' },
        { name: 'revision' },
        { name: 'sender' },
        { name: 'url' },
        { name: 'groupKey' },
        { name: 'dueAt', as: 'time' },
        { name: 'pushedAt', as: 'time' },
        { name: 'closedAt', as: 'time' },
        { name: 'closedBy' },
        { name: 'closeReason' },
      ]}
    />
  );
}

function People({ item }: { readonly item: ItemDetail }): ReactElement {
  const t = useT('todo-forms');
  const [language] = useLanguage();
  return (
    <table className="whk-stacked">
      <thead>
        <tr>
          {(['name', 'state', 'seenAt', 'doneAt', 'way'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`item.column.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {item.parts.map((part) => (
          <tr key={part.employeeId}>
            <td data-label={t('item.column.name')}>{`${part.name} ${part.departmentName}`}</td>
            <td data-label={t('item.column.state')}>
              <Tag>{t(`todoPerson.state.${part.state}`)}</Tag>
            </td>
            <td data-label={t('item.column.seenAt')}>{part.seenAt === null ? '—' : timeText(part.seenAt, language)}</td>
            <td data-label={t('item.column.doneAt')}>{part.doneAt === null ? '—' : timeText(part.doneAt, language)}</td>
            <td data-label={t('item.column.way')}>
              {part.toName !== ''
                ? t('item.handedTo', { name: part.toName })
                : part.fromName !== ''
                  ? t('item.handedFrom', { name: part.fromName })
                  : part.reason || '—'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Answers({ item }: { readonly item: ItemDetail }): ReactElement {
  const t = useT('todo-forms');
  const [language] = useLanguage();
  if (item.answers.length === 0) return <p>{t('item.noAnswers')}</p>;
  return (
    <ul className="tdi-line">
      {item.answers.map((answer) => (
        <li key={answer.id}>
          {timeText(answer.at, language)} · {answer.name} · <code>{answer.action}</code> · {t(`todoAnswer.state.${answer.state}`)}
          {answer.message !== '' && ` · ${answer.message}`}
        </li>
      ))}
    </ul>
  );
}

/** The form as one of its people sees it; that it is read is noted. */
function ItemForm({ id }: { readonly id: string }): ReactElement {
  const t = useT('todo-forms');
  const [empId, setEmpId] = useState<string>();
  const { data, error, refetch } = useRead(itemForm, { id, ...(empId !== undefined && { empId }) });
  const [now] = useState(() => Date.now());
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <WaitingForm lines={6} />;
  return (
    <>
      <Alert type="info" showIcon title={t('item.formNoted', { name: data.person.name })} />
      <EmployeePicker
        aria-label={t('item.formAs')}
        value={empId ?? null}
        onChange={(next) => setEmpId(typeof next === 'string' ? next : undefined)}
      />
      <FormView
        version={data.content}
        data={data.data as FormData}
        stage={data.stage}
        person={{ uid: data.person.uid, name: data.person.name }}
        now={now}
        device="phone"
      />
    </>
  );
}
