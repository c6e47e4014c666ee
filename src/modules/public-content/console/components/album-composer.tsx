import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import type { ReactElement } from 'react';
import { languages, pick, type Language } from '#kit/common/language.ts';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { contentList } from '../../common/material.contract.ts';
import { limits } from '../../common/words.ts';
import { moved, useDragOrder } from './drag-order.ts';
import { Picture } from './picture.tsx';
import { PictureChoice } from './picture-choice.tsx';

interface Item {
  readonly materialId: string;
  readonly caption: Partial<Record<Language, string>>;
}
interface AlbumComposerProps {
  snoId: string;
  id?: string;
  value?: readonly Item[];
  onChange?: (items: readonly Item[]) => void;
  disabled?: boolean;
}

/** The pictures of a message in their order, each with a caption in three languages. */
export function AlbumComposer({ snoId, id, value = [], onChange, disabled = false }: AlbumComposerProps): ReactElement {
  const t = useT('public-content');
  const [language] = useLanguage();
  const ids = [...new Set(value.map(({ materialId }) => materialId))];
  const found = useRead(contentList, { snoId, kind: 'image', ids }, { enabled: ids.length > 0 }).data?.list ?? [];
  const pictureOf = (materialId: string) => found.find((one) => one.id === materialId);
  const nameOf = (materialId: string): string => pick(pictureOf(materialId)?.name ?? {}, language) || '…';
  const change = (items: readonly Item[]): void => onChange?.(items);
  const dragged = useDragOrder((from, to) => change(moved(value, from, to)));
  const say = (at: number, to: Language, text: string): void =>
    change(
      value.map((one, index) => {
        if (index !== at) return one;
        const { [to]: _before, ...others } = one.caption;
        return { ...one, caption: text === '' ? others : { ...others, [to]: text } };
      }),
    );
  return (
    <div className="mpm-composer" {...(id !== undefined && { id })}>
      <div className="mpm-grow">
        <ol className="mpm-items" aria-label={t('imageMessage.field.items')}>
          {value.map((item, at) => (
            <li key={`${item.materialId} ${at}`} className="mpm-item" {...(!disabled && dragged(at))}>
              <div className="mpm-line">
                <Picture fileId={pictureOf(item.materialId)?.fileId ?? null} />
                <span className="mpm-grow">{nameOf(item.materialId)}</span>
                <UpDown
                  name={nameOf(item.materialId)}
                  up={at === 0 ? undefined : () => change(moved(value, at, at - 1))}
                  down={at === value.length - 1 ? undefined : () => change(moved(value, at, at + 1))}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('compose.remove', { name: nameOf(item.materialId) })}
                  onClick={() => change(value.filter((_, index) => index !== at))}
                />
              </div>
              {languages.map((one) => (
                <Input
                  key={one}
                  size="small"
                  maxLength={200}
                  disabled={disabled}
                  lang={one.replace('_', '-')}
                  addonBefore={t(`language.${one}`)}
                  aria-label={`${t('compose.caption', { name: nameOf(item.materialId) })} (${t(`language.${one}`)})`}
                  value={item.caption[one] ?? ''}
                  onChange={(event) => say(at, one, event.target.value)}
                />
              ))}
            </li>
          ))}
        </ol>
        {value.length < limits.album && (
          <PictureChoice
            snoId={snoId}
            value={null}
            disabled={disabled}
            label={t('compose.addPicture')}
            onChange={(materialId) => materialId && change([...value, { materialId, caption: {} }])}
          />
        )}
      </div>
      <figure className="mpm-phone" aria-label={t('compose.phone')}>
        {value.map((item, at) => (
          <div key={`${item.materialId} ${at}`} className="mpm-phone-first">
            <Picture fileId={pictureOf(item.materialId)?.fileId ?? null} look="cover" />
            <span>{pick(item.caption, language)}</span>
          </div>
        ))}
      </figure>
    </div>
  );
}
