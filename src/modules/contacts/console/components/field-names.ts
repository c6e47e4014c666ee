import { textIfAny } from '#kit/console/i18n/i18n.ts';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { fieldList } from '../../common/field.contract.ts';
import { generalFieldPage } from '../../common/permissions.ts';
import { fieldKeys, type FieldKey } from '../../common/words.ts';

/** Fields of people with what they are called: as the field page names them for whoever may read it, else the product's own. */
export function useFieldNames(): { keys: readonly FieldKey[]; nameOf: (key: string) => string } {
  // A switch of language draws again whoever reads texts.
  useLanguage();
  const may = useCan()(generalFieldPage.code);
  const { data } = useRead(fieldList, {}, { enabled: may });
  const named = new Map<string, string>(data?.catalogue.map(({ fieldKey, name }) => [fieldKey, name]));
  return {
    keys: data ? data.catalogue.map(({ fieldKey }) => fieldKey) : fieldKeys,
    nameOf: (key) => named.get(key) ?? textIfAny('contacts', `field.${key}`) ?? key,
  };
}
