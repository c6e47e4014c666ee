export { todoFunctions, type TodoAnswer, type TodoCall } from './item/push/functions.ts';
