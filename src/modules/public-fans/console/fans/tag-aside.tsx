import { Button } from 'antd';
import { Fragment, useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { later } from '#kit/console/shell/later.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { fanGet, fanList } from '../../common/fan.contract.ts';
import { fansPage, pushToTags } from '../../common/permissions.ts';
import { fanTag, type FanTagRow } from '../../common/tag.contract.ts';
import { GoButton } from '../go-button.tsx';

const TagDialog = later('sno-tag-dialog', async () => (await import('./tag-dialog.tsx')).TagDialog);

interface TagAsideProps {
  readonly snoId: string;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/** The tags of the account beside its fans: one narrows the list. */
export function TagAside({ snoId, chosen, onChoose }: TagAsideProps): ReactElement {
  const t = useT('public-fans');
  const [language] = useLanguage();
  const may = useMay();
  const { data } = useRead(fanTag.list, { snoId, pageSize: 300 });
  const [edited, setEdited] = useState<FanTagRow | 'new'>();
  const kinds = ['manual', 'rule', 'platform'] as const;
  const line = (id: string | undefined, title: string, fans?: number): ReactElement => (
    <button type="button" aria-pressed={chosen === id} onClick={() => onChoose(id)}>
      <span>{title}</span>
      {fans !== undefined && <small>{numberText(fans, language)}</small>}
    </button>
  );
  return (
    <>
      <ul className="sno-tag-list">
        <li>{line(undefined, t('fan.allTags'))}</li>
        {kinds.map((kind) => {
          const tags = (data?.list ?? []).filter((tag) => tag.kind === kind);
          return (
            <Fragment key={kind}>
              {tags.length > 0 && (
                <li>
                  <h3>{t(`fanTag.kind.${kind}`)}</h3>
                </li>
              )}
              {tags.map((tag) => (
                <li key={tag.id} className="sno-tag-line">
                  {line(tag.id, tag.title, tag.fans)}
                  <RowActions name={tag.title}>
                    <GoButton code={fansPage.button.push} to={pushToTags(snoId, [tag.id])} />
                    {kind !== 'platform' && (
                      <>
                        {may(fanTag.update) && (
                          <Button type="text" onClick={() => setEdited(tag)}>
                            {t('fanTag.edit')}
                          </Button>
                        )}
                        <ActionButton
                          endpoint={fanTag.delete}
                          type="text"
                          input={{ ids: [tag.id] }}
                          names={[tag.title]}
                          invalidates={[fanTag.list, fanList, fanGet]}
                          onDone={() => chosen === tag.id && onChoose(undefined)}
                        />
                      </>
                    )}
                  </RowActions>
                </li>
              ))}
            </Fragment>
          );
        })}
      </ul>
      {may(fanTag.add) && (
        <Button block onClick={() => setEdited('new')}>
          {t('fanTag.add')}
        </Button>
      )}
      {edited && <TagDialog snoId={snoId} {...(edited !== 'new' && { tag: edited })} onClose={() => setEdited(undefined)} />}
    </>
  );
}
