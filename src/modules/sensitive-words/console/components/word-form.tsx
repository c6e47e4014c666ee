import { Select } from 'antd';
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
  return (
    <>
      <F.text />
      <F.categoryId>
        <ObjectPicker list={wordCategory.list} />
      </F.categoryId>
      <F.level />
      <F.match />
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
