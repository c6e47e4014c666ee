import { Form, Select } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { wordPlaces } from '../../common/word-facts.ts';
import { sensitiveWord, wordCategory } from '../../common/word.contract.ts';

const F = entityFields(sensitiveWord);

/** A word of the draft. */
export function WordForm(): ReactElement {
  const t = useT('sensitive-words');
  const text = Form.useWatch<unknown>('text');
  const single = Form.useWatch<unknown>('single');
  return (
    <>
      <F.text />
      <F.categoryId>
        <ObjectPicker list={wordCategory.list} />
      </F.categoryId>
      <F.level />
      <F.match />
      {(single === true || isShort(text)) && <F.single help={t('word.singleHint')} />}
      <F.replacement help={t('word.replacementHint')} />
      <F.gap help={t('word.gapHint')} />
      <F.places wide>
        <Select mode="multiple" options={wordPlaces.map((value) => ({ value, label: t(`place.${value}`) }))} />
      </F.places>
      <F.senders />
      <F.observe help={t('word.observeHint')} />
      <F.until />
      <F.remark />
    </>
  );
}

/** Whether there is one character to compare, or none; marks and invisible characters do not count. */
const isShort = (text: unknown): boolean =>
  typeof text === 'string' && text.trim() !== '' && [...text.normalize('NFKC').replaceAll(/[\p{C}\p{M}\p{Z}]/gu, '')].length <= 1;
