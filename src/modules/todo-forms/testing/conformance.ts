import { fixed, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { itemRanges, itemRestores, itemStory, itemTries } from './item/samples.ts';
import { templateFurther, templateOrders, templateRanges, templateRestores, templateTries, templateUnasked } from './template/samples.ts';

/** Samples of the module todo-forms. */
export const conformance: ModuleSamples = {
  tries: { ...templateTries, ...itemTries },
  ranges: { ...templateRanges, ...itemRanges },
  restores: { ...fixed('todoSetting'), ...templateRestores, ...itemRestores },
  orders: templateOrders,
  further: templateFurther,
  unasked: templateUnasked,
  story: itemStory,
};
