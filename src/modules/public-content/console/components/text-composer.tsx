import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useSettled } from '#kit/console/pickers/use-settled.ts';
import { useRead } from '#kit/console/page/query.ts';
import { contentList } from '../../common/material.contract.ts';
import { limits } from '../../common/words.ts';
import { MessagePhone } from './message-phone.tsx';
import { moved, useDragOrder } from './drag-order.ts';
import { PictureChoice } from './picture-choice.tsx';

interface Item {
  readonly articleId: string;
  readonly coverId: string | null;
}
interface TextComposerProps {
  snoId: string;
  id?: string;
  value?: readonly Item[];
  onChange?: (items: readonly Item[]) => void;
  disabled?: boolean;
}

/** The articles of a message in their order: by drag, by keyboard, with a cover of their own where one is chosen; a phone stands beside. */
export function TextComposer({ snoId, id, value = [], onChange, disabled = false }: TextComposerProps): ReactElement {
  const t = useT('public-content');
  const [language] = useLanguage();
  const [typed, setTyped] = useState('');
  const text = useSettled(typed);
  const found = useRead(contentList, { snoId, kind: 'article', ...(text !== '' && { text }) }).data?.list ?? [];
  const ids = value.map(({ articleId }) => articleId);
  const chosen = useRead(contentList, { snoId, kind: 'article', ids }, { enabled: ids.length > 0 }).data?.list ?? [];
  const covers = useRead(
    contentList,
    { snoId, kind: 'image', ids: value.flatMap(({ coverId }) => coverId ?? []) },
    { enabled: value.some(({ coverId }) => coverId) },
  );
  const coverOf = ({ articleId, coverId }: Item): string | null =>
    (coverId ? covers.data?.list.find((one) => one.id === coverId) : chosen.find((one) => one.id === articleId))?.fileId ?? null;
  const nameOf = (articleId: string): string => pick(chosen.find((one) => one.id === articleId)?.name ?? {}, language) || '…';
  const change = (items: readonly Item[]): void => onChange?.(items);
  const dragged = useDragOrder((from, to) => change(moved(value, from, to)));
  return (
    <div className="mpm-composer" {...(id !== undefined && { id })}>
      <div className="mpm-grow">
        <ol className="mpm-items" aria-label={t('compose.articles')}>
          {value.map((item, at) => (
            <li key={item.articleId} className="mpm-item" {...(!disabled && dragged(at))}>
              <div className="mpm-line">
                <span className="mpm-grow">{nameOf(item.articleId)}</span>
                <UpDown
                  name={nameOf(item.articleId)}
                  up={at === 0 ? undefined : () => change(moved(value, at, at - 1))}
                  down={at === value.length - 1 ? undefined : () => change(moved(value, at, at + 1))}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('compose.remove', { name: nameOf(item.articleId) })}
                  onClick={() => change(value.filter((_, index) => index !== at))}
                />
              </div>
              <PictureChoice
                snoId={snoId}
                value={item.coverId}
                label={`${t('article.field.coverId')}: ${nameOf(item.articleId)}`}
                onChange={(coverId) => change(value.map((one, index) => (index === at ? { ...one, coverId } : one)))}
              />
            </li>
          ))}
        </ol>
        {value.length < limits.articles && (
          <Select<string>
            className="mpm-wide"
            aria-label={t('compose.addArticle')}
            placeholder={t('compose.addArticle')}
            suffixIcon={<PlusOutlined />}
            disabled={disabled}
            value={null}
            showSearch={{ filterOption: false, onSearch: setTyped }}
            options={found.filter((one) => !ids.includes(one.id)).map((one) => ({ value: one.id, label: pick(one.name, language) }))}
            onChange={(articleId: string | null) => articleId && change([...value, { articleId, coverId: null }])}
          />
        )}
        <small>{t('compose.first')}</small>
      </div>
      <MessagePhone
        articles={value.map((item) => ({
          articleId: item.articleId,
          title: chosen.find((one) => one.id === item.articleId)?.name ?? {},
          coverFileId: coverOf(item),
        }))}
      />
    </div>
  );
}
