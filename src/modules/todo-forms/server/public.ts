export { publishedVersion, versionById, type StoredVersion, type UsedTemplate } from './template/versions.ts';
export { assertSystemReach, assertTemplateReach, systemInReach, type ReachRight } from './template/reach.ts';
export { todoFunctions, type TodoAnswer, type TodoCall } from './item/push/functions.ts';
