import { App, Select } from 'antd';
import type { ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { DraftDesk } from './use-draft.ts';

/** Takes the text of another language as a beginning; asks first where something stands already. */
export function CopyFrom({ to, draft }: { to: Language; draft: DraftDesk }): ReactElement {
  const t = useT('public-content');
  const { modal } = App.useApp();
  const from = languages.filter((one) => one !== to && draft.texts[one]);
  const copy = async (one: Language): Promise<void> => {
    const text = draft.texts[one];
    if (!text) return;
    const isThere = draft.texts[to]?.body.content !== undefined;
    if (isThere && !(await modal.confirm({ title: t('editor.copyAsk', { language: t(`language.${one}`) }) }))) return;
    draft.change(to, { title: text.title, digest: text.digest, body: text.body });
  };
  return (
    <Select<Language>
      className="mpm-copy"
      aria-label={t('editor.copyFrom')}
      placeholder={t('editor.copyFrom')}
      value={null}
      disabled={from.length === 0}
      options={from.map((one) => ({ value: one, label: t(`language.${one}`) }))}
      onChange={(one: Language | null) => void (one && copy(one))}
    />
  );
}
