export { ownContactFields } from './field/own-fields.ts';
