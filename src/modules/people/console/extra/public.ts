export { useExtraFields } from './use-extra-fields.ts';
